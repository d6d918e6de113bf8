#!/usr/bin/python3
"""Writes an .npy file of samples in round groups: centres 3 * normal, unit normal noise, shifted to be non-negative.

usage: groups.py ROWS COLUMNS GROUPS FILE    needs Debian's python3-numpy"""
import os, sys
import numpy as np

rows, columns, groups = map(int, sys.argv[1:4])
random = np.random.default_rng(1)
centres = 3 * random.normal(size=(groups, columns))
X = random.normal(size=(rows, columns))
X += centres[random.integers(0, groups, rows)]
X -= X.min()
with open(sys.argv[4] + ".new", "wb") as out:
    np.save(out, X)
os.replace(sys.argv[4] + ".new", sys.argv[4])
