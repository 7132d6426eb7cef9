"""Reader figures: SQuAD 1.1 and 2.0 dev by their official definitions, MuSiQue hops with the gold passage given."""

import random
from pathlib import Path

from .general import general_groups, read
from .musique import Musique, hops_of
from .predict import Scorer
from .recipes import Draw
from .rows import shown
from .squad_score import best, mean_scores

SEED = 7


def asked(path: Path) -> list[tuple[str, str, list[str]]]:
    """(question, passage, gold answers); unanswerable questions have none."""
    return [
        (q["question"], row["passage"], q["answers"] if q["label"] else [])
        for row in read(path)
        for q in row["questions"]
    ]


def sample(rows: list, count: int | None) -> list:
    return rows if count is None else random.Random(SEED).sample(rows, min(count, len(rows)))


def squad11(scorer: Scorer, shared: Path, count: int | None = None) -> dict:
    rows = sample(asked(shared / "qa/squad11_dev.jsonl.gz"), count)
    verdicts = scorer.score([(q, p) for q, p, _ in rows])
    return mean_scores([(v.answer, golds) for v, (_, _, golds) in zip(verdicts, rows, strict=True)])


def squad2(scorer: Scorer, shared: Path, null_margin: float, count: int | None = None) -> dict:
    rows = sample(asked(shared / "qa/squad2_dev.jsonl.gz"), count)
    verdicts = scorer.score([(q, p) for q, p, _ in rows])
    said = [("" if v.margin < null_margin else v.answer, golds) for v, (_, _, golds) in zip(verdicts, rows, strict=True)]
    return mean_scores(said) | {
        "answerable": mean_scores([r for r in said if r[1]]),
        "unanswerable": mean_scores([r for r in said if not r[1]]),
    }


def null_margin(scorer: Scorer, shared: Path, unseen: tuple[list, list]) -> float:
    """The margin with the best SQuAD 2.0 F1 on unseen training questions, half of them unanswerable."""
    scored = []
    for rows in unseen:
        verdicts = scorer.score([(q, p) for q, p, _ in rows])
        for v, (_, _, golds) in zip(verdicts, rows, strict=True):
            scored.append((v.margin, best(v.answer, golds)[1], best("", golds)[1]))
    scored.sort()
    # With the cut below row i, rows before i abstain and the others answer.
    total = sum(answered for _, answered, _ in scored)
    peak, cut = total, scored[0][0] - 1
    for i, (margin, answered, abstained) in enumerate(scored):
        total += abstained - answered
        if total > peak and i + 1 < len(scored):
            peak, cut = total, (margin + scored[i + 1][0]) / 2
    return round(float(cut), 3)


def unseen_questions(shared: Path, seed: int, draw: Draw, count: int = 600) -> tuple[list, list]:
    """SQuAD train questions that this stage 1 did not draw: answerable, unanswerable."""
    seen = {pair.question for group in general_groups(shared, seed, draw) for pair in group}
    lists = []
    for name in ("squad11_train", "squad2_train_neg"):
        rows = [
            (q["question"], row["passage"], q.get("answers", []))
            for row in read(shared / f"qa/{name}.jsonl.gz")
            for q in row["questions"]
            if q["question"] not in seen
        ]
        lists.append(sample(rows, count))
    return lists[0], lists[1]


def musique_answers(scorer: Scorer, data: Musique, part: str) -> dict:
    hops = [hop for row in data.part(part) for hop in hops_of(row)]
    verdicts = scorer.score([(hop.question, shown(hop.gold)) for hop in hops])
    scores = mean_scores([(v.answer, list(h.answers)) for v, h in zip(verdicts, hops, strict=True)])
    shorthand = [(v.answer, list(h.answers)) for v, h in zip(verdicts, hops, strict=True) if ">>" in h.question]
    return scores | {"shorthand_f1": mean_scores(shorthand)["f1"]}
