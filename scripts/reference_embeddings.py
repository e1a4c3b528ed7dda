"""The Python reference of the embedder: regenerates its goldens and compares a map's vectors with it.

  python3 scripts/reference_embeddings.py golden models/all-MiniLM-L6-v2 > tests/golden/embeddings.json
  python3 scripts/reference_embeddings.py compare models/all-MiniLM-L6-v2 topic-map [--n 500]

Needs torch, transformers and numpy (any recent versions); the program itself never calls this. Vectors are those of
sentence-transformers for this model: cut at 256 tokens, mean over the real tokens, unit length, one text at a time.
`compare` embeds the first N papers of a map (by id) from the texts in its store and prints the least and the mean cosine
to the stored vectors.
"""
import argparse
import json
import pathlib
import sqlite3
import sys

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import AutoModel

LIMIT = 256


class Reference:
    def __init__(self, folder):
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.model = AutoModel.from_pretrained(folder).eval()

    def tokens(self, text):
        """All token ids, special ones included, before the cut."""
        return self.tokenizer.encode(text).ids

    def vector(self, text):
        ids = self.tokens(text)
        if len(ids) > LIMIT:
            ids = ids[:LIMIT - 1] + ids[-1:]
        with torch.inference_mode():
            hidden = self.model(input_ids=torch.tensor([ids])).last_hidden_state
            return torch.nn.functional.normalize(hidden.mean(1), dim=1)[0].numpy()


def golden_texts():
    """Short and long ones, at and around the limit, and what tokenizers trip over."""
    seeds = pathlib.Path(__file__).resolve().parent.parent / "seeds"
    paragraphs = [p for f in sorted(seeds.glob("*.txt")) for p in f.read_text(encoding="utf-8").split("\n\n")[1:]]
    yield from paragraphs[::7]
    yield "Graph kernels for trees."
    yield "tree"
    for words in (253, 254, 255, 510, 600):
        yield " ".join(["map"] * words)
    yield "[MASK] next to [SEP] and [PAD] in short prompts"
    yield "\u4e2d\u6587\u6458\u8981 caf\u00e9 na\u00efve \U0001f600 \u0915\u094d\u0937"
    yield "\u2603\u2603\u2603"
    yield "x" * 5000


def golden(folder):
    reference = Reference(folder)
    cases = []
    for text in golden_texts():
        ids = reference.tokens(text)
        vector = [round(float(x), 7) for x in reference.vector(text)]
        cases.append({"text": text, "tokens": len(ids), "ids": ids[:LIMIT - 1], "vector": vector})
    json.dump({"script": "scripts/reference_embeddings.py", "cases": cases}, sys.stdout, separators=(",", ":"))
    print()


def stored(folder, n):
    """Texts and vectors of the first papers of a map."""
    store = sqlite3.connect(pathlib.Path(folder) / "map.sqlite")
    query = "SELECT papers.title, papers.abstract, vectors.vector FROM papers JOIN vectors USING (text_digest) ORDER BY papers.id LIMIT ?"
    for title, abstract, vector in store.execute(query, (n,)):
        stop = " " if title and title[-1] in ".?!" else ". "
        yield f"{title}{stop}{abstract}" if title else abstract, np.frombuffer(vector, "<f4")


def compare(folder, map_folder, n):
    reference = Reference(folder)
    cosines = [float(reference.vector(text) @ vector) for text, vector in stored(map_folder, n)]
    print(f"{len(cosines)} texts: least cosine {min(cosines):.7f}, mean {np.mean(cosines):.7f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("golden").add_argument("model")
    comparing = commands.add_parser("compare")
    comparing.add_argument("model")
    comparing.add_argument("map")
    comparing.add_argument("--n", type=int, default=500)
    args = parser.parse_args()
    if args.command == "golden":
        golden(args.model)
    else:
        compare(args.model, args.map, args.n)


if __name__ == "__main__":
    main()
