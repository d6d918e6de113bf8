#!/usr/bin/python3
"""Measures scikit-learn's Barnes-Hut t-SNE in total: neighbours, affinities, PCA start, 1000 iterations.

usage: sklearn_tsne.py prepare DATA.csv.gz CASE_FOLDER    writes X.npy (features x samples) and labels.npy
       sklearn_tsne.py CASE_FOLDER PERPLEXITY THREADS     waits for a line on its input, runs, writes peer.npy (samples x 2)
                                                          into the folder and prints seconds<TAB>KL as scikit-learn estimates it"""
import os, sys
if sys.argv[1] != "prepare":
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"): os.environ[name] = sys.argv[3]
import time, warnings
warnings.filterwarnings("ignore")
import numpy as np

if sys.argv[1] == "prepare":
    table = np.genfromtxt(sys.argv[2], delimiter=",", skip_header=1)
    os.makedirs(sys.argv[3], exist_ok=True)
    np.save(os.path.join(sys.argv[3], "X.npy"), table[:, :-1].T.copy())
    np.save(os.path.join(sys.argv[3], "labels.npy"), table[:, -1:].copy())
    sys.exit()

from sklearn.manifold import TSNE
X = np.load(os.path.join(sys.argv[1], "X.npy")).T.copy()
for _ in sys.stdin:
    model = TSNE(perplexity=float(sys.argv[2]), init="pca", learning_rate="auto", n_jobs=int(sys.argv[3]), method="barnes_hut")
    t = time.perf_counter(); Y = model.fit_transform(X); dt = time.perf_counter() - t
    np.save(os.path.join(sys.argv[1], "peer.npy"), Y.astype(float))
    print(f"{dt:.6f}\t{model.kl_divergence_:.8g}", flush=True)
