"""2WikiMultihopQA sub-questions (natural, and shorthand from the evidence triples) and PopQA."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from .musique import Passage, read_jsonl, split_of
from .texts import contains, normalise

BRACKETS = re.compile(r"\s*\([^)]*\)")


@dataclass(frozen=True)
class Fact:
    """One single-hop question of another set. `others` are passages of the same row that do not state the fact."""

    id: str
    source: str
    natural: str
    shorthand: str
    answers: tuple[str, ...]
    gold: Passage
    others: tuple[Passage, ...]


def bare(title: str) -> str:
    return normalise(BRACKETS.sub("", title))


def wiki_facts(shared: Path, part: str) -> list[Fact]:
    """Sub-questions whose gold paragraph is known without doubt: exactly one supporting title is named in the question."""
    facts = []
    for row in read_jsonl(shared / "questions/2wikimultihopqa_train.jsonl"):
        if split_of("2wiki", row["_id"]) != part or len(row["qa_pairs"]) != len(row["evidences"]):
            continue
        context = {title: (title, " ".join(s.strip() for s in sentences)) for title, sentences in row["context"]}
        titles = list(dict.fromkeys(title for title, _ in row["supporting_facts"] if title in context))
        for i, (asked, (subject, relation, answer)) in enumerate(zip(row["qa_pairs"], row["evidences"], strict=True)):
            named = [t for t in titles if bare(t) and f" {bare(t)} " in f" {normalise(asked['question'])} "]
            if len(named) != 1 or bare(named[0]) != bare(subject):
                continue
            gold = context[named[0]]
            others = tuple(p for title, p in context.items() if title != named[0])
            facts.append(
                Fact(f"{row['_id']}:{i}", "2wiki", asked["question"], f"{subject} >> {relation}", (answer,), gold, others)
            )
    return facts


def popqa_facts(shared: Path, part: str) -> list[Fact]:
    """Rows whose subject paragraph contains an answer; the object's paragraph never states the fact."""
    facts = []
    for row in read_jsonl(shared / "questions/popqa.jsonl"):
        if split_of("popqa", str(row["id"])) != part:
            continue
        subject, *objects = [(p["title"], p["text"]) for p in row["paragraphs"]]
        answers = tuple(json.loads(row["possible_answers"]))
        if not any(contains(subject[1], a) for a in answers):
            continue
        shorthand = f"{row['subj']} >> {row['prop']}"
        facts.append(Fact(str(row["id"]), "popqa", row["question"], shorthand, answers, subject, tuple(objects)))
    return facts
