"""What was compared: two lengths of stage 1, and recipes of the hop stage on top of them."""

from dataclasses import dataclass, replace

from .loop import Plan


@dataclass(frozen=True)
class Draw:
    """How many questions of each set stage 1 draws; every one gives a group of a positive and its negatives."""

    positives: int
    unanswerable: int
    fewrel: int


@dataclass(frozen=True)
class General:
    """Stage 1. `steps` batches of what is drawn are trained; those behind them are unseen, for replay in stage 2."""

    draw: Draw
    steps: int
    plan: Plan


@dataclass(frozen=True)
class Recipe:
    """A hop stage, and the stage 1 that it starts from.

    `passes` and `outside` count the passes over MuSiQue's hops and over 2Wiki and PopQA; each pass draws forms and
    negatives anew. `replay` is how many unseen batches of stage 1 are mixed in, so that the reader does not forget.
    `seed` is added to the seed of the hop stage.
    """

    general: str
    passes: int
    outside: int
    replay: int
    mined: bool = True
    seed: int = 0
    plan: Plan = Plan(rate=1e-4, head_rate=4e-4, warmup=15, listwise=0.7)


SHIPPED = "full"
GENERAL = {
    "short": General(Draw(30_000, 10_000, 2_500), 980, Plan(halved_from=212, decay=570, floor=0.25)),
    "long": General(Draw(66_000, 22_000, 7_000), 2_400, Plan(halved_from=200, decay=1_600, floor=0.2)),
}
FULL = Recipe("short", passes=2, outside=1, replay=60)
LONG = Recipe("long", passes=3, outside=2, replay=400)
RECIPES = {
    SHIPPED: FULL,
    "no-mined": replace(FULL, mined=False),
    "no-outside": replace(FULL, outside=0),
    "long": LONG,
    "long-no-outside": replace(LONG, outside=0),
}
