"""What is evaluated: hop rows (several passages, the maximum counts) with labels and the inputs of the baselines."""

from dataclasses import dataclass

from .musique import K, Musique, Passage, hops_of, passages_of
from .retrieval import Bm25
from .texts import contains, without_answer
from .wiki import Fact


@dataclass(frozen=True)
class Row:
    """`recall` is the share of the question's gold passages among `passages`, `match` whether an answer occurs in them."""

    id: str
    question: str
    passages: tuple[Passage, ...]
    label: bool
    hop: int
    recall: float
    match: bool


def shown(passage: Passage) -> str:
    return f"{passage[0]}\n{passage[1]}" if passage[0] else passage[1]


def says(passages, answers) -> bool:
    return any(contains(shown(p), a) for p in passages for a in answers)


def accumulated_rows(data: Musique, part: str) -> list[Row]:
    """Every hop with its accumulated passages; where the gold passage is among them, the hop again without it."""
    rows = []
    for question in data.part(part):
        golds = {hop.gold for hop in hops_of(question)}
        for hop, passages in zip(hops_of(question), data.accumulated(question), strict=True):
            variants = [("", passages)]
            if hop.gold in passages:
                variants.append(("-", [p for p in passages if p != hop.gold]))
            for mark, shown_passages in variants:
                rows.append(
                    Row(
                        hop.id + mark, hop.question, tuple(shown_passages), hop.gold in shown_passages, hop.index + 1,
                        len(golds & set(shown_passages)) / len(golds), says(shown_passages, hop.answers),
                    )
                )  # fmt: skip
    return rows


def removed_rows(data: Musique) -> tuple[list[Row], list[Row]]:
    """MuSiQue-Full: hops whose passage was removed, with what BM25 k = 3 finds among the question's own 20 paragraphs
    (accumulated), and with all 20. Only the question's own paragraphs are sure not to state the fact."""
    searched, whole = [], []
    for question in data.unanswerable:
        paragraphs = passages_of(question)
        bm25, seen = Bm25(paragraphs), {}
        for hop in hops_of(question):
            seen |= dict.fromkeys(paragraphs[i] for i in bm25.top(hop.question, K))
            if hop.gold is None:
                for rows, passages in ((searched, tuple(seen)), (whole, tuple(paragraphs))):
                    match = says(passages, hop.answers)
                    rows.append(Row(hop.id, hop.question, passages, False, hop.index + 1, 0.0, match))
    return searched, whole


def gold_rows(data: Musique, part: str) -> tuple[list[Row], list[Row]]:
    """(gold passage alone, gold passage without the sentences that contain the answer alone)."""
    whole, cut = [], []
    for question in data.part(part):
        for hop in hops_of(question):
            whole.append(Row(hop.id, hop.question, (hop.gold,), True, hop.index + 1, 1.0, True))
            removed = without_answer(hop.gold[1], list(hop.answers))
            if removed:
                passage = (hop.gold[0], removed[0])
                match = says([passage], hop.answers)
                cut.append(Row(hop.id + "~", hop.question, (passage,), False, hop.index + 1, 0.0, match))
    return whole, cut


def fact_rows(facts: list[Fact], form: str) -> list[Row]:
    """Every fact with its gold passage among its row's passages, and without it."""
    rows = []
    for fact in facts:
        question = getattr(fact, form)
        for mark, passages, label in (("", (fact.gold, *fact.others), True), ("-", fact.others, False)):
            match = says(passages, fact.answers)
            rows.append(Row(fact.id + mark, question, passages, label, 1, float(label), match))
    return rows


