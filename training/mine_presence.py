"""Rank the BM25 candidates of every training hop by how present a model of stage 1 finds them: the hard negatives.

Writes { hop id: indices into the corpus of distinct MuSiQue passages }, most present first.

Usage: python mine_presence.py model.onnx mined.json
"""

import argparse
import json
from pathlib import Path

from presence.hops import mine
from presence.musique import Musique
from presence.predict import Scorer
from train_presence import MINILM


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    args = parser.parse_args()
    data = Musique(args.data)
    index = {passage: i for i, passage in enumerate(data.corpus)}
    mined = mine(data, Scorer(args.model, MINILM / "tokenizer.json"))
    args.target.write_text(json.dumps({hop: [index[p] for p in found] for hop, found in mined.items()}) + "\n")


if __name__ == "__main__":
    main()
