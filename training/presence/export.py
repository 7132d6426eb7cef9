"""ONNX export and weight-only int8.

int8 weights computed in fp32, as the encoder's file: one scale an output channel for products, one a row for the word
embeddings, each a Cast and a Mul in front of its consumer, which runtimes fold away when they load the file.
Activations stay in floating point: two correct runtimes then agree to rounding (docs/models.md).
"""

import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from .model import PresenceReader

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]
OUTPUTS = ["presence", "start_logits", "end_logits"]


def export_fp32(model: PresenceReader, path: Path) -> None:
    """The model must have been built with eager attention. Two rows of unequal length keep every axis dynamic."""
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    ids = torch.tensor([[101, 7592, 102, 2088, 2003, 102], [101, 7592, 102, 2088, 102, 0]])
    mask = (ids != 0).long()
    types = torch.tensor([[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0]])
    axes = {name: {0: "batch", 1: "tokens"} for name in [*INPUTS, *OUTPUTS[1:]]} | {"presence": {0: "batch"}}
    with torch.no_grad():
        torch.onnx.export(
            model.eval(), (ids, mask, types), str(path), input_names=INPUTS, output_names=OUTPUTS,
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip


def quantised(values: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8 with one scale for each slice along the other axis."""
    scale = np.maximum(np.abs(values).max(axis=axis, keepdims=True), 1e-12).astype(np.float32) / 127
    return np.clip(np.round(values / scale), -127, 127).astype(np.int8), scale.astype(np.float32)


def quantise_weights(source: Path, target: Path) -> int:
    """Returns how many tensors were stored as int8."""
    model = onnx.load(source)
    graph = model.graph
    weights = {t.name: t for t in graph.initializer}
    nodes, done, added = [], {}, []

    def widen(name: str, axis: int) -> str:
        if name not in done:
            q, scale = quantised(numpy_helper.to_array(weights[name]).astype(np.float32), axis)
            added.extend([numpy_helper.from_array(q, f"{name}/int8"), numpy_helper.from_array(scale, f"{name}/scale")])
            nodes.append(helper.make_node("Cast", [f"{name}/int8"], [f"{name}/cast"], to=TensorProto.FLOAT))
            nodes.append(helper.make_node("Mul", [f"{name}/cast", f"{name}/scale"], [f"{name}/wide"]))
            done[name] = f"{name}/wide"
        return done[name]

    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in weights and min(weights[node.input[1]].dims) >= 256:
            node.input[1] = widen(node.input[1], 0)
        elif node.op_type == "Gather" and "word_embeddings" in node.input[0]:
            table, ids, out = node.input[0], node.input[1], node.output[0]
            q, scale = quantised(numpy_helper.to_array(weights[table]).astype(np.float32), 1)
            added.extend([numpy_helper.from_array(q, f"{table}/int8"), numpy_helper.from_array(scale, f"{table}/scale")])
            done[table] = table
            nodes.append(helper.make_node("Gather", [f"{table}/int8", ids], [f"{out}/int8"]))
            nodes.append(helper.make_node("Cast", [f"{out}/int8"], [f"{out}/cast"], to=TensorProto.FLOAT))
            nodes.append(helper.make_node("Gather", [f"{table}/scale", ids], [f"{out}/scale"]))
            nodes.append(helper.make_node("Mul", [f"{out}/cast", f"{out}/scale"], [out]))
            continue
        nodes.append(node)
    used = {name for node in nodes for name in node.input}
    kept = [t for t in [*weights.values(), *added] if t.name in used]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.checker.check_model(model)
    onnx.save(model, target)
    return len(done)
