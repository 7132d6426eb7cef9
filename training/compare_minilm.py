"""Compare variants of the MiniLM file by what matters here: retrieval agreement with fp32, and speed.

For each file: cosine to fp32 over every passage and question, overlap of the top 10, agreement of the top 1,
how far gold passages move (rank in fp32 against rank here), evidence recall at 10, passages a second on one
native thread. Corpus and questions are the 2Wiki open set; a passage is indexed as title, line break, text.

Usage: python compare_minilm.py --data ../../shared/data --tokenizer tokenizer.json fp32.onnx other.onnx…
The first file is the reference. Prints one JSON object a file.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from native_encoder import embed, load_tokenizer, open_session

K = 10


def read(data: Path):
    passages = json.loads((data / "corpora/2wikimultihopqa_corpus.json").read_text())
    lines = (data / "questions/2wikimultihopqa_open.jsonl").read_text().splitlines()
    questions = [json.loads(line) for line in lines if line.strip()]
    by_title: dict[str, list[int]] = {}
    for i, p in enumerate(passages):
        by_title.setdefault(p["title"], []).append(i)
    gold = [sorted({i for t, _ in q["supporting_facts"] for i in by_title.get(t, [])}) for q in questions]
    return [f"{p['title']}\n{p['text']}" for p in passages], [q["question"] for q in questions], gold


def ranks(scores: np.ndarray) -> np.ndarray:
    """1-based rank of every passage for every question; ties by passage index."""
    order = np.argsort(-scores, axis=1, kind="stable")
    out = np.empty_like(order)
    np.put_along_axis(out, order, np.arange(1, scores.shape[1] + 1)[None, :], axis=1)
    return out


def gold_ranks(rank: np.ndarray, gold: list[list[int]]) -> np.ndarray:
    return np.array([rank[q, i] for q, ids in enumerate(gold) for i in ids])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    passages, questions, gold = read(args.data)
    tokenizer = load_tokenizer(args.tokenizer)
    reference = None
    for path in args.files:
        session = open_session(path)
        started = time.perf_counter()
        p = embed(session, tokenizer, passages)
        rate = len(passages) / (time.perf_counter() - started)
        q = embed(session, tokenizer, questions)
        rank = ranks(q @ p.T)
        g = gold_ranks(rank, gold)
        row = {
            "file": path.name,
            "bytes": path.stat().st_size,
            "native_passages_per_s": round(rate, 1),
            "evidence_recall_at_10": round(float(np.mean(g <= K)), 4),
            "all_evidence_at_10": round(float(np.mean([all(rank[i, ids] <= K) for i, ids in enumerate(gold)])), 4),
            "mean_reciprocal_gold_rank": round(float(np.mean(1 / g)), 4),
        }
        if reference is None:
            reference = (p, q, rank, g)
        else:
            p0, q0, rank0, g0 = reference
            cos = np.concatenate([np.sum(p * p0, axis=1), np.sum(q * q0, axis=1)])
            overlap = [np.sum((rank[i] <= K) & (rank0[i] <= K)) / K for i in range(len(questions))]
            row |= {
                "cosine_mean": round(float(cos.mean()), 5),
                "cosine_min": round(float(cos.min()), 5),
                "overlap_at_10": round(float(np.mean(overlap)), 4),
                "top1_agreement": round(float(np.mean(rank.argmin(1) == rank0.argmin(1))), 4),
                "gold_rank_equal": round(float(np.mean(g == g0)), 4),
                "gold_in_out_top10": [int(np.sum((g <= K) & (g0 > K))), int(np.sum((g > K) & (g0 <= K)))],
                "questions_with_changed_evidence_at_10": int(
                    sum(any((rank[i, ids] <= K) != (rank0[i, ids] <= K)) for i, ids in enumerate(gold))
                ),
            }
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
