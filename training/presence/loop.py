"""The training loop: one process, exact resume, threads that can be changed while it runs."""

import json
import math
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
import torch.nn.functional as F

from .encode import PAD, Encoded
from .model import PresenceReader


@dataclass(frozen=True)
class Plan:
    """Learning rates rise over `warmup` steps, stay, and fall to `floor` of the peak over the last `decay` steps.

    From step `halved_from` on a batch is two updates: large batches steady the start, later they waste pairs.
    """

    rate: float = 2e-4
    head_rate: float = 1e-3
    warmup: int = 60
    decay: int = 0
    floor: float = 0.05
    weight_decay: float = 0.01
    span_weight: float = 1.0
    listwise: float = 0.5
    smoothing: float = 0.02
    clip: float = 1.0
    halved_from: int = 0


def collate(batch: list[list[Encoded]]):
    rows = [e for group in batch for e in group]
    longest = max(len(e.ids) for e in rows)
    ids = torch.full((len(rows), longest), PAD)
    mask, types = torch.zeros_like(ids), torch.zeros_like(ids)
    for i, e in enumerate(rows):
        ids[i, : len(e.ids)] = torch.tensor(e.ids)
        mask[i, : len(e.ids)] = 1
        types[i, e.question_tokens + 2 : len(e.ids)] = 1
    target = torch.tensor([[e.label, e.start, e.end] for e in rows])
    group = torch.tensor([g for g, members in enumerate(batch) for _ in members])
    return ids, mask, types, target, group


def listwise_loss(logits, labels, group):
    """Mean over positives of -log(their share of exp(logit) among the negatives of the same group and themselves)."""
    terms = []
    for g in group.unique():
        inside = group == g
        negatives = logits[inside & (labels == 0)]
        if len(negatives):
            terms.extend(torch.logsumexp(torch.cat([p[None], negatives]), 0) - p for p in logits[inside & (labels == 1)])
    return torch.stack(terms).mean() if terms else logits.sum() * 0


def losses(model: PresenceReader, batch: list[list[Encoded]], plan: Plan):
    ids, mask, types, target, group = collate(batch)
    presence, start, end = model(ids, mask, types)
    label = target[:, 0]
    smooth = label.float() * (1 - 2 * plan.smoothing) + plan.smoothing
    bce = F.binary_cross_entropy_with_logits(presence, smooth)
    known = target[:, 1] >= 0
    span = presence.sum() * 0
    if known.any():
        span = (F.cross_entropy(start[known], target[known, 1]) + F.cross_entropy(end[known], target[known, 2])) / 2
    ranked = listwise_loss(presence, label, group) if plan.listwise else presence.sum() * 0
    return bce + plan.span_weight * span + plan.listwise * ranked, bce, span, ranked


class Trainer:
    def __init__(self, model: PresenceReader, batches: list, plan: Plan, folder: Path, control: Path | None) -> None:
        self.model, self.batches, self.plan, self.folder, self.control = model, batches, plan, folder, control
        heads = [p for n, p in model.named_parameters() if p.requires_grad and not n.startswith("bert.")]
        body = [p for n, p in model.named_parameters() if p.requires_grad and n.startswith("bert.")]
        groups = [{"params": body, "lr": plan.rate}, {"params": heads, "lr": plan.head_rate}]
        self.optimiser = torch.optim.AdamW(groups, weight_decay=plan.weight_decay, fused=True)
        self.step = 0
        folder.mkdir(parents=True, exist_ok=True)

    def scale(self, step: int) -> float:
        left = len(self.batches) - step
        up = min(1.0, (step + 1) / max(1, self.plan.warmup))
        down = min(1.0, left / self.plan.decay) if self.plan.decay else 1.0
        return up * (self.plan.floor + (1 - self.plan.floor) * down)

    def save(self, name: str) -> None:
        state = {
            "step": self.step,
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "rng": torch.get_rng_state(),
            "plan": asdict(self.plan),
        }
        part = self.folder / f"{name}.part"
        torch.save(state, part)
        os.replace(part, self.folder / f"{name}.pt")

    def resume(self) -> None:
        path = self.folder / "last.pt"
        if path.exists():
            state = torch.load(path, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.optimiser.load_state_dict(state["optimiser"])
            torch.set_rng_state(state["rng"])
            self.step = state["step"]

    def wanted(self, key: str, default: int) -> int:
        """`threads` and `stop` are read from small files beside the control file's folder while training runs."""
        try:
            return int((self.control / key).read_text()) if self.control else default
        except (FileNotFoundError, ValueError):
            return default

    def parts(self, batch: list[list[Encoded]]) -> list[list[list[Encoded]]]:
        if self.step < self.plan.halved_from or len(batch) < 2:
            return [batch]
        return [batch[: len(batch) // 2], batch[len(batch) // 2 :]]

    def update(self, batch: list[list[Encoded]]) -> list[float]:
        """One optimiser step. Returns total loss and its parts."""
        values = losses(self.model, batch, self.plan)
        values[0].backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.plan.clip)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        return [value.item() for value in values]

    def run(self, limit: int | None = None, every_seconds: float = 300, keep: tuple[int, ...] = ()) -> list[float]:
        """Trains from the current step to `limit` (or the end). Returns the loss of each update."""
        history, window, tokens, pairs = [], [], 0, 0
        marked = saved = time.monotonic()
        stop = min(len(self.batches), limit or len(self.batches))
        self.model.train()
        while self.step < stop and self.step < self.wanted("stop", stop):
            if self.control and self.step % 10 == 0:
                torch.set_num_threads(self.wanted("threads", 1))
            batch = self.batches[self.step]
            factor = self.scale(self.step)
            for group, rate in zip(self.optimiser.param_groups, (self.plan.rate, self.plan.head_rate), strict=True):
                group["lr"] = rate * factor
            found = [self.update(part) for part in self.parts(batch)]
            self.step += 1
            history.extend(values[0] for values in found)
            if not math.isfinite(history[-1]):
                raise SystemExit(f"loss is not finite at step {self.step}")
            window.extend(found)
            pairs += sum(len(g) for g in batch)
            tokens += sum(len(e.ids) for g in batch for e in g)
            if self.step % 25 == 0 or self.step == stop:
                self.log(window, pairs, tokens, time.monotonic() - marked)
                marked, window, tokens, pairs = time.monotonic(), [], 0, 0
            if time.monotonic() - saved > every_seconds:
                self.save("last")
                saved = time.monotonic()
            if self.step in keep:
                self.save(f"step-{self.step}")
        self.save("last")
        return history

    def log(self, window, pairs: int, tokens: int, seconds: float) -> None:
        mean = [round(sum(column) / len(window), 4) for column in zip(*window, strict=True)]
        row = {"step": self.step, "of": len(self.batches), "loss": mean[0], "presence": mean[1], "span": mean[2]}
        row |= {"listwise": mean[3], "pairs_per_s": round(pairs / seconds, 2), "tokens_per_s": round(tokens / seconds)}
        row |= {"threads": torch.get_num_threads(), "lead": round(self.model.lead.item(), 3)}
        with (self.folder / "log.jsonl").open("a") as out:
            out.write(json.dumps(row) + "\n")
