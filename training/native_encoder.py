"""Native onnxruntime reference of what `src/models` computes for a mean-pooled WordPiece encoder.

One text a batch, on purpose: dynamic int8 picks one activation scale per tensor, so in a larger batch a
vector would depend on its neighbours.
"""

from pathlib import Path

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

MAX_TOKENS = 256  # sentence-transformers' max_seq_length for this model, [CLS] and [SEP] included


def load_tokenizer(path: Path, max_tokens: int = MAX_TOKENS) -> Tokenizer:
    """The tokenizer file asks for padding to 128 and truncation at 128; both are replaced."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer


def open_session(path: Path, threads: int = 1) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def embed_ids(session: ort.InferenceSession, ids: list[int]) -> np.ndarray:
    """One token sequence → one unit vector (float32, [dimension])."""
    row = np.array([ids], dtype=np.int64)
    feeds = {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
    wanted = {i.name for i in session.get_inputs()}
    names = [o.name for o in session.get_outputs()]
    output = "last_hidden_state" if "last_hidden_state" in names else names[0]
    hidden = session.run([output], {k: v for k, v in feeds.items() if k in wanted})[0]
    vector = hidden[0].mean(axis=0)
    return vector / np.linalg.norm(vector)


def embed(session: ort.InferenceSession, tokenizer: Tokenizer, texts: list[str]) -> np.ndarray:
    return np.stack([embed_ids(session, tokenizer.encode(text).ids) for text in texts])
