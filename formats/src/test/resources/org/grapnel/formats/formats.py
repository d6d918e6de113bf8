"""Writes the files of FormatsTest with the libraries whose formats they are: numpy, scipy and scikit-learn.

    python3 formats.py        in this folder; the seed makes them the same every time

Half of the entries are zero. The others have few enough digits that every way of writing them is exact.
"""
import gzip
import os

import numpy as np
import scipy.io
import scipy.sparse
from sklearn.datasets import dump_svmlight_file

rng = np.random.default_rng(7)
X = rng.integers(1, 1 << 20, (9, 6)) / 1024.0
X[rng.random(X.shape) < 0.5] = 0
X[:, -1] += 1  # the last feature is used, so that the svm file has them all
y = np.array([3, 1, 2, 3, 1, 2, 3, 1, 2])
words = np.array(["drei", "eins", "zwei"] * 3)

np.save("formats.npy", X)
np.savez("plain.npz", X=X, y=y, words=words, ascii=words.astype("S"), column=y.reshape(-1, 1).astype(float))
np.savez_compressed("packed.npz", np.asfortranarray(X))
np.savez("choice.npz", a=X, b=X.T, c=y)
np.savez("objects.npz", X=X, meta=np.array([{"a": 1}, None], dtype=object))
with open("only-objects.npz", "wb") as f:
    np.savez(f, X=np.array([[1, "a"]], dtype=object))
sparse = scipy.sparse.csr_matrix(X)
scipy.sparse.save_npz("csr.npz", sparse)
scipy.sparse.save_npz("csc.npz", sparse.tocsc(), compressed=False)
scipy.sparse.save_npz("coo.npz", sparse.tocoo())
scipy.sparse.save_npz("dia.npz", scipy.sparse.dia_matrix(X))
scipy.io.mmwrite("coordinate.mtx", sparse, precision=17)
scipy.io.mmwrite("array.mtx", X, precision=17)
dump_svmlight_file(X, y, "one.svm", zero_based=False)
dump_svmlight_file(X, y, "zero.svm", zero_based=True, comment="from zero")
np.savetxt("labels.txt", words, fmt="%s")

os.makedirs("tenx", exist_ok=True)


def pack(name, text):
    with open(name, "wb") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as f:
        f.write(text.encode())


cells = sparse.T.tocoo()
lines = [f"{i + 1} {j + 1} {float(v)!r}\n" for i, j, v in zip(cells.row, cells.col, cells.data)]
head = '%%MatrixMarket matrix coordinate real general\n%metadata_json: {"format_version": 2}\n'
pack("tenx/matrix.mtx.gz", head + f"6 9 {cells.nnz}\n" + "".join(lines))
symbols = ["TP53", "MYC", "TP53", "MYC-1", "MYC", "ACTB"]
pack("tenx/features.tsv.gz", "".join(f"ENSG{i:05d}\t{s}\tGene Expression\n" for i, s in enumerate(symbols)))
pack("tenx/barcodes.tsv.gz", "".join(f"AAAC{j}-1\n" for j in range(9)))
