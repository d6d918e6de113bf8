"""Prints the seconds of scikit-learn's brute-force neighbour search for all samples of an .npy file, once for each line of input.

usage: sklearn_neighbors.py FILE NEIGHBORS"""
import sys, time
import numpy as np
from sklearn.neighbors import NearestNeighbors

X, k = np.load(sys.argv[1]), int(sys.argv[2])
for _ in sys.stdin:
    began = time.perf_counter()
    distance, index = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(X).kneighbors()
    print(f"{time.perf_counter() - began:.6f}\t{distance.sum():.10g}", flush=True)
