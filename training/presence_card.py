"""Write the model card (README.md) of hopscope-presence-reader from metrics.json, recipes.json and presence.json there
and presence_notes.json here.

Usage: python presence_card.py ../public/models/hopscope-presence-reader
"""

import argparse
import json
from pathlib import Path

HEAD = """# hopscope-presence-reader

One small encoder with two uses: does a passage *state* the fact that a sub-question asks for (presence), and which words of it are the answer (span, or none). Fine-tuned from all-MiniLM-L6-v2 (6 layers, 384 wide) on two CPU cores by `training/make_presence.sh`; {size:.1f} MB, int8 weights computed in fp32. Written by `training/presence_card.py`; every figure comes from `metrics.json` (`training/evaluate_presence.py`) and `recipes.json` (`training/compare_presence.py`).

## Use

Inputs `input_ids`, `attention_mask`, `token_type_ids` (int64): `[CLS] sub-question [SEP] passage [SEP]`, the passage as title, line break, text. Outputs `presence` (one logit a pair), `start_logits` and `end_logits` (position 0: no answer here; outside the passage -10000). Settings in `presence.json`: windows of {maxTokens} tokens, probability = sigmoid(logit / {temperature}), present from {threshold}; the reader abstains below a margin of {nullMargin} (best span less no answer). The score of a hop is the maximum over its passages.

## How it was made

1. General: SQuAD 1.1 train (short and long windows, half with the article's title in front), SQuAD 2.0 train negatives, the passage with the answer's sentences removed, other paragraphs of the article, FewRel shorthand (`head >> relation`) with swapped relations, Natural Questions (QED).
2. Hops: MuSiQue training half (natural and shorthand, bridge answers filled in and, in a quarter, open; negatives: answer's sentences removed, gold passages of other hops, distractors, BM25 passages that a model of stage 1 finds most present, swapped relations), 2WikiMultihopQA sub-questions and PopQA (answer removed, object passages, other subjects), and unseen batches of stage 1.

Loss: presence (cross-entropy, smoothed), span, and a listwise term: the positive's logit against its own group's negatives. The presence logit also sees, with a learnt weight, how far the best span leads over "no answer". Word embeddings and the lowest layer are frozen.

Split by question with SHA-256 of its id: 50 / 15 / 35. No passage of a validation or test question, none that their searches find, no MuSiQue-Full row, no SQuAD dev article and no QNLI row was trained on. Sub-questions that occur in validation or test are left out of training too.
"""

LIMITS = """## Limits

- English, encyclopaedic text. Other languages and domains are untested; check it on your own documents ("Check this judge").
- MuSiQue's labels say which passage is gold, not which passages state the fact: another passage that states it counts as an error here.
- The hop test set is small ({hops} hop rows of {questions} questions), and so is validation: differences of a few hundredths between recipes are within noise.
- The threshold was chosen for accumulated BM25 passages (k = 3). More passages a hop mean more chances for a false "present".
- The reader finds spans; it cannot count, compare or say yes or no.
- Training is small: two cores, about {hours}.
- Thread number and processor change the order of summation, so another machine makes weights that differ slightly; on one thread two runs of the first 200 steps are equal (`train_presence.py --check-determinism`).

## Data and licences

The weights are licensed under Apache-2.0, as the encoder they start from. Data: SQuAD 1.1 and 2.0 (CC BY-SA 4.0), question texts of SQuAD2-CR (MIT), FewRel (MIT), QED / Natural Questions (CC BY-SA 3.0), MuSiQue (CC BY 4.0), 2WikiMultihopQA (Apache-2.0), PopQA (MIT). No text of them is in this folder.
"""


def number(value) -> str:
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def table(header: list[str], rows: list[list]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join([*lines, *("| " + " | ".join(number(cell) for cell in row) + " |" for row in rows)])


def verdict(met: bool) -> str:
    return "met" if met else "**missed**"


def goal(what: str, wanted: str, value, met) -> list:
    """One line of the table of goals; a section that was not computed says so."""
    return [what, wanted, "not measured" if value is None else value, "" if value is None else verdict(met(value))]


def goals(m: dict) -> str:
    best = max(b["f1"] or 0.0 for b in m["musique_baselines"].values())

    def share(name: str, key: str = "share"):
        return m[name][key] if name in m else None

    reading = share("musique_gold_passage_reader", "f1")
    rows = [
        goal("F1 on MuSiQue test hops", "≥ 0.80", share("musique", "f1"), lambda v: v >= 0.8),
        goal("better F1 than every baseline", f"> {best:.3f}", share("musique", "f1"), lambda v: v > best),
        goal("gold passage without its answer sentence called present", "≤ 0.20",
             share("answer_sentence_removed_called_present"), lambda v: v <= 0.2),
        goal("gold passage called absent", "≤ 0.15", share("gold_alone_called_absent"), lambda v: v <= 0.15),
        goal("MuSiQue-Full hops without their passage called absent", "≥ 0.80",
             share("musique_unanswerable_called_absent"), lambda v: v >= 0.8),
        goal("SQuAD 1.1 dev F1 (of 100)", "≥ 75", share("squad11_dev", "f1") or share("squad11_dev_sample", "f1"), lambda v: v >= 75),
        goal("SQuAD 2.0 dev F1 (of 100)", "≥ 62", share("squad2_dev", "f1") or share("squad2_dev_sample", "f1"), lambda v: v >= 62),
        goal("MuSiQue hop answer F1, gold passage given", "≥ 0.55",
             None if reading is None else reading / 100, lambda v: v >= 0.55),
        goal("int8 on the same side of the threshold as fp32", "≥ 0.99",
             share("int8_against_fp32", "same_side"), lambda v: v >= 0.99),
    ]  # fmt: skip
    return table(["what", "goal", "reached", ""], rows)


def presence_table(m: dict) -> str:
    keys = ["precision", "recall", "f1", "accuracy", "auc"]
    hop = m["musique"]
    rows = [["**this model**", *(hop[k] for k in keys)]]
    rows += [[name.replace("_", " "), *(row.get(k) for k in keys)] for name, row in m["musique_baselines"].items()]
    others = [
        [name.replace("_", ", "), m[name]["rows"], *(m[name][k] for k in keys), m[name]["calibration"]["ece"]]
        for name in ("2wiki_natural", "2wiki_shorthand", "popqa_natural", "popqa_shorthand")
        if name in m
    ]
    bins = [
        [f"{b['from']:.1f}–{b['from'] + 0.1:.1f}", b["rows"], b["mean"], b["present"]] for b in hop["calibration"]["bins"]
    ]
    parts = [
        f"### MuSiQue test hops\n\n{hop['rows']} rows, {hop['present']} present: accumulated passages of BM25 k = 3 a "
        "sub-question with gold bridge answers, over all distinct passages of the file, and the same hops without their "
        'gold passage. Label: a gold passage of the hop is among them (so the baseline "gold passage present" is the '
        "label itself). Hop number and retrieval recall (share of the question's gold passages) got their cut from "
        "validation rows, as the model did.",
        table(["judge", "P", "R", "F1", "accuracy", "AUC"], rows),
        f"Calibration (ECE {hop['calibration']['ece']:.3f}):",
        table(["probability", "rows", "mean", "share present"], bins),
    ]
    if others:
        parts += [
            "### Other sets\n\nTest parts; every fact with its passage among the row's passages, and without it. The "
            "training parts of both sets were in the mix.",
            table(["set", "rows", "P", "R", "F1", "accuracy", "AUC", "ECE"], others),
        ]
    if "musique_unanswerable_all_20_called_absent" in m:
        whole = m["musique_unanswerable_all_20_called_absent"]
        parts.append(
            "MuSiQue-Full with all 20 paragraphs of the question instead of what BM25 finds: called absent in "
            f"{whole['share']:.3f} of {whole['rows']} hops."
        )
    return "\n\n".join(parts)


def reader_table(m: dict) -> str:
    rows = []
    for name, key in (("SQuAD 1.1 dev", "squad11_dev"), ("SQuAD 2.0 dev (as shared)", "squad2_dev")):
        found = m.get(key) or m.get(f"{key}_sample")
        if found:
            rows.append([name if key in m else f"{name}, a seeded sample", found])
            rows += [[f"– {half}", found[half]] for half in ("answerable", "unanswerable") if half in found]
    rows.append(["MuSiQue test hops, gold passage given, no abstention", m["musique_gold_passage_reader"]])
    return table(["set", "questions", "EM", "F1"], [[n, x["rows"], f"{x['em']:.1f}", f"{x['f1']:.1f}"] for n, x in rows])


def recipes_table(recipes: dict) -> str:
    named = {"f1": "F1", "auc": "AUC", "ece_without_temperature": "ECE before temperature", "ece": "ECE",
             "gold_called_absent": "gold called absent", "removed_called_present": "answer removed, called present",
             "2wiki_auc": "2Wiki test AUC (sample)", "popqa_auc": "PopQA test AUC (sample)",
             "musique_reader_f1": "MuSiQue reader F1", "squad11_f1": "SQuAD 1.1 F1 (sample)"}  # fmt: skip
    shown = {key: title for key, title in named.items() if any(key in row for row in recipes.values())}
    return table(["recipe", *shown.values()], [[name, *(row.get(k) for k in shown)] for name, row in recipes.items()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    read = {n: json.loads((folder / f"{n}.json").read_text()) for n in ("metrics", "recipes", "presence")}
    # What a person has to say about the run: reasons for missed goals, how the recipes were compared, the choice.
    training = json.loads((Path(__file__).parent / "presence_notes.json").read_text())
    m = read["metrics"]
    if m["revision"] != read["presence"]["revision"]:
        raise SystemExit("metrics.json belongs to other weights")
    size = (folder / "onnx/model_int8.onnx").stat().st_size / 1e6
    parts = [
        HEAD.format(size=size, **read["presence"]),
        f"## Figures against the goals\n\n{goals(m)}",
        training["reasons"],
        presence_table(m),
        f"### Reader\n\n{reader_table(m)}",
        f"## What was tried\n\nValidation rows. {training['comparison']}\n\n{recipes_table(read['recipes'])}",
        training["choice"],
        LIMITS.format(hops=m["musique"]["rows"], questions=training["test_questions"], hours=training["hours"]),
    ]
    (folder / "README.md").write_text("\n\n".join(part.strip() for part in parts if part) + "\n")


if __name__ == "__main__":
    main()
