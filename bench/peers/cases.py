#!/usr/bin/python3
"""Writes the cases for the comparison with the NumPy reference: the same X, start and graph for both.

usage: cases.py ORACLE_FOLDER DATA_FOLDER OUT NAME...      names: umist libras wide wide-graph tr45
Each case is a folder OUT/NAME with X.npy (features x samples), W0.npy, H0.npy and, where lambda > 0, graph.mtx."""
import os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from gnmf import *
from scipy.io import mmwrite, mmread

CASES = {  # data, rank, lambda
    "umist": ("umist_2576.csv.gz", 20, 100.0),
    "libras": ("libras.csv", 15, 100.0),
    "wide": (None, 10, 0.0),
    "wide-graph": (None, 10, 100.0),
    "tr45": ("tr45.mtx.gz", 10, 0.0),
}

def load(name):
    if name is None: return np.random.default_rng(7).random((65536, 213))
    path = os.path.join(sys.argv[2], name)
    if name.endswith(".mtx.gz"): return sparse.csr_matrix(mmread(path)).T.tocsr()
    X = np.genfromtxt(path, delimiter=",", skip_header=1)[:, :-1].T.copy()
    return X / X.max()

if __name__ == "__main__":
    for case in sys.argv[4:]:
        data, r, lam = CASES[case]
        out = os.path.join(sys.argv[3], case); os.makedirs(out, exist_ok=True)
        X = load(data); p, n = X.shape
        g = np.random.default_rng(0); W, H = g.random((p, r)), g.random((r, n))
        a = np.sqrt(X.mean() / (W @ H[:, :min(n, 200)]).mean())
        np.save(os.path.join(out, "W0.npy"), W * a); np.save(os.path.join(out, "H0.npy"), H * a)
        if sparse.issparse(X): mmwrite(os.path.join(out, "X.mtx"), X)
        else: np.save(os.path.join(out, "X.npy"), X)
        if lam > 0: mmwrite(os.path.join(out, "graph.mtx"), knn_graph(X, 5), symmetry="symmetric")
