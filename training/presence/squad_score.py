"""Exact match and F1 as the official SQuAD 1.1 and 2.0 scripts define them."""

from collections import Counter

from .texts import normalise


def exact(prediction: str, gold: str) -> float:
    return float(normalise(prediction) == normalise(gold))


def f1(prediction: str, gold: str) -> float:
    """Token F1. If either side has no tokens, 1 when both have none, else 0 (SQuAD 2.0)."""
    said, wanted = normalise(prediction).split(), normalise(gold).split()
    if not said or not wanted:
        return float(said == wanted)
    common = sum((Counter(said) & Counter(wanted)).values())
    if not common:
        return 0.0
    precision, recall = common / len(said), common / len(wanted)
    return 2 * precision * recall / (precision + recall)


def best(prediction: str, golds: list[str]) -> tuple[float, float]:
    """(EM, F1), each the best over the gold answers; no gold answer with tokens means unanswerable ("")."""
    golds = [g for g in golds if normalise(g)] or [""]
    return max(exact(prediction, g) for g in golds), max(f1(prediction, g) for g in golds)


def mean_scores(rows: list[tuple[str, list[str]]]) -> dict[str, float]:
    scores = [best(prediction, golds) for prediction, golds in rows]
    count = max(1, len(scores))
    return {
        "rows": len(scores),
        "em": round(100 * sum(em for em, _ in scores) / count, 2),
        "f1": round(100 * sum(f for _, f in scores) / count, 2),
    }
