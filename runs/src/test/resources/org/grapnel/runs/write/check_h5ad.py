"""Compares result.h5ad of a run folder with the other files of the folder, and joins it with data of the user.

    python3 check_h5ad.py DIR        needs anndata, h5py, numpy, pandas and scipy
"""
import json
import sys
import warnings

import anndata
import h5py
import numpy as np
import pandas as pd
import scipy.io
import scipy.sparse as sp

warnings.simplefilter("error")
run = sys.argv[1]
r = anndata.read_h5ad(f"{run}/result.h5ad")


def table(name):
    return pd.read_csv(f"{run}/{name}", keep_default_na=False, na_values={}, dtype=str, float_precision="round_trip")


def numbers(column):
    return column.replace("", "nan").astype(float).to_numpy()


def same(a, b, what):
    np.testing.assert_array_equal(np.asarray(a), np.asarray(b), err_msg=what)


# samples
labels = table("labels.csv")
same(r.obs_names, labels["sample"], "samples")
assert r.obs["grapnel_group"].dtype == "category" and all(isinstance(c, str) for c in r.obs["grapnel_group"].cat.categories)
same(r.obs["grapnel_group"], labels["cluster"], "groups")
same(r.obs["grapnel_confidence"], numbers(labels["confidence"]), "confidence")
same(r.obs["label"], table("truth.csv")["label"], "labels")
colors = table("colors.csv")
for name in colors.columns[1:]:
    column = r.obs[name.replace("/", "_")]
    assert column.dtype == "category", name
    same(column.astype(object).where(column.notna(), ""), colors[name], name)

# features
kept = table("features.csv")
same(r.var_names, table("preparation.csv")["name"], "features")
index = kept["index"].astype(int)
assert r.var["grapnel_kept"].dtype == bool and r.var["grapnel_kept"].sum() == len(kept)
best = r.var[r.var["grapnel_kept"]].sort_values("grapnel_rank")
same(best.index, kept["name"], "names of the kept features")
same(best["grapnel_rank"], numbers(kept["rank"]), "rank")
same(best["grapnel_score"], numbers(kept["score"]), "score")
same(best["grapnel_group"].astype(object).where(best["grapnel_group"].notna(), ""), kept["group"], "marked group")
same(best["grapnel_frequency"], numbers(kept["frequency"]), "frequency")
assert r.var.loc[~r.var["grapnel_kept"], ["grapnel_rank", "grapnel_score", "grapnel_group"]].isna().all(axis=None)
same(np.flatnonzero(r.var["grapnel_kept"]), np.sort(index), "index")

# matrices
same(r.obsm["X_grapnel"], np.load(f"{run}/H.npy").T, "H")
same(r.varm["grapnel_W"], np.load(f"{run}/W.npy"), "W")
same(r.obsm["X_grapnel_pca"], np.load(f"{run}/scores.npy"), "scores")
drawn = table("embedding.csv")
rows = drawn["index"].astype(int)
for key, columns in [("X_grapnel_tsne", ["h_x", "h_y"]), ("X_grapnel_tsne_data", ["data_x", "data_y"])]:
    same(r.obsm[key][rows], np.column_stack([numbers(drawn[c]) for c in columns]), key)
    assert np.isnan(np.delete(r.obsm[key], rows, axis=0)).all(), key
graph = r.obsp["grapnel_connectivities"]
assert sp.isspmatrix_csr(graph)
assert (graph != sp.csr_matrix(scipy.io.mmread(f"{run}/graph.mtx"))).nnz == 0

# the rest
uns = r.uns["grapnel"]
for name in ["trace", "markers"]:
    expected = table(f"{name}.csv").drop(columns="seconds", errors="ignore")
    assert list(uns[name].columns) == list(expected.columns), name
    for column in expected:
        values = expected[column] if column == "name" else numbers(expected[column])
        same(uns[name][column], values, f"{name} {column}")


def agrees(stored, value, where):
    if isinstance(value, dict):
        wanted = {k for k, v in value.items() if v is not None and k != "seconds"}
        assert set(stored) == wanted, (where, set(stored) ^ wanted)
        for key in wanted:
            agrees(stored[key], value[key], f"{where}/{key}")
    elif isinstance(value, list) and any(isinstance(v, (dict, list)) for v in value):
        assert json.loads(stored) == value, where
    elif isinstance(value, list):
        assert list(stored) == value, where
    else:
        assert stored == value and isinstance(stored, (bool, np.bool_)) == isinstance(value, bool), where


with open(f"{run}/summary.json") as f:
    summary = json.load(f)
agrees({k: v for k, v in uns.items() if k not in ("trace", "markers")}, summary, "summary")

# into the object of the user, which has its own columns and all features, in another order
n, p = r.shape
names = list(r.var_names) + ["dropped"]
own = pd.DataFrame({name.replace("/", "_"): colors[name].to_numpy() for name in colors.columns[1:]}, index=list(r.obs_names))
adata = anndata.AnnData(sp.csr_matrix((n, p + 1), dtype="float32"), obs=own, var=pd.DataFrame(index=names[::-1]))
adata = adata[::-1].copy()
adata.obs = adata.obs.join(r.obs.filter(like="grapnel"))
adata.var = adata.var.join(r.var)
adata.var["grapnel_kept"] = adata.var["grapnel_kept"].eq(True)
adata.obsm["X_grapnel"] = r[adata.obs_names].obsm["X_grapnel"]
adata.uns.update(r.uns)
same(adata.obs["grapnel_group"], labels["cluster"][::-1], "joined groups")
same(adata.obsm["X_grapnel"], r.obsm["X_grapnel"][::-1], "joined H")
assert adata.var["grapnel_kept"].sum() == len(kept) and adata.shape == (n, p + 1)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # texts become categories
    adata.write_h5ad(f"{run}/joined.h5ad")
    assert anndata.read_h5ad(f"{run}/joined.h5ad").obs["grapnel_group"].equals(adata.obs["grapnel_group"])

# texts are texts and flags are flags for h5py, too
with h5py.File(f"{run}/result.h5ad") as f:
    assert f.attrs["encoding-type"] == "anndata" and f["obs"].attrs["encoding-version"] == "0.2.0"
    assert h5py.check_string_dtype(f["obs/_index"].dtype).encoding == "utf-8"
    assert f["var/grapnel_kept"].dtype == bool
print("equal")
