"""Classification figures: precision, recall, F1, accuracy, ROC AUC, calibration, threshold choice."""

import numpy as np


def sigmoid(logits, temperature: float = 1.0):
    return 1 / (1 + np.exp(-np.asarray(logits, float) / temperature))


def figures(predicted, label) -> dict[str, float]:
    """Of the class "present". A ratio without cases is None."""
    p, y = np.asarray(predicted, bool), np.asarray(label, bool)
    hit, false, missed = int((p & y).sum()), int((p & ~y).sum()), int((~p & y).sum())
    precision = hit / (hit + false) if hit + false else None
    recall = hit / (hit + missed) if hit + missed else None
    f1 = 2 * hit / (2 * hit + false + missed) if hit + false + missed else None
    named = {"precision": precision, "recall": recall, "f1": f1, "accuracy": float((p == y).mean())}
    return {k: None if v is None else round(v, 4) for k, v in named.items()}


def auc(score, label) -> float:
    """Probability that a random present row scores above a random absent one, ties counted half."""
    s, y = np.asarray(score, float), np.asarray(label, bool)
    values, inverse, counts = np.unique(s, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    positives, negatives = int(y.sum()), int((~y).sum())
    return round(float((ranks[y].sum() - positives * (positives + 1) / 2) / (positives * negatives)), 4)


def reliability(probability, label, bins: int = 10) -> dict:
    """Ten bins of equal width; ECE is the mean gap between confidence and share of present, weighted by size."""
    p, y = np.asarray(probability, float), np.asarray(label, float)
    at = np.minimum((p * bins).astype(int), bins - 1)
    rows = []
    for b in range(bins):
        inside = at == b
        if inside.any():
            rows.append({"from": b / bins, "rows": int(inside.sum()), "mean": round(float(p[inside].mean()), 4),
                         "present": round(float(y[inside].mean()), 4)})  # fmt: skip
    ece = sum(r["rows"] * abs(r["mean"] - r["present"]) for r in rows) / len(p)
    return {"ece": round(ece, 4), "bins": rows}


def best_cut(probability, label) -> float:
    """The cut with the highest F1: the middle one when several tie."""
    p, y = np.asarray(probability, float), np.asarray(label, bool)
    order = np.argsort(p, kind="stable")
    p, y = p[order], y[order]
    cuts = np.concatenate([[0.0], (p[1:] + p[:-1]) / 2])
    hit = y.sum() - np.concatenate([[0], np.cumsum(y)[:-1]])
    scores = 2 * hit / (len(y) - np.arange(len(y)) + y.sum())
    scores[1:][p[1:] == p[:-1]] = -1  # no cut between equal values
    ties = cuts[scores >= scores.max() - 1e-12]
    return float(ties[len(ties) // 2])


def best_threshold(probability, label, rounds: int = 500, seed: int = 1) -> float:
    """Median of the best cut over bootstrap samples: the best cut of one small set jumps with single rows."""
    p, y = np.asarray(probability, float), np.asarray(label, bool)
    rng = np.random.default_rng(seed)
    draws = [rng.integers(0, len(p), len(p)) for _ in range(rounds)]
    return round(float(np.median([best_cut(p[d], y[d]) for d in draws])), 4)


def fit_temperature(logits, label) -> float:
    """The temperature with the lowest log loss, from a grid (0.25 … 8)."""
    grid = np.round(np.exp(np.linspace(np.log(0.25), np.log(8), 141)), 4)
    y = np.asarray(label, float)

    def loss(temperature: float) -> float:
        p = np.clip(sigmoid(logits, temperature), 1e-9, 1 - 1e-9)
        return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())

    return float(min(grid, key=loss))
