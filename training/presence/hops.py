"""Stage 2: groups of one hop each, the positive with its negatives side by side for the listwise loss."""

import random
from pathlib import Path

from .general import natural
from .musique import Hop, Musique, Passage, hops_of, passages_of
from .pairs import Group, negative, positive
from .predict import Scorer
from .texts import Overlap, contains, locate, without_answer
from .wiki import Fact, popqa_facts, wiki_facts

LENGTH = 160  # tokens; a passage that is longer is shown in a window around its answer


def says(passage: Passage, answers: tuple[str, ...]) -> bool:
    return any(contains("\n".join(passage), a) for a in answers)


def first_span(text: str, answers: tuple[str, ...], question: str) -> tuple[int, int] | None:
    return next((span for a in answers if (span := locate(text, a, question))), None)


def candidates(data: Musique, hop: Hop, depth: int = 15) -> list[Passage]:
    """Passages BM25 finds for a training hop that training may see and that do not contain the answer."""
    kept, _ = data.kept_from_training
    found = [data.corpus[i] for i in data.bm25.top(hop.question, depth)]
    return [p for p in found if p != hop.gold and p not in kept and not says(p, hop.answers)]


def training_hops(data: Musique) -> list[tuple[dict, Hop]]:
    kept, questions = data.kept_from_training
    pairs = [(row, hop) for row in data.part("train") for hop in hops_of(row)]
    return [(row, hop) for row, hop in pairs if hop.gold not in kept and hop.question not in questions]


def forms(hop: Hop, rng: random.Random) -> list[str]:
    """As asked; shorthand also in words; with open bridge in one of four cases."""
    made = [hop.question]
    if ">>" in hop.question:
        head, _, relation = (part.strip() for part in hop.question.partition(">>"))
        made.append(natural(head, relation))
    if hop.open_question != hop.question and rng.random() < 0.25:
        made.append(hop.open_question)
    return made


def musique_groups(data: Musique, rng: random.Random, mined: dict[str, list[Passage]] | None) -> list[Group]:
    kept, _ = data.kept_from_training
    hops = training_hops(data)
    relations = sorted({h.question.partition(">>")[2].strip() for _, h in hops if ">>" in h.question})
    groups = []
    for row, hop in hops:
        title, text = hop.gold
        removed = without_answer(text, list(hop.answers))
        golds = {h.gold for h in hops_of(row)} - {hop.gold} - kept
        distractors = [p for p in passages_of(row) if p not in golds | kept | {hop.gold} and not says(p, hop.answers)]
        hard = mined[hop.id] if mined and hop.id in mined else candidates(data, hop)
        for question in forms(hop, rng):
            group = [positive(question, title, text, first_span(text, hop.answers, question), "musique", LENGTH)]
            if removed:
                group.append(negative(question, title, removed[0], "answer-removed", removed[1], LENGTH))
            if golds:
                group.append(negative(question, *rng.choice(sorted(golds)), "other-hop", None, LENGTH))
            picked = hard[:2] if mined else rng.sample(hard[:5], min(2, len(hard[:5])))
            group += [negative(question, *p, "bm25", None, LENGTH) for p in picked]
            group += [negative(question, *p, "distractor", None, LENGTH) for p in rng.sample(distractors, min(1, len(distractors)))]
            if ">>" in question and rng.random() < 0.4:
                head, _, relation = (part.strip() for part in question.partition(">>"))
                other = rng.choice([r for r in relations if r != relation])
                groups.append([negative(f"{head} >> {other}", title, text, "swapped-relation", None, LENGTH)])
            groups.append(group)
    return groups


def fact_groups(facts: list[Fact], rng: random.Random) -> list[Group]:
    """2Wiki and PopQA. Entity-swapped negatives: the gold passage of another fact of the same relation."""
    overlap = Overlap(["\n".join(f.gold) for f in facts])
    by_relation: dict[str, list[Fact]] = {}
    for fact in facts:
        by_relation.setdefault(fact.shorthand.rpartition(" >> ")[2], []).append(fact)
    groups = []
    for fact in facts:
        question = fact.shorthand if rng.random() < 0.4 else fact.natural
        title, text = fact.gold
        if not says(fact.gold, fact.answers):
            continue
        group = [positive(question, title, text, first_span(text, fact.answers, question), fact.source, LENGTH)]
        removed = without_answer(text, list(fact.answers))
        if removed and rng.random() < 0.7:
            group.append(negative(question, title, removed[0], "answer-removed", removed[1], LENGTH))
        others = [p for p in fact.others if fact.source == "popqa" or not says(p, fact.answers)]
        if others:
            best = max(others, key=lambda p: overlap.score(question, "\n".join(p)))
            group.append(negative(question, *best, "distractor", None, LENGTH))
        swapped = rng.choice(by_relation[fact.shorthand.rpartition(" >> ")[2]])
        if swapped.gold != fact.gold and rng.random() < 0.5:
            group.append(negative(question, *swapped.gold, "swapped-entity", None, LENGTH))
        groups.append(group)
    return groups


def outside_groups(shared: Path, rng: random.Random) -> list[Group]:
    return fact_groups(wiki_facts(shared, "train"), rng) + fact_groups(popqa_facts(shared, "train"), rng)


def mine(data: Musique, scorer: Scorer) -> dict[str, list[Passage]]:
    """Per training hop: the passages BM25 finds, most present first by a model that is not trained on hops yet."""
    mined = {}
    for _, hop in training_hops(data):
        found = candidates(data, hop, depth=10)
        verdicts = scorer.score([(hop.question, "\n".join(p)) for p in found])
        order = sorted(range(len(found)), key=lambda i: (-verdicts[i].presence, i))
        mined[hop.id] = [found[i] for i in order]
    return mined
