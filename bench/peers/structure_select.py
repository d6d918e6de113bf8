"""Prints the seconds of the NumPy prototype of the neighbour contrast on an .npy file (one row per feature), without the neighbour search, once for each line of input.

usage: structure_select.py RESEARCH_FOLDER FILE KEEP BLEND"""
import sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import numpy as np
import structure

X, keep, blend = np.load(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
edges = structure.knn_edges(X)
for _ in sys.stdin:
    began = time.perf_counter()
    found = structure.select(X, keep, theta=blend, edges=edges)
    print(f"{time.perf_counter() - began:.6f}\t{found['objective']:.12g}\t{found['order'].tolist()}", flush=True)
