"""Compare exported candidates on validation rows only; the table goes into the model card.

Each candidate gets its own temperature and threshold from the validation rows, so F1 here is optimistic for all alike;
AUC has nothing fitted. 2Wiki and PopQA are judged on their test rows with
--outside-part test: nothing is chosen by them. SQuAD figures are from the first questions of dev drawn by one seed.

Usage: python compare_presence.py ../public/models/hopscope-presence-reader/recipes.json "full=out/full/model_int8.onnx" …
"""

import argparse
import json
from pathlib import Path

from presence.judge import logits, share_present
from presence.measures import auc, best_threshold, figures, fit_temperature, reliability, sigmoid
from presence.musique import Musique
from presence.predict import Scorer
from presence.reading import musique_answers, sample, squad11
from presence.rows import accumulated_rows, fact_rows, gold_rows
from presence.wiki import popqa_facts, wiki_facts
from train_presence import MINILM

SQUAD = 100
FACTS = 40  # of 2Wiki (ten passages each) and of PopQA


def outside(scorer: Scorer, shared: Path, part: str) -> dict[str, float]:
    """AUC on natural sub-questions of the sets that only some recipes train on, from a sample of facts."""
    facts = {"2wiki": wiki_facts(shared, part), "popqa": popqa_facts(shared, part)}
    rows = {name: fact_rows(sample(found, FACTS), "natural") for name, found in facts.items()}
    return {f"{name}_auc": auc(logits(scorer, r), [x.label for x in r]) for name, r in rows.items()}


def row_of(scorer: Scorer, data: Musique, shared: Path, outside_part: str | None) -> dict:
    rows = accumulated_rows(data, "validation")
    label = [row.label for row in rows]
    found = logits(scorer, rows)
    temperature = fit_temperature(found, label)
    probability = sigmoid(found, temperature)
    threshold = best_threshold(probability, label)
    gold, removed = gold_rows(data, "validation")
    further = {}
    if outside_part:
        further = outside(scorer, shared, outside_part) | {"squad11_f1": squad11(scorer, shared, SQUAD)["f1"]}
    return {
        **figures(probability >= threshold, label),
        "auc": auc(found, label),
        "ece_without_temperature": reliability(sigmoid(found), label)["ece"],
        "ece": reliability(probability, label)["ece"],
        "temperature": temperature,
        "gold_called_absent": round(1 - share_present(scorer, gold, temperature, threshold), 4),
        "removed_called_present": share_present(scorer, removed, temperature, threshold),
        "musique_reader_f1": musique_answers(scorer, data, "validation")["f1"],
        **further,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    parser.add_argument("candidates", nargs="+", help="name=file.onnx")
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--outside-part", choices=["validation", "test"], help="also 2Wiki, PopQA and SQuAD samples")
    args = parser.parse_args()
    data = Musique(args.data)
    table = json.loads(args.target.read_text()) if args.target.exists() else {}
    for candidate in args.candidates:
        name, _, path = candidate.partition("=")
        table[name] = row_of(Scorer(Path(path), MINILM / "tokenizer.json"), data, args.data, args.outside_part)
        print(name, json.dumps(table[name]), flush=True)
        args.target.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
