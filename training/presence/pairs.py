"""A labelled pair, and the group (one hop's pairs) the listwise loss works on."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pair:
    """`span` are character offsets of the answer in `passage`; None with label 1 trains the presence head only.

    `focus` is the character a cropped window must keep in sight, `length` the most tokens the pair may have.
    """

    question: str
    passage: str
    label: int
    kind: str
    span: tuple[int, int] | None = None
    focus: int | None = None
    length: int = 224


# A group holds the pairs of one question; those with label 1 compete with those with label 0.
Group = list[Pair]


def titled(title: str, text: str) -> tuple[str, int]:
    """How the app shows a passage to a model: title, line break, text. The second value is where the text starts."""
    return (f"{title}\n{text}", len(title) + 1) if title else (text, 0)


def positive(question: str, title: str, text: str, span: tuple[int, int] | None, kind: str, length: int = 224) -> Pair:
    passage, shift = titled(title, text)
    moved = (span[0] + shift, span[1] + shift) if span else None
    return Pair(question, passage, 1, kind, moved, moved[0] if moved else None, length)


def negative(question: str, title: str, text: str, kind: str, focus: int | None = None, length: int = 224) -> Pair:
    passage, shift = titled(title, text)
    return Pair(question, passage, 0, kind, None, None if focus is None else focus + shift, length)
