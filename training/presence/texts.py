"""Text tools shared by the pair builders: sentences, normalised containment, idf overlap, stable hashing."""

import hashlib
import math
import re
import string
from collections import Counter

# A sentence ends at . ! or ? (with a closing quote or bracket) before a blank and a capital, digit or quote.
# Initials and common abbreviations do not end one.
BOUNDARY = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])")
NO_END = re.compile(r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|No|vs|c|ca|Gen|Col|Lt|Prof|Rev|Hon|Mt|Inc|Ltd|Co|e\.g|i\.e))\.$")
WORD = re.compile(r"\w+")
ARTICLES = re.compile(r"\b(a|an|the)\b")
STOP = frozenset(
    "a an the of in on at to for by with from and or is are was were be been do does did has have had what which who "
    "whom whose when where why how that this it its as s".split()
)


def stable_fraction(key: str) -> float:
    """A number in [0, 1) that depends on the key only (SHA-256), for splits and choices that must not move."""
    return int.from_bytes(hashlib.sha256(key.encode("utf-8")).digest()[:8], "big") / 2**64


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Character ranges of sentences; together they cover the text but for the blanks between them."""
    spans, start = [], 0
    for match in BOUNDARY.finditer(text):
        if NO_END.search(text[start : match.start()]):
            continue
        spans.append((start, match.start()))
        start = match.end()
    if text[start:].strip():
        spans.append((start, len(text)))
    return spans


def normalise(text: str) -> str:
    """SQuAD's answer normalisation: lower case, no punctuation, no articles, single blanks."""
    text = "".join(ch for ch in text.lower() if ch not in string.punctuation)
    return " ".join(ARTICLES.sub(" ", text).split())


def contains(text: str, answer: str) -> bool:
    """Whether the normalised answer occurs in the normalised text at word boundaries."""
    needle = normalise(answer)
    return bool(needle) and f" {needle} " in f" {normalise(text)} "


def words(text: str) -> list[str]:
    return [w for w in WORD.findall(text.lower()) if w not in STOP]


def locate(passage: str, answer: str, question: str) -> tuple[int, int] | None:
    """Character range of the answer: of several occurrences, the one whose sentence shares most words with the question."""
    starts = [m.start() for m in re.finditer(re.escape(answer), passage, re.IGNORECASE)] if answer.strip() else []
    whole = [s for s in starts if not (passage[s - 1 : s].isalnum() or passage[s + len(answer) : s + len(answer) + 1].isalnum())]
    starts = whole or starts
    if not starts:
        return None
    if len(starts) > 1:
        asked, spans = set(words(question)), sentence_spans(passage)

        def shared(start: int) -> int:
            return next((len(asked & set(words(passage[a:b]))) for a, b in spans if a <= start < b), 0)

        starts.sort(key=lambda s: (-shared(s), s))
    return starts[0], starts[0] + len(answer)


def without_answer(passage: str, answers: list[str]) -> tuple[str, int] | None:
    """The passage without the sentences that contain an answer, and where the first was cut.

    None when nothing of at least 30 characters is left, or when an answer still occurs (it spans a boundary).
    """
    kept, cut = [], None
    for start, end in sentence_spans(passage):
        sentence = passage[start:end]
        if any(contains(sentence, a) or (a and a in sentence) for a in answers):
            if cut is None:
                cut = len(" ".join(kept))
        else:
            kept.append(sentence)
    rest = " ".join(kept)
    if cut is None or len(rest) < 30 or any(contains(rest, a) for a in answers):
        return None
    return rest, cut


class Overlap:
    """Sum of idf over the question's words that a passage has."""

    def __init__(self, passages: list[str]) -> None:
        count = Counter(w for p in passages for w in set(words(p)))
        self.idf = {w: math.log(1 + len(passages) / n) for w, n in count.items()}

    def score(self, question: str, passage: str) -> float:
        return sum(self.idf.get(w, 0.0) for w in set(words(question)) & set(words(passage)))
