"""Scores of the exported file with native onnxruntime, computed as the app does: windows, best span, maximum."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime as ort

from .encode import CLS, SEP, Encoder

MAX_TOKENS = 256
STRIDE = 96  # passage tokens that neighbouring windows share
MAX_ANSWER = 30


@dataclass(frozen=True)
class Verdict:
    """`presence` is the logit (maximum over windows); `margin` the best span's lead over "no answer" of its window.

    `span` are the answer's character offsets in the passage.
    """

    presence: float
    margin: float
    span: tuple[int, int]
    answer: str


class Scorer:
    def __init__(self, model: Path, tokenizer: Path, threads: int = 1, batch: int = 16) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self.session = ort.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self.tokenizer = tokenizer
        self.encoder = Encoder(tokenizer)
        self.batch = batch
        self.cache: dict[tuple[str, str], Verdict] = {}

    def windows(self, question: str, passage: str):
        """(ids, question tokens, offsets of the window's passage tokens); a passage without tokens has one window."""
        asked = self.encoder.question(question)
        ids, offsets = self.encoder.tokens(passage)
        room = MAX_TOKENS - len(asked) - 3
        at = 0
        while True:
            part = ids[at : at + room]
            yield [CLS, *asked, SEP, *part, SEP], len(asked), offsets[at : at + room]
            if at + room >= len(ids):
                return
            at += room - STRIDE

    def score(self, pairs: list[tuple[str, str]]) -> list[Verdict]:
        """One verdict a pair, in order; each distinct pair is computed once."""
        todo = [pair for pair in dict.fromkeys(pairs) if pair not in self.cache]
        rows = [(pair, *window) for pair in todo for window in self.windows(*pair)]
        rows.sort(key=lambda row: len(row[1]))
        for at in range(0, len(rows), self.batch):
            self._run(rows[at : at + self.batch])
        return [self.cache[pair] for pair in pairs]

    def _run(self, rows) -> None:
        longest = max(len(ids) for _, ids, _, _ in rows)
        feeds = {n: np.zeros((len(rows), longest), np.int64) for n in ("input_ids", "attention_mask", "token_type_ids")}
        for i, (_, ids, asked, _) in enumerate(rows):
            feeds["input_ids"][i, : len(ids)] = ids
            feeds["attention_mask"][i, : len(ids)] = 1
            feeds["token_type_ids"][i, asked + 2 : len(ids)] = 1
        presence, start, end = self.session.run(["presence", "start_logits", "end_logits"], feeds)
        for i, (pair, _, asked, offsets) in enumerate(rows):
            margin, span = best_span(start[i], end[i], asked + 2, offsets)
            old = self.cache.get(pair)
            if old and old.margin >= margin:
                margin, span = old.margin, old.span
            top = max(float(presence[i]), old.presence) if old else float(presence[i])
            self.cache[pair] = Verdict(top, margin, span, pair[1][span[0] : span[1]])


def best_span(start, end, first: int, offsets) -> tuple[float, tuple[int, int]]:
    """The span of at most MAX_ANSWER tokens with the largest start + end, less the score of position 0."""
    count = len(offsets)
    if not count:
        return float("-inf"), (0, 0)
    s, e = start[first : first + count], end[first : first + count]
    total = s[:, None] + e[None, :]
    row, column = np.indices(total.shape)
    total = np.where((column >= row) & (column < row + MAX_ANSWER), total, -np.inf)
    a, b = np.unravel_index(int(total.argmax()), total.shape)
    return float(total[a, b] - start[0] - end[0]), (offsets[a][0], offsets[b][1])
