"""The recipes that were compared for the hop stage. Each differs from `full` in one point."""

from dataclasses import dataclass, replace

from .loop import Plan


@dataclass(frozen=True)
class Recipe:
    """`replay` is how many unseen batches of stage 1 are mixed in, so that the reader does not forget."""

    plan: Plan
    passes: int = 2
    mined: bool = True
    outside: bool = True
    replay: int = 60


FULL = Recipe(Plan(rate=1e-4, head_rate=4e-4, warmup=15, listwise=0.7))
RECIPES = {
    "full": FULL,
    "no-mined": replace(FULL, mined=False),
    "no-outside": replace(FULL, outside=False),
}
