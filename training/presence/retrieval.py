"""BM25 as the app computes it (docs/retrieval.md): tokens of rule `words/1`, Lucene's variant, k1 1.2, b 0.75."""

import unicodedata

import bm25s
import numpy as np
import regex

WORD = regex.compile(r"[\p{L}\p{N}\p{M}]+")


def tokenise(text: str) -> list[str]:
    """The rule without its bigrams for unspaced scripts, which do not occur in these English sets."""
    return WORD.findall(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower()))


class Bm25:
    """Over (title, text) passages; ties go to the passage that comes first."""

    def __init__(self, passages: list[tuple[str, str]]) -> None:
        self.engine = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        self.engine.index([tokenise(f"{title}\n{text}") for title, text in passages], show_progress=False)
        self.vocabulary = set(self.engine.vocab_dict)

    def top(self, query: str, k: int) -> list[int]:
        """Indices of the k best passages with a score above 0, best first."""
        tokens = [t for t in tokenise(query) if t in self.vocabulary]
        if not tokens:
            return []
        scores = self.engine.get_scores(tokens)
        order = np.argsort(-scores, kind="stable")[:k]
        return [int(i) for i in order if scores[i] > 0]
