"""Makes the files beside it: MATLAB 7.3, AnnData and a sparse matrix of MATLAB 5, small, and the same bytes every time. Needs h5py, numpy and scipy.

The numbers are x[i, j] = i + j / 16 for sample i and feature j, so that tests know them; s is x where (i + j) % 3 == 0.
Run it in this folder: python3 make.py
"""
import os

import h5py
import numpy as np
import scipy.io
import scipy.sparse as sp

SAMPLES, FEATURES = 7, 5
x = np.add.outer(np.arange(SAMPLES), np.arange(FEATURES) / 16.0)
s = np.where(np.add.outer(np.arange(SAMPLES), np.arange(FEATURES)) % 3 == 0, x, 0.0)
groups = np.array(["b", "a", "b", "c", "a", "a", "c"])
vlen = h5py.string_dtype("utf-8")


def matlab(name):
    """A file with MATLAB's head before HDF5's signature."""
    f = h5py.File(name, "w", userblock_size=512, track_order=False)
    return f


def head(name):
    text = b"MATLAB 7.3 MAT-file, made by make.py HDF5 schema 1.00 ."
    with open(name, "r+b") as f:
        f.write(text.ljust(116) + bytes(8) + b"\x00\x02IM")


def variable(f, name, value, kind, **options):
    d = f.create_dataset(name, data=value, **options)
    d.attrs["MATLAB_class"] = np.bytes_(kind)
    return d


def cell(f, name, words):
    refs = f.require_group("#refs#")
    made = []
    for word in words:
        d = variable(refs, "r%d" % len(refs), np.array([[ord(c)] for c in word], dtype="<u2"), "char")
        made.append(d.ref)
    variable(f, name, np.array([made], dtype=h5py.ref_dtype), "cell")


def chars(words):
    width = max(map(len, words))
    return np.array([[ord(c) for c in w.ljust(width)] for w in words], dtype="<u2").T


def sparse(f, name, value):
    csc = sp.csc_matrix(value)
    g = f.create_group(name)
    g.attrs["MATLAB_sparse"] = np.uint64(value.shape[0])
    g.attrs["MATLAB_class"] = np.bytes_("double")
    if csc.nnz:
        g.create_dataset("data", data=csc.data)
        g.create_dataset("ir", data=csc.indices.astype("<u8"))
    g.create_dataset("jc", data=csc.indptr.astype("<u8"))


with matlab("dense.mat") as f:
    variable(f, "fea", x.T, "double", chunks=(2, 3), compression="gzip", shuffle=True)
    variable(f, "gnd", np.array([[3.0, 1, 3, 2, 1, 1, 2]]), "double")
    cell(f, "kinds", groups)
    variable(f, "letters", chars(groups), "char")
    variable(f, "flags", (x.T > 3).astype("u1"), "logical")
    variable(f, "single", x.T.astype("<f4"), "single", chunks=(5, 7), fletcher32=True)
    variable(f, "big", x.T.astype(">f8"), "double")
    variable(f, "wide", np.arange(35).reshape(5, 7).astype("<u8"), "uint64")
    variable(f, "huge", np.array([[2**53 + 1]], dtype="<u8"), "uint64")
    variable(f, "cube", np.zeros((2, 3, 4)), "double")
    variable(f, "none", np.array([0, 5], dtype="<u8"), "double").attrs["MATLAB_empty"] = np.uint8(1)
    variable(f, "complex", np.zeros((5, 7), dtype=[("real", "<f8"), ("imag", "<f8")]), "double")
    f.create_group("struct").attrs["MATLAB_class"] = np.bytes_("struct")
    f["link"] = h5py.SoftLink("/fea")
head("dense.mat")

with matlab("sparse.mat") as f:
    sparse(f, "X", s)
    sparse(f, "nothing", np.zeros((7, 5)))
    variable(f, "Y", np.array([[3.0, 1, 3, 2, 1, 1, 2]]), "double")
head("sparse.mat")

scipy.io.savemat("sparse5.mat", {"X": sp.csc_matrix(s), "Y": np.array([[3.0, 1, 3, 2, 1, 1, 2]]).T}, do_compression=True)
with open("sparse5.mat", "r+b") as f:
    f.write(b"MATLAB 5.0 MAT-file, made by make.py".ljust(116))  # instead of a date

with matlab("lying.mat") as f:
    # nothing is stored of any of these
    variable(f, "small", x.T, "double")
    for name, shape, chunks in [("tall", (5, 2**31), (5, 1024)), ("square", (2**26, 2**26), (1024, 1024))]:
        f.create_dataset(name, shape=shape, dtype="<f8", chunks=chunks).attrs["MATLAB_class"] = np.bytes_("double")
    f.create_dataset("plain", shape=(1000, 1000), dtype="<f8").attrs["MATLAB_class"] = np.bytes_("double")
    holes = f.create_dataset("holes", shape=(8, 8), dtype="<f8", chunks=(4, 4))
    holes.attrs["MATLAB_class"] = np.bytes_("double")
    holes[:4, :4] = 1
head("lying.mat")


def frame(f, name, names, **columns):
    g = f.create_group(name)
    g.attrs["encoding-type"] = "dataframe"
    g.attrs["encoding-version"] = "0.2.0"
    g.attrs["_index"] = "_index"
    g.attrs.create("column-order", list(columns), dtype=vlen)
    g.create_dataset("_index", data=names, dtype=vlen)
    for column, value in columns.items():
        value(g, column)
    return g


def categorical(values):
    def write(g, name):
        categories, codes = np.unique(values, return_inverse=True)
        c = g.create_group(name)
        c.attrs["encoding-type"] = "categorical"
        c.attrs["ordered"] = False
        c.create_dataset("codes", data=codes.astype("i1"))
        c.create_dataset("categories", data=list(categories), dtype=vlen)
    return write


def plain(values, **options):
    return lambda g, name: g.create_dataset(name, data=values, **options)


def nullable(values, mask):
    def write(g, name):
        c = g.create_group(name)
        c.attrs["encoding-type"] = "nullable-integer"
        c.create_dataset("values", data=values)
        c.create_dataset("mask", data=mask)
    return write


def matrix(f, name, value, encoding):
    g = f.create_group(name)
    g.attrs["encoding-type"] = encoding + "_matrix"
    g.attrs["encoding-version"] = "0.1.0"
    g.attrs["shape"] = np.array(value.shape)
    m = sp.csr_matrix(value) if encoding == "csr" else sp.csc_matrix(value)
    for part in ["data", "indices", "indptr"]:
        g.create_dataset(part, data=getattr(m, part), chunks=(4,), maxshape=(None,), compression="gzip")


cells = ["cell%d" % i for i in range(SAMPLES)]
genes = ["gene-%s" % c for c in "αbcde"]

with h5py.File("new.h5ad", "w") as f:
    f.attrs["encoding-type"] = "anndata"
    f.create_dataset("X", data=x.astype("<f4"), chunks=(3, 2), compression="lzf")
    frame(f, "obs", cells, kind=categorical(groups), word=plain(list(groups), dtype=vlen),
          number=plain(np.array([3.0, 1, 3, 2, 1, 1, 2.5])), whole=plain(np.arange(7)),
          flag=plain(np.arange(7) % 2 == 0), gaps=nullable(np.arange(7), np.arange(7) == 4),
          full=nullable(np.arange(7), np.zeros(7, dtype=bool)))
    frame(f, "var", genes, chromosome=categorical(np.array(list("xxyyx"))))
    layers = f.create_group("layers")
    matrix(layers, "csr", s, "csr")
    matrix(layers, "csc", s, "csc")
    layers.create_dataset("counts", data=(16 * x).astype("<i4"))
    layers.create_dataset("words", data=[[b"a"] * FEATURES] * SAMPLES)
    raw = f.create_group("raw")
    matrix(raw, "X", np.hstack([s, s]), "csr")
    frame(raw, "var", ["r%d" % j for j in range(2 * FEATURES)])
    f.create_group("uns")

# AnnData 0.7: categories beside the columns; fixed-length names
with h5py.File("middle.h5ad", "w") as f:
    g = f.create_group("X")
    g.attrs["encoding-type"] = "csr_matrix"
    g.attrs["shape"] = np.array(s.shape)
    m = sp.csr_matrix(s.astype("<f4"))
    for part in ["data", "indices", "indptr"]:
        g.create_dataset(part, data=getattr(m, part))
    obs = f.create_group("obs")
    obs.attrs["_index"] = "barcode"
    obs.create_dataset("barcode", data=np.array(cells, dtype="S8"))
    categories, codes = np.unique(groups, return_inverse=True)
    codes[5] = -1
    c = obs.create_dataset("__categories/kind", data=list(categories), dtype=vlen)
    d = obs.create_dataset("kind", data=codes.astype("i1"))
    d.attrs["categories"] = c.ref
    var = f.create_group("var")
    var.attrs["_index"] = "index"
    var.create_dataset("index", data=["gene0", "gene1", "gene0", "gene3", "gene4"], dtype=vlen)

# AnnData 0.6: records, and sparse matrices as h5sparse has them
with h5py.File("old.h5ad", "w") as f:
    g = f.create_group("X")
    g.attrs["h5sparse_format"] = "csc"
    g.attrs["h5sparse_shape"] = np.array(s.shape)
    m = sp.csc_matrix(s)
    for part in ["data", "indices", "indptr"]:
        g.create_dataset(part, data=getattr(m, part))
    categories, codes = np.unique(groups, return_inverse=True)
    rows = [(n.encode(), c, i / 2) for i, (n, c) in enumerate(zip(cells, codes))]
    f.create_dataset("obs", data=np.array(rows, dtype=[("index", "S8"), ("kind", "i1"), ("half", "<f8")]))
    f.create_dataset("var", data=np.array([(b"g%d" % j,) for j in range(FEATURES)], dtype=[("index", "S4")]))
    f.create_dataset("uns/kind_categories", data=list(categories), dtype=vlen)

print({name: os.path.getsize(name) for name in sorted(os.listdir(".")) if not name.endswith(".py")})
