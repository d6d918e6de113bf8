#!/usr/bin/python3
"""Times faiss (IndexIVFFlat) on all neighbours of an .npy file: training, adding and searching, 2 threads.

usage: faiss_neighbors.py FILE NEIGHBORS RECALL [NPROBE]    NPROBE: only this one
4 * sqrt(n) lists, as faiss advises for up to a million vectors, trained on at most 64 samples each; the least nprobe of 1, 2, 4, 6, 8, 12, 16, ... 64
that reaches the recall. Prints JSON. Choosing nprobe on 300 samples is not timed. Needs Debian's python3-faiss."""
import json, sys, time
import faiss
import numpy as np
from recall import Probes

X, neighbors, needed = np.load(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
choices = [int(sys.argv[4])] if len(sys.argv) > 4 else [1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64]
probes = Probes(X, neighbors)
X = np.ascontiguousarray(X, dtype=np.float32)
faiss.omp_set_num_threads(2)
began = time.perf_counter()
quantizer = faiss.IndexFlatL2(X.shape[1])
index = faiss.IndexIVFFlat(quantizer, X.shape[1], int(4 * len(X) ** 0.5))
index.cp.max_points_per_centroid = 64
index.train(X)
index.add(X)
build = time.perf_counter() - began
for nprobe in choices:
    index.nprobe = nprobe
    if probes.recall(index.search(X[probes.rows], neighbors + 1)[1].tolist()) >= needed:
        break
began = time.perf_counter()
found = index.search(X, neighbors + 1)[1]
query = time.perf_counter() - began
print(json.dumps({"seconds": build + query, "build": build, "query": query, "recall": probes.recall(found[probes.rows].tolist()), "nprobe": nprobe}))
