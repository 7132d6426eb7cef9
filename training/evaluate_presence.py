"""Evaluate the exported fact-presence classifier and reader; writes metrics.json beside the model.

With --fit, temperature, threshold and the reader's margin are chosen first, on validation rows only, and written to
presence.json. Without it they are read from there: running this on the committed files gives the committed figures.

Usage: python evaluate_presence.py ../public/models/hopscope-presence-reader [--fit] [--reference fp32.onnx] [--quick]
"""

import argparse
import json
from pathlib import Path

import numpy as np

from presence.judge import baselines, judged, logits, share_present
from presence.measures import best_threshold, fit_temperature, sigmoid
from presence.musique import Musique, hops_of
from presence.predict import Scorer, Verdict
from presence.reading import musique_answers, null_margin, squad2, squad11, unseen_questions
from presence.recipes import GENERAL, RECIPES, SHIPPED, Draw
from presence.rows import Row, accumulated_rows, fact_rows, gold_rows, removed_rows, shown
from presence.wiki import popqa_facts, wiki_facts
from train_presence import SEED

QUICK = 400


def fit(scorer: Scorer, data: Musique, shared: Path, draw: Draw) -> dict[str, float]:
    rows = accumulated_rows(data, "validation")
    found, label = logits(scorer, rows), [row.label for row in rows]
    temperature = fit_temperature(found, label)
    threshold = best_threshold(sigmoid(found, temperature), label)
    margin = null_margin(scorer, shared, unseen_questions(shared, SEED, draw))
    return {"temperature": temperature, "threshold": threshold, "nullMargin": margin}


def sections(scorer: Scorer, data: Musique, shared: Path, settings: dict, part: str, quick: bool, fp32: Path | None):
    """(name, how to compute it), what is asked first coming first: each is written as soon as it is there."""
    t, cut = settings["temperature"], settings["threshold"]
    hops = accumulated_rows(data, part)
    gold, removed = gold_rows(data, part)
    searched, whole = removed_rows(data)

    def absent(rows: list[Row]) -> float:
        return round(1 - share_present(scorer, rows, t, cut), 4)

    def facts(rows: list, form: str):
        return lambda: judged(scorer, fact_rows(rows, form), t, cut)

    wiki, popqa = wiki_facts(shared, part), popqa_facts(shared, part)
    yield "musique", lambda: judged(scorer, hops, t, cut)
    yield "musique_baselines", lambda: baselines(accumulated_rows(data, "validation"), hops)
    yield "gold_alone_called_absent", lambda: {"rows": len(gold), "share": absent(gold)}
    yield "answer_sentence_removed_called_present", lambda: {"rows": len(removed), "share": round(1 - absent(removed), 4)}
    yield "musique_gold_passage_reader", lambda: musique_answers(scorer, data, part)
    yield "musique_unanswerable_called_absent", lambda: {"rows": len(searched), "share": absent(searched)}
    yield "squad11_dev_sample", lambda: squad11(scorer, shared, QUICK)
    yield "squad2_dev_sample", lambda: squad2(scorer, shared, settings["nullMargin"], QUICK)
    if fp32:
        reference = Scorer(fp32, scorer.tokenizer)
        yield "int8_against_fp32", lambda: agreement(scorer, reference, hops, settings)
    yield "popqa_natural", facts(popqa, "natural")
    yield "popqa_shorthand", facts(popqa, "shorthand")
    if not quick:
        yield "squad11_dev", lambda: squad11(scorer, shared)
        yield "squad2_dev", lambda: squad2(scorer, shared, settings["nullMargin"])
    yield "musique_unanswerable_all_20_called_absent", lambda: {"rows": len(whole), "share": absent(whole)}
    yield "2wiki_natural", facts(wiki, "natural")
    yield "2wiki_shorthand", facts(wiki, "shorthand")


def warm(scorer: Scorer, data: Musique, path: Path, revision: str) -> int:
    """Takes over recorded scores of the same weights (test/fixtures/make/presence_scores.py); returns how many."""
    recorded = json.loads(path.read_text())
    if recorded["revision"] != revision:
        raise SystemExit("the recorded scores belong to other weights")
    rows = {row["id"]: row for row in data.rows}
    place = {(row["id"], p["idx"]): (p["title"], p["paragraph_text"]) for row in data.rows for p in row["paragraphs"]}
    for hop in recorded["hops"]:
        question, _, number = hop["hop"].rpartition(":")
        asked = hops_of(rows[question])[int(number) - 1].question
        for source, idx, presence, margin, start, end in hop["pairs"]:
            text = shown(place[source, idx])
            scorer.cache[asked, text] = Verdict(presence, margin, (start, end), text[start:end])
    return len(scorer.cache)


def agreement(scorer: Scorer, reference: Scorer, rows: list[Row], settings: dict) -> dict:
    a, b = logits(scorer, rows), logits(reference, rows)
    sides = [sigmoid(x, settings["temperature"]) >= settings["threshold"] for x in (a, b)]
    return {
        "rows": len(rows),
        "same_side": round(float((sides[0] == sides[1]).mean()), 4),
        "largest_logit_difference": round(float(np.abs(a - b).max()), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--reference", type=Path, help="fp32.onnx, to measure what int8 changes")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--recipe", choices=sorted(RECIPES), default=SHIPPED, help="by which the weights were made (--fit)")
    parser.add_argument("--fit-only", action="store_true", help="choose the settings and stop")
    parser.add_argument("--part", choices=["validation", "test"], default="test")
    parser.add_argument("--continue", dest="resume", action="store_true", help="keep sections already in metrics.json")
    parser.add_argument("--scores", type=Path, help="recorded scores of MuSiQue test hops, instead of computing them")
    parser.add_argument("--quick", action="store_true", help=f"no more than {QUICK} SQuAD questions a set; prints, writes nothing")
    args = parser.parse_args()
    scorer = Scorer(args.folder / "onnx/model_int8.onnx", args.folder / "tokenizer.json")
    data, path, target = Musique(args.data), args.folder / "presence.json", args.folder / "metrics.json"
    settings = json.loads(path.read_text())
    if args.fit or args.fit_only:
        settings |= fit(scorer, data, args.data, GENERAL[RECIPES[args.recipe].general].draw)
        path.write_text(json.dumps(settings, indent=2, ensure_ascii=False) + "\n")
    if args.fit_only:
        return print(path.read_text())
    if args.scores:
        print("recorded scores", warm(scorer, data, args.scores, settings["revision"]), flush=True)
    old = json.loads(target.read_text()) if target.exists() else {}
    names = ("revision", "temperature", "threshold", "nullMargin")
    metrics = {"part": args.part} | {name: settings[name] for name in names}
    same = all(old.get(name) == value for name, value in metrics.items())
    for name, compute in sections(
        scorer, data, args.data, settings, args.part, args.quick, args.reference
    ):
        metrics[name] = old[name] if args.resume and same and name in old else compute()
        print(name, json.dumps(metrics[name]), flush=True)
        # What int8 changes needs the fp32 file, which is not shipped: kept from the run that had it.
        kept = {"int8_against_fp32": old["int8_against_fp32"]} if same and "int8_against_fp32" in old else {}
        if not args.quick:
            target.write_text(json.dumps(kept | metrics, indent=1) + "\n")


if __name__ == "__main__":
    main()
