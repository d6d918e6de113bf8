#!/usr/bin/python3
"""Measures the seconds per iteration of scikit-learn's NMF by coordinate descent on the sparse case tr45 (CSR, samples in rows).

usage: sklearn_sparse.py CASE_FOLDER RANK ITERATIONS    waits for a line on its input, runs, prints seconds<TAB>relative error"""
import sys, time, warnings
warnings.filterwarnings("ignore")
import numpy as np
from scipy.io import mmread
from scipy import sparse
from sklearn.decomposition import NMF
X = sparse.csr_matrix(mmread(sys.argv[1] + "/X.mtx")).T.tocsr()
W0, H0 = np.load(sys.argv[1] + "/H0.npy").T.copy(), np.load(sys.argv[1] + "/W0.npy").T.copy()
r, it = int(sys.argv[2]), int(sys.argv[3])
for _ in sys.stdin:
    m = NMF(r, init="custom", solver="cd", max_iter=it, tol=0)
    t = time.perf_counter(); W = m.fit_transform(X, W=W0.copy(), H=H0.copy()); dt = (time.perf_counter() - t) / it
    print(f"{dt:.9f}\t{m.reconstruction_err_:.10g}", flush=True)
