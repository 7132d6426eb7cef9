"""Quantise the exported MiniLM graph to int8 with one activation scale a token.

The usual dynamic quantisation (`onnxruntime.quantization.quantize_dynamic`) picks one activation scale a tensor.
For this model that costs about 0.006 of cosine, lets a vector depend on its batch neighbours, and turns the
smallest difference between two machines into flipped roundings all over the tensor: a browser and a native run
of the same file then agree only to about 0.99. Here instead:

- activations: uint8, symmetric around 128, one scale a token (row). After GELU, whose minimum is -0.17, the range
  is shifted so that all 256 steps are used; the shift is undone exactly with the column sums of the weights.
- weights: uint8 around 128, one scale an output channel. Unsigned on both sides, because the signed kernel of
  AVX2 machines without VNNI saturates in 16 bits.
- the value projections stay in floating point (stored as fp16, widened once at load): they alone cause two thirds
  of the error of int8 and are one twelfth of the work.
- word embeddings: int8, one scale a row.

Usage: python quantise_minilm.py fp32.onnx TARGET.onnx
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.transformers import optimizer
from onnxruntime.transformers.fusion_options import FusionOptions

GELU_SHIFT = 0.17  # GELU(x) >= -0.16997
FLOAT, UINT8 = TensorProto.FLOAT, TensorProto.UINT8


class Rewriter:
    """Walks the graph once and replaces MatMul and Gather nodes whose second or first input is a weight."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.weights = {t.name: t for t in model.graph.initializer}
        self.nodes: list[onnx.NodeProto] = []
        self.quantised: set[str] = set()
        for name, value in {
            "q/eps": np.float32(1e-12),
            "q/127th": np.float32(1 / 127),
            "q/255th": np.float32(1 / 255),
            "q/one": np.float32(1),
            "q/shift": np.float32(GELU_SHIFT),
            "q/zero": np.uint8(0),
            "q/middle": np.uint8(128),
            "q/axis": np.array([1], np.int64),
            "q/from": np.array([0], np.int64),
            "q/to": np.array([2], np.int64),
        }.items():
            self.constant(name, value)

    def constant(self, name: str, value) -> str:
        self.weights.setdefault(name, numpy_helper.from_array(np.asarray(value), name))
        return name

    def add(self, op: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(op, inputs, [output], name=output, **attributes))
        return output

    def quantise_rows(self, x: str, width: int, after_gelu: bool) -> None:
        """[batch, tokens, width] → `x/q` uint8 [batch*tokens, width] with `x/scale` [batch*tokens, 1]."""
        if x in self.quantised:
            return  # query and key read the same tensor
        self.quantised.add(x)
        shape = self.constant(f"q/rows{width}", np.array([-1, width], np.int64))
        rows = self.add("Reshape", [x, shape], f"{x}/rows")
        source = self.add("Add", [rows, "q/shift"], f"{x}/shifted") if after_gelu else rows
        size = source if after_gelu else self.add("Abs", [rows], f"{x}/abs")
        top = self.add("ReduceMax", [size], f"{x}/max", axes=[1], keepdims=0)
        top = self.add("Max", [top, "q/eps"], f"{x}/top")
        scale = self.add("Mul", [top, "q/255th" if after_gelu else "q/127th"], f"{x}/scale1")
        count = self.add("Shape", [scale], f"{x}/count")
        zero = helper.make_tensor("value", UINT8, [1], [0 if after_gelu else 128])
        zeros = self.add("ConstantOfShape", [count], f"{x}/zeros", value=zero)
        self.add("QuantizeLinear", [source, scale, zeros], f"{x}/q", axis=0)
        self.add("Unsqueeze", [scale, "q/axis"], f"{x}/scale")
        self.add("Slice", [self.add("Shape", [x], f"{x}/shape"), "q/from", "q/to"], f"{x}/lead")

    def matmul(self, node: onnx.NodeProto) -> None:
        x, weight, out = node.input[0], node.input[1], node.output[0]
        w = numpy_helper.to_array(self.weights[weight]).astype(np.float32)
        after_gelu = w.shape[0] > w.shape[1]
        self.quantise_rows(x, w.shape[0], after_gelu)
        scale = np.maximum(np.abs(w).max(axis=0), 1e-12) / 127
        q = np.clip(np.round(w / scale), -127, 127)
        wq = self.constant(f"{weight}/q", (q + 128).astype(np.uint8))
        ws = self.constant(f"{weight}/scale", scale.astype(np.float32))
        y = f"{out}/scaled"
        inputs = [f"{x}/q", wq, "q/one", ws, "q/zero" if after_gelu else "q/middle", "q/middle"]
        self.add("MatMulIntegerToFloat", inputs, f"{out}/int", domain="com.microsoft")
        self.add("Mul", [f"{out}/int", f"{x}/scale"], y)
        if after_gelu:
            undo = (-GELU_SHIFT * (q * scale).sum(axis=0)).astype(np.float32)
            y = self.add("Add", [y, self.constant(f"{weight}/undo", undo)], f"{out}/unshifted")
        width = self.constant(f"q/width{w.shape[1]}", np.array([w.shape[1]], np.int64))
        shape = self.add("Concat", [f"{x}/lead", width], f"{out}/shape", axis=0)
        self.add("Reshape", [y, shape], out)

    def half(self, node: onnx.NodeProto) -> None:
        weight = node.input[1]
        w = numpy_helper.to_array(self.weights[weight]).astype(np.float16)
        node.input[1] = self.add("Cast", [self.constant(f"{weight}/half", w)], f"{weight}/wide", to=FLOAT)
        self.nodes.append(node)

    def embedding(self, node: onnx.NodeProto) -> None:
        table, ids, out = node.input[0], node.input[1], node.output[0]
        w = numpy_helper.to_array(self.weights[table]).astype(np.float32)
        scale = np.maximum(np.abs(w).max(axis=1, keepdims=True), 1e-12) / 127
        q = self.constant(f"{table}/q", np.clip(np.round(w / scale), -127, 127).astype(np.int8))
        s = self.constant(f"{table}/scale", scale.astype(np.float32))
        rows = self.add("Cast", [self.add("Gather", [q, ids], f"{out}/q")], f"{out}/f", to=FLOAT)
        self.add("Mul", [rows, self.add("Gather", [s, ids], f"{out}/s")], out)

    def run(self) -> onnx.ModelProto:
        graph = self.model.graph
        for node in graph.node:
            if node.op_type == "MatMul" and node.input[1] in self.weights:
                (self.half if "/self/value/" in node.name else self.matmul)(node)
            elif node.op_type == "Gather" and "word_embeddings" in node.input[0]:
                self.embedding(node)
            else:
                self.nodes.append(node)
        del graph.node[:], graph.initializer[:]
        graph.node.extend(self.nodes)
        used = {name for node in self.nodes for name in node.input}
        graph.initializer.extend(t for name, t in self.weights.items() if name in used)
        return self.model


def fuse(path: Path) -> onnx.ModelProto:
    """Fuses LayerNorm, GELU and skip connections; attention stays apart, so that its projections can be told apart."""
    options = FusionOptions("bert")
    options.enable_embed_layer_norm = False
    options.enable_attention = False
    fused = optimizer.optimize_model(
        str(path), model_type="bert", num_heads=12, hidden_size=384, optimization_options=options, opt_level=0
    )
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "fused.onnx"
        fused.save_model_to_file(str(target))
        return onnx.load(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    rewriter = Rewriter(fuse(args.source))
    model = rewriter.run()
    replaced = sum(n.op_type == "MatMulIntegerToFloat" for n in model.graph.node)
    if replaced != 30:  # 6 layers × (query, key, attention output, feed-forward in, feed-forward out)
        raise SystemExit(f"expected 30 quantised products, made {replaced}: the graph is not the one this was written for")
    onnx.save(model, args.target)
    print(f"{args.target.name}\t{args.target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
