"""The Python reference of the scores that `papermap eval` prints: regenerates their golden.

  python3 scripts/reference_scores.py > tests/golden/scores.json

Needs numpy and scikit-learn (any recent versions); the program itself never calls this.
"""
import json
import sys

import numpy as np
from sklearn import metrics
from sklearn.neighbors import NearestNeighbors

SEED = 2026
NEIGHBOURS = 5


def labellings(random):
    """Pairs of labellings by name: unrelated, related, of one group, of groups of one, and of very different sizes."""
    yield "one paper", [0], [0]
    yield "one group against one group", [0] * 6, [3] * 6
    yield "one group against two", [0] * 6, [0, 0, 0, 1, 1, 1]
    yield "two groups against one", [0, 0, 1, 1, 1], [7] * 5
    yield "groups of one on both sides", list(range(5)), [4, 3, 2, 1, 0]
    yield "one group against groups of one", [0] * 5, list(range(5))
    yield "groups of one against pairs", list(range(6)), [0, 0, 1, 1, 2, 2]
    yield "crossed pairs", [0, 0, 1, 1], [0, 1, 0, 1]
    yield "the same with other names", [0, 0, 1, 1, 2], [5, 5, 3, 3, 0]
    yield "one paper apart", [0] * 30 + [1], [0] * 29 + [1, 1]
    for papers, labels, topics, agreement in [(40, 4, 3, 0.5), (300, 20, 25, 0.3), (300, 20, 25, 0.9), (500, 5, 60, 0.0)]:
        truth = random.integers(0, labels, papers)
        noise = random.integers(0, topics, papers)
        found = np.where(random.random(papers) < agreement, truth % topics, noise)
        yield f"{papers} papers, {agreement} alike", truth.tolist(), found.tolist()
    sizes = np.repeat(np.arange(12), np.arange(12) ** 2)
    yield "uneven sizes", sizes.tolist(), random.permutation(sizes).tolist()


def scores(name, truth, found):
    homogeneity, completeness, v_measure = metrics.homogeneity_completeness_v_measure(truth, found)
    return {
        "name": name, "truth": truth, "found": found,
        "homogeneity": float(homogeneity), "completeness": float(completeness), "v_measure": float(v_measure),
        "adjusted_rand_index": float(metrics.adjusted_rand_score(truth, found)),
        "adjusted_mutual_information": float(metrics.adjusted_mutual_info_score(truth, found)),
    }


def figures_of_vectors(random, papers, groups, width):
    labels = random.integers(0, groups, papers)
    rows = random.normal(size=(groups, width))[labels] + random.normal(size=(papers, width))
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    near = NearestNeighbors(n_neighbors=NEIGHBOURS + 1).fit(rows).kneighbors(rows, return_distance=False)[:, 1:]
    single = metrics.silhouette_samples(rows.astype(np.float64), labels, metric="cosine")
    return {
        "rows": [[float(value) for value in row] for row in rows], "labels": labels.tolist(), "neighbours": NEIGHBOURS,
        "neighbour_purity": float((labels[near] == labels[:, None]).mean()),
        "macro_silhouette": float(np.mean([single[labels == group].mean() for group in range(groups)])),
    }


def main():
    random = np.random.default_rng(SEED)
    golden = {
        "script": "scripts/reference_scores.py",
        "labellings": [scores(*labelling) for labelling in labellings(random)],
        "vectors": [figures_of_vectors(random, *shape) for shape in [(40, 4, 6), (60, 3, 8)]],
    }
    json.dump(golden, sys.stdout, separators=(",", ":"))
    print()


if __name__ == "__main__":
    main()
