"""Writes one table of 40 samples and 12 features in every format that is read, for SameDataTest and the tests of fit.

    python3 same.py        in this folder; needs numpy, scipy, h5py and pyarrow 25; the seed makes the same bytes every time

The numbers are counts, decimals that need all 17 digits, tiny and large ones, and zeros. Three groups of samples each have
features of their own, so that fit has something to find. Formats with names call features f0 to f11 and samples s0 to s39.
"""
import h5py
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import scipy.io
import scipy.sparse as sp

rng = np.random.default_rng(11)
n, p = 40, 12
group = np.arange(n) % 3
X = np.where(group[:, None] == np.arange(p) % 3, rng.gamma(9.0, 1.0, (n, p)), rng.random((n, p)) / 3)
X[:, 3:6] = np.round(X[:, 3:6] * 10)  # counts
X[rng.random((n, p)) < 0.3] = 0
X[:, 0] += 0.1
X[:, -1] += 1 / 3  # no sample is all zero, and the last feature is used by every one
X[:5, 1] = 0.1, 1e-7, 1 / 3, 0.1 + 0.2, 12.345678901234567
features = [f"f{j}" for j in range(p)]
samples = [f"s{i}" for i in range(n)]
csr = sp.csr_matrix(X)


def text(name, lines):
    with open(name, "w", newline="\n") as f:
        f.write("".join(line + "\n" for line in lines))


rows = [[repr(float(v)) for v in row] for row in X]
for name, between in [("same.csv", ","), ("same.tsv", "\t")]:
    text(name, [between.join([""] + features)] + [between.join([s] + row) for s, row in zip(samples, rows)])
text("same.arff", ["@relation same"] + [f"@attribute {f} real" for f in features] + ["@data"] + [",".join(r) for r in rows])
text("same.svm", ["0 " + " ".join(f"{j + 1}:{v}" for j, v in enumerate(row) if v != "0.0") for row in rows])
np.save("same.npy", X)
np.savez_compressed("same.npz", X=X)
sp.save_npz("csr.npz", csr)
scipy.io.mmwrite("array.mtx", X, precision=17)
scipy.io.mmwrite("coordinate.mtx", csr, precision=17)

for name, value in [("v5.mat", X), ("sparse5.mat", csr.tocsc())]:
    scipy.io.savemat(name, {"fea": value}, do_compression=True)
    with open(name, "r+b") as f:
        f.write(b"MATLAB 5.0 MAT-file, made by same.py".ljust(116))  # instead of a date

with h5py.File("v73.mat", "w", userblock_size=512) as f:
    f.create_dataset("fea", data=X.T, chunks=(5, 16), compression="gzip").attrs["MATLAB_class"] = np.bytes_("double")
with open("v73.mat", "r+b") as f:
    f.write(b"MATLAB 7.3 MAT-file, made by same.py HDF5 schema 1.00 .".ljust(116) + bytes(8) + b"\x00\x02IM")

for name in ["dense.h5ad", "csr.h5ad"]:
    with h5py.File(name, "w") as f:
        if name == "dense.h5ad":
            f.create_dataset("X", data=X, chunks=(7, 5), compression="gzip", shuffle=True)
        else:
            g = f.create_group("X")
            g.attrs["encoding-type"] = "csr_matrix"
            g.attrs["shape"] = np.array(X.shape)
            for part in ["data", "indices", "indptr"]:
                g.create_dataset(part, data=getattr(csr, part), compression="gzip")
        for table, names in [("obs", samples), ("var", features)]:
            g = f.create_group(table)
            g.attrs["_index"] = "_index"
            g.create_dataset("_index", data=names, dtype=h5py.string_dtype("utf-8"))

columns = {"sample": samples} | {name: X[:, j] for j, name in enumerate(features)}
pq.write_table(pa.table(columns), "same.parquet", compression="zstd", store_schema=False)
