"""Make a tiny model of the Qwen3-Embedding architecture, with its own tokenizer and reference vectors.

Random seeded weights: it means nothing, but it has every part that makes the real one different from BERT: rotary
positions from position ids, causal mask, RMSNorm on hidden states and on each head's query and key, grouped query
attention, SwiGLU, byte-level BPE, an end-of-text token after every text, last-token pooling with padding on the left,
and an instruction in front of queries only. The app's code path for Qwen3-Embedding is tested on it.

The graph takes input_ids, attention_mask and position_ids and returns last_hidden_state.

Usage: python make_tiny_qwen3.py ../test/fixtures/models/tiny-qwen3-embedding
"""

import argparse
import base64
import json
import shutil
from pathlib import Path

import numpy as np
import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import Qwen3Config, Qwen3Model

SEED = 20260928
END = "<|endoftext|>"
# The pre-tokenizer of the Qwen family.
SPLIT = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
QUERY_PROMPT = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
# Written for this fixture; also what the tokenizer is trained on.
PASSAGES = [
    "The ferry to Ostrava Island leaves at seven and comes back before dark.",
    "Marit Oskarsen designed the bell tower in 1893 and never saw it finished.",
    "Retrieval finds passages; composition joins two facts from different passages into one answer.",
    "x",
    "",
    "  leading blanks,\ttabs and\n\nline breaks  ",
    "Größe, naïve, Ærø, 東京タワー, приве́т, 🙂",
    "A river that is named after a queen who was born in the town where the river ends. " * 6,
]
QUERIES = ["When does the ferry leave?", "Who designed the bell tower?", "東京"]


def make_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=[],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([*PASSAGES, *QUERIES, QUERY_PROMPT], trainer)
    tokenizer.add_special_tokens([AddedToken(END, normalized=False, special=True)])
    end = tokenizer.token_to_id(END)
    tokenizer.post_processor = processors.Sequence(
        [
            processors.ByteLevel(trim_offsets=False),
            processors.TemplateProcessing(single=f"$A {END}", pair=f"$A $B {END}", special_tokens=[(END, end)]),
        ]
    )
    return tokenizer


class LastState(torch.nn.Module):
    def __init__(self, model: Qwen3Model) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, position_ids):
        out = self.model(
            input_ids=input_ids, attention_mask=attention_mask, position_ids=position_ids, use_cache=False
        )
        return out.last_hidden_state


def make_model(vocabulary: int) -> Qwen3Model:
    torch.manual_seed(SEED)
    config = Qwen3Config(
        vocab_size=vocabulary,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=16,
        max_position_embeddings=512,
        attn_implementation="eager",
        # Wider than training would start with, so that attention and position really change the result.
        initializer_range=0.3,
    )
    return Qwen3Model(config).eval()


def export(model: Qwen3Model, path: Path) -> None:
    ids = torch.tensor([[1, 2, 3, 4, 5], [0, 0, 6, 7, 8]])
    mask = torch.tensor([[1, 1, 1, 1, 1], [0, 0, 1, 1, 1]])
    positions = torch.tensor([[0, 1, 2, 3, 4], [0, 0, 0, 1, 2]])
    names = ["input_ids", "attention_mask", "position_ids"]
    torch.onnx.export(
        LastState(model),
        (ids, mask, positions),
        str(path),
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes={name: {0: "batch", 1: "tokens"} for name in [*names, "last_hidden_state"]},
        opset_version=17,
        dynamo=False,
    )


def vectors(model: Qwen3Model, tokenizer: Tokenizer, texts: list[str]) -> np.ndarray:
    """All texts in one batch padded on the left, last position, normalised: as the model's authors do it."""
    rows = [tokenizer.encode(text).ids for text in texts]
    longest = max(map(len, rows))
    pad = tokenizer.token_to_id(END)
    ids = torch.tensor([[pad] * (longest - len(r)) + r for r in rows])
    mask = torch.tensor([[0] * (longest - len(r)) + [1] * len(r) for r in rows])
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    with torch.no_grad():
        hidden = model(input_ids=ids, attention_mask=mask, position_ids=positions).last_hidden_state
    return torch.nn.functional.normalize(hidden[:, -1], dim=-1).numpy()


def write_json(path: Path, value) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    target = parser.parse_args().target
    shutil.rmtree(target, ignore_errors=True)
    (target / "onnx").mkdir(parents=True)
    tokenizer = make_tokenizer()
    model = make_model(tokenizer.get_vocab_size())
    tokenizer.save(str(target / "tokenizer.json"), pretty=False)
    write_json(target / "tokenizer_config.json", {"pad_token": END, "padding_side": "left", "model_max_length": 512})
    config = model.config.to_dict()
    keep = [
        "model_type", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads",
        "num_key_value_heads", "head_dim", "vocab_size", "max_position_embeddings", "rms_norm_eps",
    ]  # fmt: skip
    write_json(target / "config.json", {key: config[key] for key in keep})
    write_json(
        target / "modules.json",
        [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
    )
    pooling = {"word_embedding_dimension": 32, "pooling_mode_cls_token": False, "pooling_mode_mean_tokens": False}
    write_json(target / "1_Pooling/config.json", pooling | {"pooling_mode_lasttoken": True})
    write_json(
        target / "config_sentence_transformers.json", {"prompts": {"query": QUERY_PROMPT, "document": ""}}
    )
    with torch.no_grad():
        export(model, target / "onnx/model.onnx")

    def encoded(texts: list[str], prefix: str) -> dict:
        full = [prefix + text for text in texts]
        found = vectors(model, tokenizer, full)
        return {
            "texts": texts,
            "ids": [tokenizer.encode(text).ids for text in full],
            "vectors": base64.b64encode(found.astype("<f4").tobytes()).decode(),
        }

    reference = {"dimension": 32, "passages": encoded(PASSAGES, ""), "queries": encoded(QUERIES, QUERY_PROMPT)}
    write_json(target / "reference.json", reference)
    similar = vectors(model, tokenizer, PASSAGES)
    print("bytes", sum(p.stat().st_size for p in target.rglob("*") if p.is_file()))
    print("cosine between passages", np.round((similar @ similar.T)[0], 2))


if __name__ == "__main__":
    main()
