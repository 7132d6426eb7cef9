"""Stage 1: general question answering pairs (SQuAD 1.1, SQuAD 2.0 negatives, FewRel shorthand, QED).

SQuAD's dev files are never read here. Counts are chosen for two CPU cores: many questions once, in short windows
(most of a passage does not help to learn what a span is, and halves the throughput), some in long ones.
"""

import gzip
import json
import random
from collections import defaultdict
from pathlib import Path

from .pairs import Group, negative, positive
from .recipes import Draw
from .texts import Overlap, contains, locate, stable_fraction, without_answer

HELD_OUT_RELATIONS = 3  # of FewRel's 16: never trained, for the evaluation of unseen relations


def read(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def window(rng: random.Random) -> int:
    draw = rng.random()
    return 96 if draw < 0.65 else 144 if draw < 0.85 else 208


def squad(folder: Path, rng: random.Random, count: int) -> list[Group]:
    rows = read(folder / "squad11_train.jsonl.gz")
    overlap = Overlap([r["passage"] for r in rows])
    article = defaultdict(list)
    for row in rows:
        article[row["group"]].append(row["passage"])
    asked = [(row, q) for row in rows for q in row["questions"]]
    rng.shuffle(asked)
    groups = []
    for row, q in asked[:count]:
        title = row["group"].replace("_", " ") if rng.random() < 0.5 else ""
        length, text, question = window(rng), row["passage"], q["question"]
        group = [positive(question, title, text, locate(text, q["answer"], question), "squad", length)]
        draw = rng.random()
        if draw < 0.25:
            removed = without_answer(text, q["answers"])
            if removed:
                group.append(negative(question, title, removed[0], "answer-removed", removed[1], length))
        elif draw < 0.4:
            others = rng.sample(article[row["group"]], min(8, len(article[row["group"]])))
            others = [p for p in others if p != text and not any(contains(p, a) for a in q["answers"])]
            if others:
                best = max(others, key=lambda p: overlap.score(question, p))
                group.append(negative(question, title, best, "same-article", None, length))
        groups.append(group)
    return groups


def unanswerable(folder: Path, rng: random.Random, count: int) -> list[Group]:
    rows = read(folder / "squad2_train_neg.jsonl.gz")
    asked = [(row, q) for row in rows for q in row["questions"]]
    rng.shuffle(asked)
    groups = []
    for row, q in asked[:count]:
        title = row["group"].replace("_", " ") if rng.random() < 0.5 else ""
        groups.append([negative(q["question"], title, row["passage"], "squad2", None, window(rng))])
    return groups


def natural(head: str, relation: str) -> str:
    return f"What is the {relation} of {head}?"


def held_out_relations(rows: list[dict]) -> set[str]:
    relations = {q["relation"] for r in rows for q in r["questions"]}
    return set(sorted(relations, key=lambda r: stable_fraction(f"fewrel:{r}"))[:HELD_OUT_RELATIONS])


def fewrel(folder: Path, rng: random.Random, count: int) -> list[Group]:
    rows = read(folder / "fewrel_val.jsonl.gz")
    held_out = held_out_relations(rows)
    relations = sorted({q["relation"] for r in rows for q in r["questions"]} - held_out)
    stated, asked = defaultdict(set), []
    for row in rows:
        for q in row["questions"]:
            stated[q["head"], row["passage"]].add(q["relation"])
            if q["relation"] not in held_out:
                asked.append((row["passage"], q))
    rng.shuffle(asked)
    groups = []
    for passage, q in asked[:count]:
        form = natural if rng.random() < 0.4 else (lambda head, relation: f"{head} >> {relation}")
        other = rng.choice([r for r in relations if r not in stated[q["head"], passage]])
        question = form(q["head"], q["relation"])
        span = locate(passage, q["answer"], question)
        groups.append(
            [
                positive(question, "", passage, span, "fewrel"),
                negative(form(q["head"], other), "", passage, "swapped-relation"),
            ]
        )
    return groups


def qed(folder: Path, rng: random.Random) -> list[Group]:
    groups = []
    for row in read(folder / "qed_dev.jsonl.gz"):
        for q in row["questions"]:
            title = row["group"].removeprefix("qed:")
            title = "" if title.isdigit() else title
            length, text = window(rng), row["passage"]
            group = [positive(q["question"], title, text, locate(text, q["answer"], q["question"]), "qed", length)]
            removed = without_answer(text, [q["answer"]])
            if removed:
                group.append(negative(q["question"], title, removed[0], "answer-removed", removed[1], length))
            groups.append(group)
    return groups


def general_groups(shared: Path, seed: int, draw: Draw) -> list[Group]:
    rng, folder = random.Random(seed), shared / "qa"
    return (
        squad(folder, rng, draw.positives)
        + unanswerable(folder, rng, draw.unanswerable)
        + fewrel(folder, rng, draw.fewrel)
        + qed(folder, rng)
    )
