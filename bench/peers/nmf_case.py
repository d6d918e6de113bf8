#!/usr/bin/python3
"""Writes X.npy (features x samples, divided by the maximum) and a random start Ht.npy for NmfRun and the peers in R.

usage: nmf_case.py FILE.csv.gz RANK FOLDER    the last column of FILE holds labels; needs Debian's python3-numpy"""
import os, sys
import numpy as np

table = np.genfromtxt(sys.argv[1], delimiter=",", skip_header=1)
X, rank = table[:, :-1] / table[:, :-1].max(), int(sys.argv[2])
random = np.random.default_rng(0)
W, H = random.random((len(X), rank)), random.random((rank, X.shape[1]))
W *= X.mean() / (W.mean(0) @ H.mean(1))
os.makedirs(sys.argv[3], exist_ok=True)
np.save(os.path.join(sys.argv[3], "X.npy"), np.ascontiguousarray(X.T))
np.save(os.path.join(sys.argv[3], "Ht.npy"), W)
