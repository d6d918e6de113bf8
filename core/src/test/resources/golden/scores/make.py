"""Scores of scikit-learn on small random data, for ScoresGoldenTest. Seed 20181; writes scores.json beside this file.

    python3 make.py

NMI by the joint entropy is not in scikit-learn and follows from its mutual information: I / (H(C) + H(T) - I).
"""

import json
import pathlib

import numpy as np
import sklearn
from sklearn.decomposition import PCA
from sklearn.manifold import trustworthiness
from sklearn.metrics import adjusted_rand_score, mutual_info_score, normalized_mutual_info_score, silhouette_score

random = np.random.RandomState(20181)


def entropy(labels):
    share = np.unique(labels, return_counts=True)[1] / len(labels)
    return float(-np.sum(share * np.log(share)))


def partitions():
    for n, classes, clusters, kept in [(20, 2, 2, 0.8), (50, 3, 5, 0.5), (80, 7, 4, 0.3), (120, 10, 10, 0.9), (40, 4, 4, 0)]:
        truth = random.randint(0, classes, n)
        guess = np.where(random.uniform(size=n) < kept, truth % clusters, random.randint(0, clusters, n))
        mutual = mutual_info_score(truth, guess)
        case = {"truth": truth.tolist(), "clusters": guess.tolist(), "ari": adjusted_rand_score(truth, guess)}
        for method in ["arithmetic", "geometric", "min", "max"]:
            case[method] = normalized_mutual_info_score(truth, guess, average_method=method)
        case["joint"] = mutual / (entropy(truth) + entropy(guess) - mutual)
        yield case


def silhouettes():
    for name, n, d, clusters, spread in [("apart", 40, 3, 4, 0.2), ("mixed", 60, 5, 3, 3.0), ("by chance", 50, 2, 6, 20.0)]:
        labels = random.randint(0, clusters, n)
        points = random.normal(size=(clusters, d))[labels] * 3 + spread * random.normal(size=(n, d))
        if name == "mixed":  # a sample alone, two equal points, and labels that are not 0, 1, 2
            labels = labels * 7 + 3
            labels[5] = 99
            points[10] = points[11]
        expected = silhouette_score(points, labels)
        yield {"name": name, "points": points.tolist(), "clusters": labels.tolist(), "silhouette": expected}


def embeddings():
    for n, p, neighbors, chance in [(30, 6, 5, False), (45, 10, 3, False), (45, 10, 20, True), (25, 4, 12, False)]:
        samples = random.uniform(size=(n, p)) * np.linspace(1, 3, p)
        embedding = random.normal(size=(n, 2)) if chance else PCA(2, random_state=0).fit_transform(samples)
        expected = trustworthiness(samples, embedding, n_neighbors=neighbors)
        yield {"X": samples.T.tolist(), "embedding": embedding.tolist(), "neighbors": neighbors, "trustworthiness": expected}


here = pathlib.Path(__file__).parent
with open(here / "scores.json", "w") as out:
    made = {"partitions": list(partitions()), "silhouettes": list(silhouettes()), "embeddings": list(embeddings())}
    json.dump({"sklearn": sklearn.__version__, **made}, out)
    out.write("\n")
