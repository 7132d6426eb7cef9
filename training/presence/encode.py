"""Pairs → token ids. One encoding for training, evaluation and the app: [CLS] question [SEP] passage [SEP]."""

import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tokenizers import Tokenizer

from .pairs import Group, Pair

CLS, SEP, PAD = 101, 102, 0
QUESTION_TOKENS = 64  # longer sub-questions lose their tail, so that a passage always has room


@dataclass(frozen=True)
class Encoded:
    """`start`/`end` are token positions; 0, 0 = no answer here; -1 = the span head is not trained on this pair."""

    ids: list[int]
    question_tokens: int
    label: int
    start: int
    end: int
    kind: str


class Encoder:
    def __init__(self, tokenizer: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.tokens = lru_cache(maxsize=60_000)(self._tokens)

    def _tokens(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        return encoding.ids, encoding.offsets

    def question(self, text: str) -> list[int]:
        return self.tokens(text)[0][:QUESTION_TOKENS]

    def train_pair(self, pair: Pair, rng: random.Random) -> Encoded | None:
        """One window of the pair. None when the answer does not survive tokenisation (a handful of rows)."""
        question = self.question(pair.question)
        ids, offsets = self.tokens(pair.passage)
        room = pair.length - len(question) - 3
        first = last = None
        if pair.span:
            inside = [i for i, (a, b) in enumerate(offsets) if a < pair.span[1] and b > pair.span[0]]
            if not inside or inside[-1] - inside[0] >= room:
                return None
            first, last = inside[0], inside[-1]
        begin = self._begin(ids, offsets, pair, room, first, last, rng)
        if first is None:
            start = end = -1 if pair.label else 0
        else:
            shift = len(question) + 2 - begin
            start, end = first + shift, last + shift
        row = [CLS, *question, SEP, *ids[begin : begin + room], SEP]
        return Encoded(row, len(question), pair.label, start, end, pair.kind)

    @staticmethod
    def _begin(ids, offsets, pair: Pair, room: int, first, last, rng: random.Random) -> int:
        spare = len(ids) - room
        if spare <= 0:
            return 0
        if first is None:
            if pair.focus is None:
                return rng.randint(0, spare)
            first = last = next((i for i, (_, b) in enumerate(offsets) if b > pair.focus), len(ids) - 1)
        return rng.randint(max(0, min(last - room + 1, spare)), min(first, spare))

    def train_group(self, group: Group, rng: random.Random) -> list[Encoded]:
        encoded = [self.train_pair(pair, rng) for pair in group]
        return [e for e in encoded if e is not None]


def batches(groups: list[list[Encoded]], pairs: int, rng: random.Random) -> list[list[list[Encoded]]]:
    """Whole groups of like length together, about `pairs` pairs a batch, in an order that hides the lengths."""
    groups = [g for g in groups if g]
    rng.shuffle(groups)
    out = []
    chunk = pairs * 24
    for at in range(0, len(groups), chunk):
        part = sorted(groups[at : at + chunk], key=lambda g: max(len(e.ids) for e in g))
        batch, size, made = [], 0, []
        for group in part:
            if batch and size + len(group) > pairs:
                made.append(batch)
                batch, size = [], 0
            batch.append(group)
            size += len(group)
        made.append(batch)
        rng.shuffle(made)
        out.extend(made)
    return out
