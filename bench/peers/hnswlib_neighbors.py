#!/usr/bin/python3
"""Times hnswlib on all neighbours of an .npy file: build and query, 2 threads, the least ef that reaches the recall.

usage: hnswlib_neighbors.py FILE NEIGHBORS RECALL [EF]    EF: only this one
M = 16, ef_construction = 100; ef is 10, 15, 20, 30, 50, 80 or 120. Prints JSON. Choosing ef on 300 samples is not timed.
Needs Debian's python3-hnswlib."""
import json, sys, time
import hnswlib
import numpy as np
from recall import Probes

X, neighbors, needed = np.load(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
choices = [int(sys.argv[4])] if len(sys.argv) > 4 else [10, 15, 20, 30, 50, 80, 120]
probes = Probes(X, neighbors)
X = X.astype(np.float32)
began = time.perf_counter()
index = hnswlib.Index(space="l2", dim=X.shape[1])
index.init_index(max_elements=len(X), M=16, ef_construction=100, random_seed=1)
index.set_num_threads(2)
index.add_items(X)
build = time.perf_counter() - began
for ef in choices:
    index.set_ef(ef)
    if probes.recall(index.knn_query(X[probes.rows], k=neighbors + 1)[0].tolist()) >= needed:
        break
began = time.perf_counter()
found = index.knn_query(X, k=neighbors + 1)[0]
query = time.perf_counter() - began
print(json.dumps({"seconds": build + query, "build": build, "query": query, "recall": probes.recall(found[probes.rows].tolist()), "ef": ef}))
