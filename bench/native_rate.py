"""Rates of native onnxruntime, one thread, on the shipped files: the yardstick of bench/cases/embedding.ts and classifier.ts.

Reads the passages as JSON ([{title, text}]) from standard input and prints the median rate of five rounds:
  embedding    passages a second, of the 16 whose length is nearest to 146 tokens
  classifier   pairs a second, of 8 rows of 512 tokens
Needs onnxruntime and tokenizers (training/requirements.txt).
"""

import json
import statistics
import sys
import time
from pathlib import Path

import numpy as np

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "training"))
from native_encoder import embed_ids, load_tokenizer, open_session  # noqa: E402

MODELS = ROOT / "public/models"
TOKENS, TEXTS, PAIR_TOKENS, PAIRS, ROUNDS = 146, 16, 512, 8, 5


def rate_of(work, count: int) -> float:
    rates = []
    for _ in range(ROUNDS + 1):  # the first round warms up
        started = time.perf_counter()
        work()
        rates.append(count / (time.perf_counter() - started))
    return statistics.median(rates[1:])


def embedding(passages: list[str]) -> float:
    model = MODELS / "all-MiniLM-L6-v2"
    tokenizer = load_tokenizer(model / "tokenizer.json")
    ids = [tokenizer.encode(text).ids for text in passages]
    texts = sorted(ids, key=lambda row: abs(len(row) - TOKENS))[:TEXTS]
    session = open_session(model / "onnx/model_int8.onnx")

    def work() -> None:
        for row in texts:
            embed_ids(session, row)

    return rate_of(work, len(texts))


def classifier(passages: list[str]) -> float:
    model = MODELS / "hopscope-presence-reader"
    tokenizer = load_tokenizer(model / "tokenizer.json", PAIRS * PAIR_TOKENS)
    ids = tokenizer.encode("\n".join(passages[: PAIRS * 50])).ids
    session = open_session(model / "onnx/model_int8.onnx")
    rows = [np.array([ids[i * PAIR_TOKENS : (i + 1) * PAIR_TOKENS]], dtype=np.int64) for i in range(PAIRS)]
    types = np.array([[0] * 16 + [1] * (PAIR_TOKENS - 16)], dtype=np.int64)

    def work() -> None:
        for row in rows:
            session.run(["presence"], {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": types})

    return rate_of(work, len(rows))


def main() -> None:
    passages = [f"{p['title']}\n{p['text']}" for p in json.load(sys.stdin)]
    print({"embedding": embedding, "classifier": classifier}[sys.argv[1]](passages))


if __name__ == "__main__":
    main()
