"""Makes the seeds of ReadersFuzzTest: one small valid file for each path through a reader.

    python3 seeds.py        in this folder; needs numpy, scipy, h5py, pillow and pyarrow 25

Existing seeds are replaced. Other files in the folders are past findings; never delete them.
"""
import decimal
import gzip
import io
import os
import zipfile
import zlib

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import scipy.io
import scipy.sparse as sp
from PIL import Image


def seed(reader, name, content):
    folder = os.path.join("ReadersFuzzTestInputs", reader)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as f:
        f.write(content.encode() if isinstance(content, str) else content)


def packed(content):
    out = io.BytesIO()
    with gzip.GzipFile("", "wb", mtime=0, fileobj=out) as f:
        f.write(content if isinstance(content, bytes) else content.encode())
    return out.getvalue()


def npy(value, order="C", version=None):
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asarray(value, order=order), version=version, allow_pickle=False)
    return out.getvalue()


x = np.array([[0, 1, 2.5], [3, 0, 1e-7]])

# text
table = ',a,"b,c",d\nx,1,2,3\ny,4.5,1e-7,nan\n'
seed("csv", "names", table)
seed("csv", "bare", "1;2,5;3\r\n4;5;6\r\n")
seed("csv", "quotes", '"a ""b""","c\nd"\n"1",2\nNA,-inf\n')
seed("csv", "wide", (b"\xff\xfe" + "a,b\n1,2\n".encode("utf-16le")))
seed("csv", "mark", b"\xef\xbb\xbfa,b\n1,2\n0x1p3,1e400\n")
seed("tsv", "labels", "id\ta\tkind\ns1\t1\tu\ns2\t2\tv\n")
seed("txt", "spaces", "1  2 3\n4 5   6\n")
seed("txt", "comment", "# a b\n1 2\n3 4\n")
seed("gz", "csv", packed("a,b\n1,2\n" + "3,4\n" * 20))
seed("gz", "two", packed("a,b\n1,2\n") + packed("3,4\n"))
seed("gz", "zeros", packed(bytes(1 << 17)))
seed("gz", "commas", packed("," * (1 << 15)))
seed("gz", "lines", packed("1\n" * (1 << 15)))
seed("labels", "words", 'u\n"v ""w"""\nx y\n')
seed("labels", "head", "kind\n1\n2\n1.0\n")
seed("graphMtx", "symmetric", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.5\n3 2 1\n")
seed("graphMtx", "general", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 1\n")
seed("graphCsv", "edges", "i,j,weight\n0,1,0.5\n1,0,0.5\n1,2,1\n")
for kind, field, body in [
    ("coordinate", "real general", "% c\n2 3 3\n1 1 0.5\n2 3 -1e-3\n1 2 7\n"),
    ("coordinate", "integer symmetric", "2 2 2\n1 1 5\n2 1 7\n"),
    ("coordinate", "pattern skew-symmetric", "2 2 1\n2 1\n"),
    ("array", "real general", "2 2\n1\n2\n3\n4\n"),
    ("array", "integer symmetric", "2 2\n1\n2\n3\n"),
]:
    seed("mtx", (kind + " " + field).replace(" ", "-"), f"%%MatrixMarket matrix {kind} {field}\n{body}")
seed("mtx", "tall", "%%MatrixMarket matrix coordinate real general\n60000000 3 1\n1 1 1\n")
seed("svm", "one", "1 1:0.5 3:2 # c\n-1 2:1e-3\n+1\n")
seed("svm", "zero", "2 qid:1 0:1 4:2\n3 1:nan\n")
seed("svm", "far", "1 1:1 2000000000:1\n")
head = "@relation r\n@attribute 'a b' real\n@attribute c {x,'y z'}\n@attribute \"d\" integer\n@data\n"
seed("arff", "dense", head + "1,x,2\n?,'y z',3\n% no\n3,x,1e3\n")
seed("arff", "sparse", head + "{0 1,1 x}\n{1 'y z', 2 5}\n{}\n")
seed("arff", "others", "% c\n@RELATION r\n@ATTRIBUTE s string\n@ATTRIBUTE t date 'yyyy'\n@DATA\n'q',\"2001\",{3}\n")
cells = "%%MatrixMarket matrix coordinate integer general\n2 3 2\n1 1 5\n2 3 7\n"
seed("tenx", "folder", cells + "\0" + "g1\tA\tGene Expression\ng2\tA\tx\n" + "\0" + "c1\nc2\nc3\n")

# numpy
for name, value in [("f8", x), ("i2", x.astype(">i2")), ("bool", x > 1), ("f2", x.astype("f2")), ("u8", x.astype("u8"))]:
    seed("npy", name, npy(value))
seed("npy", "fortran", npy(x, "F", (2, 0)))
seed("npy", "three", npy(np.zeros((2, 3, 4), "u1")))
seed("npy", "words", npy(np.array([["a", "bc"]])))
for name, write, arrays in [("stored", np.savez, {"X": x, "y": np.array([1, 2])}),
                            ("deflated", np.savez_compressed, {"X": x, "y": np.array(["u", "vw"])})]:
    out = io.BytesIO()
    write(out, **arrays)
    seed("npz", name, out.getvalue())
for form in ["csr", "csc", "coo"]:
    out = io.BytesIO()
    sp.save_npz(out, getattr(sp, form + "_matrix")(x))
    seed("npz", form, out.getvalue())
out = io.BytesIO()
with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:  # an array with a wrong size
    z.writestr(zipfile.ZipInfo("X.npy"), npy(np.zeros((2, 9))).replace(b"(2, 9), }   ", b"(5000,5000)}"))
seed("npz", "lie", out.getvalue())
seed("npzArrays", "dense", npy(x) + npy(np.array([1, 2])))
seed("npzArrays", "words", npy(x.astype("f4"), "F") + npy(np.array([b"u", b"vw"])))
seed("npzArrays", "unicode", npy(x) + npy(np.array(["u", "vw"])))
csr = sp.csr_matrix(x)
parts = [npy(np.array("csr".encode())), npy(np.array(x.shape)), npy(csr.data), npy(csr.indices), npy(csr.indptr)]
seed("npzArrays", "csr", b"".join(parts))
coo = [npy(np.array("coo".encode())), npy(np.array(x.shape)), npy(np.ones(1)), npy(np.zeros(1, "i4")), npy(np.zeros(1, "i4")),
       npy(np.zeros(1, "i8")), npy(np.zeros(1, "i8"))]
seed("npzArrays", "coo", b"".join(coo))


# MATLAB 5
def mat5(deflate, **variables):
    out = io.BytesIO()
    scipy.io.savemat(out, variables, do_compression=deflate)
    return b"MATLAB 5.0 MAT-file, made by seeds.py".ljust(116) + out.getvalue()[116:]


words = np.array(["u", "vw"], dtype=object)
for name, deflate in [("plain", False), ("deflated", True)]:
    seed("mat", name, mat5(deflate, fea=x, gnd=np.array([[1], [2]])))
seed("mat", "words", mat5(False, X=x.astype("i2"), kinds=words))
seed("mat", "sparse", mat5(False, X=sp.csc_matrix(x), gnd=np.array([[1, 2]])))
seed("mat", "others", mat5(False, X=x.astype("f4"), kinds=np.array(["ab", "cd"]), s={"a": 1.0}, c=x + 1j, l=x > 1))


# HDF5
def hdf(write, userblock=0):
    out = io.BytesIO()
    with h5py.File(out, "w", userblock_size=userblock) as f:
        write(f)
    content = bytearray(out.getvalue())
    if userblock:
        content[:128] = b"MATLAB 7.3 MAT-file, made by seeds.py".ljust(116) + bytes(8) + b"\x00\x02IM"
    return bytes(content)


def variable(f, name, value, kind="double", **options):
    f.create_dataset(name, data=value, **options).attrs["MATLAB_class"] = np.bytes_(kind)


def dense73(f):
    variable(f, "fea", x.T, chunks=(2, 1), compression="gzip", shuffle=True)
    variable(f, "gnd", np.array([[1.0, 2]]))


def plain73(f):
    variable(f, "X", x.T.astype("<f4"), "single")
    variable(f, "kinds", np.array([[97, 98]], dtype="<u2"), "char")


def sparse73(f):
    g = f.create_group("X")
    g.attrs["MATLAB_sparse"] = np.uint64(2)
    m = sp.csc_matrix(x)
    for part, value in [("data", m.data), ("ir", m.indices.astype("<u8")), ("jc", m.indptr.astype("<u8"))]:
        g.create_dataset(part, data=value)


def cells73(f):
    variable(f, "fea", x.T)
    made = []
    for w in ["u", "vw"]:
        variable(f.require_group("#refs#"), w, np.array([[ord(c)] for c in w], dtype="<u2"), "char")
        made.append(f["#refs#"][w].ref)
    variable(f, "kinds", np.array([made], dtype=h5py.ref_dtype), "cell")


def bomb73(f):  # a chunk that decompresses to far more than its size
    d = f.create_dataset("fea", shape=(2, 2), dtype="<f8", chunks=(2, 2), compression="gzip")
    d.attrs["MATLAB_class"] = np.bytes_("double")
    d.id.write_direct_chunk((0, 0), zlib.compress(bytes(1 << 21), 9))


for write in [dense73, plain73, sparse73, cells73, bomb73]:
    seed("mat73", write.__name__[:-2], hdf(write, 512))

vlen = h5py.string_dtype("utf-8")


def table(f, name, names, **columns):
    g = f.create_group(name)
    g.attrs["_index"] = "_index"
    g.create_dataset("_index", data=names, dtype=vlen)
    for column, value in columns.items():
        if value.dtype.kind == "U":
            c = g.create_group(column)
            categories, codes = np.unique(value, return_inverse=True)
            c.attrs["encoding-type"] = "categorical"
            c.create_dataset("codes", data=codes.astype("i1"))
            c.create_dataset("categories", data=list(categories), dtype=vlen)
        else:
            g.create_dataset(column, data=value)


def dense_ad(f):
    f.create_dataset("X", data=x.astype("<f4"))
    table(f, "obs", ["c0", "c1"], kind=np.array(["u", "v"]))
    table(f, "var", ["g0", "g1", "g2"])


def sparse_ad(f):
    for name in ["X", "layers/csr"]:
        g = f.create_group(name)
        g.attrs["encoding-type"] = "csr_matrix"
        g.attrs["shape"] = np.array(x.shape)
        for part in ["data", "indices", "indptr"]:
            g.create_dataset(part, data=getattr(csr, part))
    table(f, "obs", ["c0", "c1"], kind=np.array([1.0, 2]))
    table(f, "var", ["g0", "g1", "g2"])


def old_ad(f):
    f.create_dataset("X", data=x, chunks=(1, 3), compression="gzip")
    f.create_dataset("obs", data=np.array([(b"a", 0), (b"b", 1)], dtype=[("index", "S2"), ("kind", "i1")]))
    f.create_dataset("var", data=np.array([(b"g%d" % j,) for j in range(3)], dtype=[("index", "S4")]))
    f.create_dataset("uns/kind_categories", data=["u", "v"], dtype=vlen)


def echo_ad(f):  # a name that is stored once and referenced five thousand times
    f.create_dataset("X", data=np.ones((5000, 1), "u1"), chunks=(5000, 1), compression="gzip")
    table(f, "var", ["g"])
    once = f.create_dataset("once", data=["z" * 4000], dtype=vlen, chunks=(1,), maxshape=(None,))
    f.flush()
    reference = once.id.read_direct_chunk((0,))[1]
    obs = f.create_group("obs")
    obs.attrs["_index"] = "_index"
    names = obs.create_dataset("_index", shape=(5000,), dtype=vlen, chunks=(5000,), compression="gzip")
    names.id.write_direct_chunk((0,), zlib.compress(5000 * reference, 9))


for write in [dense_ad, sparse_ad, old_ad, echo_ad]:
    seed("h5ad", write.__name__[:-3], hdf(write))


def counts(g, **texts):
    csc = sp.csc_matrix(x.T)
    for part in ["data", "indices", "indptr"]:
        g.create_dataset(part, data=getattr(csc, part))
    g.create_dataset("shape", data=np.array(csc.shape))
    for name, words in texts.items():
        g.create_dataset(name.replace("__", "/"), data=np.array(words, dtype="S"))


def three_tenx(f):
    counts(f.create_group("matrix"), barcodes=["c1", "c2"], features__name=["A", "A", "P"],
           features__feature_type=["Gene Expression", "Gene Expression", "Antibody Capture"])


def two_tenx(f):
    counts(f.create_group("hg19"), barcodes=["c1", "c2"], genes=["g1", "g2", "g3"])


for write in [three_tenx, two_tenx]:
    seed("h5", write.__name__[:-5], hdf(write))


# Parquet without checksums, which a fuzzer cannot guess
def parquet(columns, **options):
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out, store_schema=False, write_statistics=False, **options)
    return out.getvalue()


columns = {"d": pa.array([1.0, None, 0.1] * 4), "i": pa.array([1, 2, -3] * 4, pa.int32()), "kind": ["u", "vw", "u"] * 4}
for codec in ["none", "snappy", "gzip", "zstd", "lz4"]:
    seed("parquet", codec, parquet(columns, compression=codec))
seed("parquet", "delta", parquet(columns, compression="none", use_dictionary=False, data_page_version="2.0",
     column_encoding={"d": "PLAIN", "i": "DELTA_BINARY_PACKED", "kind": "DELTA_BYTE_ARRAY"}))
seed("parquet", "split", parquet({"d": [1.0, 2.0], "kind": ["u", "vw"], "b": [True, False]}, compression="none", use_dictionary=False,
     column_encoding={"d": "BYTE_STREAM_SPLIT", "kind": "DELTA_LENGTH_BYTE_ARRAY", "b": "RLE"}))
constant = {"d": pa.array(np.zeros(1 << 15)), "e": pa.array(np.zeros(1 << 15))}
seed("parquet", "constant", parquet(constant, compression="zstd"))
others = {"h": pa.array([0.5, 2], pa.float16()), "m": pa.array([decimal.Decimal("1.5")] * 2, pa.decimal128(30, 2)),
          "u": pa.array([1, 2], pa.uint64()), "kind": ["u", "v"]}
seed("parquet", "others", parquet(others, compression="none", row_group_size=1))

# pictures
grey = Image.fromarray(np.arange(63, dtype="u1").reshape(7, 9) * 4)
colour = Image.fromarray((np.arange(189) % 251).astype("u1").reshape(7, 9, 3))
for name, image, options in [
    ("grey.png", grey, {}), ("colour.png", colour, {}), ("palette.png", colour.convert("P"), {}), ("bit.png", grey.convert("1"), {}),
    ("wide.png", Image.fromarray(np.arange(63, dtype="u2").reshape(7, 9) * 900), {}),
    ("grey.jpg", grey, {}), ("progressive.jpg", colour, {"progressive": True}), ("grey.bmp", grey, {}),
    ("colour.bmp", colour, {}), ("grey.pgm", grey, {}), ("colour.ppm", colour, {}), ("bit.pbm", grey.convert("1"), {}),
    ("plain.tif", colour, {}), ("lzw.tif", colour, {"compression": "tiff_lzw"}),
    ("deflate.tif", grey, {"compression": "tiff_adobe_deflate"}), ("packbits.tif", grey, {"compression": "packbits"}),
    ("g4.tif", grey.convert("1"), {"compression": "group4"}),
]:
    out = io.BytesIO()
    image.save(out, {"jpg": "jpeg", "tif": "tiff", "pgm": "ppm", "pbm": "ppm"}.get(name.split(".")[1], name.split(".")[1]), **options)
    seed("pictures", name.replace(".", "-"), out.getvalue())
seed("pictures", "ascii-pgm", "P2\n# c\n3 2\n255\n0 1 2\n3 4 255\n")
seed("pictures", "ascii-pbm", "P1\n3 2\n010\n101\n")
seed("pictures", "pam", "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nTUPLTYPE GRAYSCALE\nENDHDR\nab")

total = sum(os.path.getsize(os.path.join(d, f)) for d, _, fs in os.walk("ReadersFuzzTestInputs") for f in fs)
print(total, "bytes")
