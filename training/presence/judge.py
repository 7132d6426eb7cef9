"""Presence figures of a scorer on rows, and of every baseline on the same rows."""

from collections import Counter, defaultdict

import numpy as np

from .measures import auc, best_cut, figures, reliability, sigmoid
from .predict import Scorer
from .rows import Row, shown


def logits(scorer: Scorer, rows: list[Row]) -> np.ndarray:
    """Maximum over the passages of a row; a row without passages is as absent as can be."""
    pairs = [(row.question, shown(p)) for row in rows for p in row.passages]
    verdicts = iter(scorer.score(pairs))
    return np.array([max((next(verdicts).presence for _ in row.passages), default=-20.0) for row in rows])


def judged(scorer: Scorer, rows: list[Row], temperature: float, threshold: float) -> dict:
    label = [row.label for row in rows]
    probability = sigmoid(logits(scorer, rows), temperature)
    out = {"rows": len(rows), "present": sum(label), **figures(probability >= threshold, label)}
    if 0 < sum(label) < len(label):
        out["auc"] = auc(probability, label)
    return out | {"calibration": reliability(probability, label)}


def share_present(scorer: Scorer, rows: list[Row], temperature: float, threshold: float) -> float:
    return round(float((sigmoid(logits(scorer, rows), temperature) >= threshold).mean()), 4)


def baselines(validation: list[Row], test: list[Row]) -> dict[str, dict]:
    """Each is fitted on the validation rows where it has something to fit, and judged on the test rows."""
    label = [row.label for row in test]
    majority = Counter(row.label for row in validation).most_common(1)[0][0]
    by_hop: dict[int, list[bool]] = defaultdict(list)
    for row in validation:
        by_hop[row.hop].append(row.label)
    # Odds of present by hop number; the cut with the best F1, as the classifier's threshold is chosen.
    share = {hop: sum(labels) / len(labels) for hop, labels in by_hop.items()}
    hop_cut = best_cut([share[row.hop] for row in validation], [row.label for row in validation])
    recall_cut = best_cut([row.recall for row in validation], [row.label for row in validation])
    hop_score = [share.get(row.hop, 0.0) for row in test]
    recall = [row.recall for row in test]
    match = [float(row.match) for row in test]
    return {
        "majority": figures([majority] * len(test), label) | {"auc": 0.5},
        "always_present": figures([True] * len(test), label) | {"auc": 0.5},
        "hop_number": figures(np.array(hop_score) >= hop_cut, label) | {"auc": auc(hop_score, label)},
        "retrieval_recall": figures(np.array(recall) >= recall_cut, label)
        | {"auc": auc(recall, label), "cut": round(recall_cut, 4)},
        "answer_string_match": figures(match, label) | {"auc": auc(match, label)},
    }
