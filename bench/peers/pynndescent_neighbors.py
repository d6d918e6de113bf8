#!/usr/bin/python3
"""Times pynndescent on all neighbours of an .npy file: its index with 15 neighbours, which is its graph, 2 threads.

usage: pynndescent_neighbors.py FILE NEIGHBORS
An index of 2,000 samples comes first, so that the compiler of numba is not in the seconds; "first" is what that took. Prints JSON.
Needs Debian's python3-pynndescent."""
import json, os, sys, time
os.environ.setdefault("NUMBA_NUM_THREADS", "2")
import numpy as np
from pynndescent import NNDescent
from recall import Probes

X, neighbors = np.load(sys.argv[1]), int(sys.argv[2])
probes = Probes(X, neighbors)
X = np.ascontiguousarray(X, dtype=np.float32)
began = time.perf_counter()
NNDescent(X[:2000], n_neighbors=15, n_jobs=2, random_state=1).neighbor_graph
first = time.perf_counter() - began
began = time.perf_counter()
found = NNDescent(X, n_neighbors=15, n_jobs=2, random_state=1).neighbor_graph[0]
seconds = time.perf_counter() - began
print(json.dumps({"seconds": seconds, "first": first, "recall": probes.recall(found[probes.rows].tolist())}))
