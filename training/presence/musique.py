"""MuSiQue hops: sub-questions with gold bridge answers filled in, passages, the split, accumulated retrieval."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .retrieval import Bm25
from .texts import stable_fraction

Passage = tuple[str, str]  # title, text: MuSiQue reuses titles, so both together are the identity
REFERENCE = re.compile(r"#(\d+)")
K = 3


def read_jsonl(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def split_of(name: str, identifier: str) -> str:
    """train / validation / test as 50 / 15 / 35, by question id."""
    fraction = stable_fraction(f"{name}:{identifier}")
    return "train" if fraction < 0.5 else "validation" if fraction < 0.65 else "test"


def filled(text: str, answers: list[str]) -> str:
    """`#n` replaced by the answer of step n; a reference without an answer stays."""
    return REFERENCE.sub(lambda m: answers[int(m[1]) - 1] if 0 < int(m[1]) <= len(answers) else m[0], text)


@dataclass(frozen=True)
class Hop:
    """`index` counts from 0. `gold` is None where the passage was removed (MuSiQue-Full)."""

    question_id: str
    index: int
    question: str
    open_question: str
    answers: tuple[str, ...]
    gold: Passage | None

    @property
    def id(self) -> str:
        return f"{self.question_id}:{self.index + 1}"


def passages_of(row: dict) -> list[Passage]:
    return [(p["title"], p["paragraph_text"]) for p in row["paragraphs"]]


def hops_of(row: dict) -> list[Hop]:
    steps, paragraphs = row["question_decomposition"], passages_of(row)
    answers = [step["answer"] for step in steps]
    made = []
    for i, step in enumerate(steps):
        aliases = row["answer_aliases"] if i == len(steps) - 1 else []
        at = step["paragraph_support_idx"]
        made.append(
            Hop(
                row["id"], i, filled(step["question"], answers[:i]), step["question"],
                (step["answer"], *aliases), None if at is None else paragraphs[at],
            )
        )  # fmt: skip
    return made


class Musique:
    """The shared file with its corpus of distinct passages, BM25 over it and what the test part may see."""

    def __init__(self, shared: Path) -> None:
        self.rows = read_jsonl(shared / "questions/musique.jsonl")
        self.unanswerable = read_jsonl(shared / "questions/musique_unanswerable.jsonl")
        self.corpus = list(dict.fromkeys(p for row in self.rows for p in passages_of(row)))
        self.bm25 = Bm25(self.corpus)

    def part(self, name: str) -> list[dict]:
        return [row for row in self.rows if split_of("musique", row["id"]) == name]

    def accumulated(self, row: dict, k: int = K) -> list[list[Passage]]:
        """Per hop: passages of its own search and of all earlier ones, in order of arrival."""
        seen: dict[Passage, None] = {}
        out = []
        for hop in hops_of(row):
            seen |= dict.fromkeys(self.corpus[i] for i in self.bm25.top(hop.question, k))
            out.append(list(seen))
        return out

    @cached_property
    def kept_from_training(self) -> tuple[set[Passage], set[str]]:
        """Passages and sub-questions of validation, test and MuSiQue-Full rows, with all that their searches find."""
        passages: set[Passage] = set()
        questions: set[str] = set()
        for row in self.part("validation") + self.part("test"):
            passages.update(passages_of(row), *self.accumulated(row))
            questions.update(text for hop in hops_of(row) for text in (hop.question, hop.open_question))
        for row in self.unanswerable:
            passages.update(passages_of(row))
            questions.update(text for hop in hops_of(row) for text in (hop.question, hop.open_question))
        # A bare "#1 >> country" is shared by many questions and says nothing about any.
        return passages, {q for q in questions if not q.startswith("#")}
