"""The network: the MiniLM encoder, a span head and a presence head that also sees the best span."""

from pathlib import Path

import torch
from torch import nn
from transformers import BertConfig, BertModel

SEP = 102
MASKED = -1e4


class PresenceReader(nn.Module):
    """input_ids, attention_mask, token_type_ids [batch, tokens] → presence [batch], start and end [batch, tokens].

    Span logits outside the passage are -10000, but for position 0, which stands for "no answer here".
    The presence logit is a small perceptron over [CLS] plus a learnt share of the lead of the best span over no answer.
    """

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        width = bert.config.hidden_size
        self.bert = bert
        self.span = nn.Linear(width, 2)
        self.pool = nn.Linear(width, width)
        self.presence = nn.Linear(width, 1)
        self.lead = nn.Parameter(torch.tensor(0.2))
        self.bfloat16 = False  # while training: the encoder's matrix products in bfloat16, all else in fp32

    def forward(self, input_ids, attention_mask, token_type_ids):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.bfloat16 and self.training):
            hidden = self.bert(
                input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
            ).last_hidden_state
        hidden = hidden.float()
        in_passage = token_type_ids.bool() & (input_ids != SEP) & attention_mask.bool()
        spans = self.span(hidden)
        inside = spans.masked_fill(~in_passage.unsqueeze(-1), MASKED)
        null = spans[:, :1]
        lead = (inside.amax(dim=1) - null[:, 0]).sum(dim=-1).clamp(-30.0, 30.0)
        first = hidden[:, 0]
        presence = self.presence(torch.tanh(self.pool(first))).squeeze(-1) + self.lead * lead
        logits = torch.cat([null, inside[:, 1:]], dim=1)
        return presence, logits[..., 0], logits[..., 1]


def load_encoder(model_dir: Path, attention: str = "sdpa", dropout: float = 0.0) -> BertModel:
    from safetensors.torch import load_file

    config = BertConfig.from_pretrained(
        model_dir,
        attn_implementation=attention,
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=dropout,
    )
    bert = BertModel(config, add_pooling_layer=False)
    state = {k: v for k, v in load_file(model_dir / "model.safetensors").items() if not k.startswith("pooler.")}
    missing, unexpected = bert.load_state_dict(state, strict=False)
    if missing or [k for k in unexpected if k != "embeddings.position_ids"]:
        raise SystemExit(f"weights do not fit: missing {missing}, unexpected {unexpected}")
    return bert


def freeze(model: PresenceReader, layers: int) -> None:
    """The embeddings and the lowest layers stay as they are: they are general, and half of the backward pass is theirs."""
    for module in [model.bert.embeddings, *model.bert.encoder.layer[:layers]]:
        for parameter in module.parameters():
            parameter.requires_grad = False
