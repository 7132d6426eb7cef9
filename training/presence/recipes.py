"""The recipes that were compared for the hop stage. Each differs from `full` in one point."""

from dataclasses import dataclass, replace

from .loop import Plan


@dataclass(frozen=True)
class Recipe:
    """`replay` is how many unseen batches of stage 1 are mixed in, so that the reader does not forget.

    `passes` and `outside` count the passes over MuSiQue's hops and over 2Wiki and PopQA; each pass draws forms and
    negatives anew. `seed` is added to the seed of the hop stage.
    """

    plan: Plan
    passes: int = 3
    mined: bool = True
    outside: int = 2
    replay: int = 400
    seed: int = 0


FULL = Recipe(Plan(rate=1e-4, head_rate=4e-4, warmup=15, listwise=0.7))
RECIPES = {
    "full": FULL,
    "other-seed": replace(FULL, seed=1),
    "little-replay": replace(FULL, replay=60),
    "no-outside": replace(FULL, outside=0),
    "no-mined": replace(FULL, mined=False),
}
