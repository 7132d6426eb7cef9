"""Make a tiny sequence classifier of the RoBERTa architecture, with its own tokenizer and reference probabilities.

Random seeded weights: it means nothing, but it has every part in which a classifier that a user brings differs from the
shipped one: two logits with named classes, byte-level BPE, <s> question </s></s> passage </s>, no segments, and positions
that count from 2. The app's code path for own classifiers is tested on it.

Usage: python make_tiny_classifier.py ../test/fixtures/models/tiny-pair-classifier
"""

import argparse
import json
import shutil
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import RobertaConfig, RobertaForSequenceClassification

SEED = 20261130
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
TOKENS = 64
# Written for this fixture; also what the tokenizer is trained on.
PAIRS = [
    ("When does the ferry leave?", "The ferry to Ostrava Island leaves at seven and comes back before dark."),
    ("Who designed the bell tower?", "Marit Oskarsen designed the bell tower in 1893 and never saw it finished."),
    ("Who designed the bell tower?", "The bell tower was struck by lightning twice."),
    ("東京?", "Größe, naïve, Ærø, 東京タワー, приве́т, 🙂"),
    ("x", "  leading blanks,\ttabs and\n\nline breaks  "),
]


def make_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([text for pair in PAIRS for text in pair], trainer)
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=True, add_prefix_space=False
    )
    return tokenizer


class Logits(torch.nn.Module):
    def __init__(self, model: RobertaForSequenceClassification) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask):
        # Spelled out: what the library derives from these two it derives from the traced example's shape.
        real = input_ids.ne(1).long()
        return self.model(
            input_ids=input_ids,
            attention_mask=(1 - attention_mask[:, None, None, :].float()) * -1e9,
            position_ids=real.cumsum(1) * real + 1,
            token_type_ids=torch.zeros_like(input_ids),
        ).logits


def make_model(vocabulary: int) -> RobertaForSequenceClassification:
    torch.manual_seed(SEED)
    config = RobertaConfig(
        vocab_size=vocabulary,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=1,
        num_attention_heads=4,
        max_position_embeddings=TOKENS + 2,
        type_vocab_size=1,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
        id2label={0: "not answerable", 1: "answerable"},
        label2id={"not answerable": 0, "answerable": 1},
        attn_implementation="eager",
        # Wider than training would start with, so that attention and position really change the result.
        initializer_range=0.3,
    )
    return RobertaForSequenceClassification(config).eval()


def write_json(path: Path, value) -> None:
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
    write_json(target / "tokenizer_config.json", {"pad_token": "<pad>", "model_max_length": TOKENS})
    config = model.config.to_dict()
    keep = ["model_type", "hidden_size", "vocab_size", "max_position_embeddings", "id2label"]
    write_json(target / "config.json", {key: config[key] for key in keep})
    ids = torch.tensor([[0, 7, 8, 2, 2], [0, 9, 2, 1, 1]])
    names = ["input_ids", "attention_mask"]
    with torch.no_grad():
        torch.onnx.export(
            Logits(model).eval(),
            (ids, (ids != 1).long()),
            str(target / "onnx/model.onnx"),
            input_names=names,
            output_names=["logits"],
            dynamic_axes={name: {0: "batch", 1: "tokens"} for name in names} | {"logits": {0: "batch"}},
            opset_version=17,
            dynamo=False,
        )
        answerable = []
        for question, passage in PAIRS:
            row = torch.tensor([tokenizer.encode(question, passage).ids])
            assert row.shape[1] <= TOKENS
            logits = model(input_ids=row, attention_mask=torch.ones_like(row)).logits[0]
            answerable.append(round(logits.softmax(0)[1].item(), 6))
    write_json(target / "reference.json", {"pairs": PAIRS, "answerable": answerable})
    print(answerable)


if __name__ == "__main__":
    main()
