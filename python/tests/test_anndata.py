"""grapnel.tl and grapnel.pl."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

import grapnel
from conftest import make_blobs
from grapnel import GraphNMF
from grapnel._sklearn import NotFittedError

anndata = pytest.importorskip("anndata")
pd = pytest.importorskip("pandas")


def make_cells():
    X, truth = make_blobs()
    counts = sp.csr_matrix(np.rint(20 * X), dtype=np.float32)
    obs = pd.DataFrame({"type": pd.Categorical(truth.astype(str))}, index=[f"cell{i}" for i in range(len(X))])
    cells = anndata.AnnData(counts, obs=obs, var=pd.DataFrame(index=[f"gene{i}" for i in range(12)]))
    cells.layers["scaled"] = counts * 0.5
    return cells


def test_fit_writes_with_the_names_of_result_h5ad(command_line, tmp_path):
    cells = make_cells()
    assert grapnel.tl.fit(cells, n_groups=3, n_features=5) is None
    make_cells().write_h5ad(tmp_path / "cells.h5ad")
    W, H, run = command_line.fit("cells.h5ad", "--clusters", 3, "--keep", 5)
    written = anndata.read_h5ad(run / "result.h5ad")
    assert np.array_equal(cells.varm["grapnel_W"], W)
    assert np.array_equal(cells.obsm["X_grapnel"], H.T)
    for column in ("grapnel_group", "grapnel_confidence"):
        assert cells.obs[column].astype(str).tolist() == written.obs[column].astype(str).tolist()
    for column in ("grapnel_kept", "grapnel_rank", "grapnel_score"):
        assert np.array_equal(
            cells.var[column].to_numpy(dtype=float), written.var[column].to_numpy(dtype=float), equal_nan=True
        )
    marked = cells.var["grapnel_group"].astype(object).where(cells.var["grapnel_group"].notna(), "nan")
    assert marked.tolist() == written.var["grapnel_group"].astype(str).tolist()
    assert abs(cells.obsp["grapnel_connectivities"] - written.obsp["grapnel_connectivities"]).max() == 0
    assert cells.uns["grapnel"]["trust"] == written.uns["grapnel"]["trust"]
    assert set(cells.uns["grapnel"]["markers"]["name"]) <= set(cells.var_names)


def test_result_survives_h5ad(tmp_path):
    cells = make_cells()
    grapnel.tl.fit(cells, n_groups=3, n_features=5)
    cells.write_h5ad(tmp_path / "cells.h5ad")
    read = anndata.read_h5ad(tmp_path / "cells.h5ad")
    assert read.obs["grapnel_group"].tolist() == cells.obs["grapnel_group"].tolist()
    assert read.uns["grapnel"]["params"]["rank"] == 3


@pytest.mark.parametrize("odd", ["gene0", ""])
def test_one_odd_name_of_a_gene_or_cell_changes_no_other(odd):
    plain, cells = make_cells(), make_cells()
    grapnel.tl.fit(plain, 3, 5)
    names = list(cells.var_names)
    names[7] = odd
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cells.var_names = names
        cells.obs_names = ["cell0", *cells.obs_names[:-1]]
    grapnel.tl.fit(cells, 3, 5, report=True)
    assert cells.uns["grapnel"]["markers"].equals(plain.uns["grapnel"]["markers"])
    assert plain.uns["grapnel"]["markers"]["name"].iloc[0] in cells.uns["grapnel"]["report"]


def test_graph_of_an_earlier_fit_is_deleted():
    cells = make_cells()
    grapnel.tl.fit(cells, 3, 5)
    grapnel.tl.fit(cells, 3, 5, key_added="other")
    grapnel.tl.fit(cells, 3, model="nmf")
    assert list(cells.obsp.keys()) == ["other_connectivities"] and "connectivities_key" not in cells.uns["grapnel"]


def test_backed_cells_and_what_is_no_anndata(tmp_path):
    make_cells().write_h5ad(tmp_path / "cells.h5ad")
    backed, cells = anndata.read_h5ad(tmp_path / "cells.h5ad", backed="r"), make_cells()
    grapnel.tl.fit(backed, 3, 5)
    grapnel.tl.fit(cells, 3, 5)
    assert np.array_equal(backed.obsm["X_grapnel"], cells.obsm["X_grapnel"])
    backed.file.close()
    with pytest.raises(ValueError, match="adata must be an AnnData object, got ndarray"):
        grapnel.tl.fit(np.ones((4, 3)))
    empty = anndata.AnnData(obs=cells.obs, var=cells.var, layers={"counts": cells.X})
    with pytest.raises(ValueError, match=r"adata.X is empty; name the layer to use: adata has \['counts'\]"):
        grapnel.tl.fit(empty)
    assert "dev" not in cells.uns["grapnel"]["params"]["data"] and cells.uns["grapnel"]["params"]["data"] == "X"


def test_copy_layer_and_key():
    cells = make_cells()
    fitted = grapnel.tl.fit(cells, 3, 5, layer="scaled", key_added="g", copy=True, random_state=2)
    assert "g_group" in fitted.obs and "g_group" not in cells.obs and "g" not in cells.uns
    assert fitted.uns["g"]["params"]["layer"] == "scaled" and fitted.uns["g"]["params"]["seed"] == 2
    model = GraphNMF(3, 5, random_state=2).fit(cells.layers["scaled"])
    assert np.array_equal(fitted.obsm["X_g"], model.memberships_)
    with pytest.raises(ValueError, match=r"adata has no layer 'raw'; it has \['scaled'\]"):
        grapnel.tl.fit(cells, layer="raw")


def test_parameters_pass_through():
    cells = make_cells()
    grapnel.tl.fit(cells, 3, 5, loss="kl")
    assert cells.uns["grapnel"]["params"]["loss_kind"] == "kl"
    grapnel.tl.fit(cells, 3, n_components=2)
    assert cells.obsm["X_grapnel"].shape == (90, 2) and cells.var["grapnel_kept"].all()


def test_report_shows_the_best_feature_and_is_asked_for_in_the_fit(tmp_path):
    cells = make_cells()
    grapnel.tl.fit(cells, 3, 5)
    with pytest.raises(ValueError, match="has no report"):
        grapnel.pl.report(cells)
    with pytest.raises(ValueError, match="neither a fitted GraphNMF nor an AnnData object"):
        grapnel.pl.report(make_cells())
    for draw in (grapnel.pl.report, grapnel.pl.features, grapnel.pl.memberships):
        with pytest.raises(NotFittedError):
            draw(GraphNMF())
    grapnel.tl.fit(cells, 3, 5, report=True)
    shown = grapnel.pl.report(cells, save=tmp_path / "report.html")
    best = cells.var.index[cells.var["grapnel_rank"] == 1][0]
    assert best in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert shown._repr_html_().startswith("<iframe sandbox=")


class Axes:
    """Records what is drawn."""

    def __init__(self):
        self.drawn = {}

    def __getattr__(self, name):
        return lambda *values, **options: self.drawn.__setitem__(name, values)


@pytest.mark.parametrize("kind", ["cells", "model"])
def test_plots_show_the_best_features_and_all_memberships(kind):
    cells = make_cells()
    grapnel.tl.fit(cells, 3, 5)
    source = cells if kind == "cells" else GraphNMF(3, 5).fit(cells.X)
    ax = grapnel.pl.features(source, n=4, ax=Axes())
    names = [name.replace("gene", "x") for name in ax.drawn["set_yticklabels"][0]]
    best = cells.var.sort_values("grapnel_rank").index[:4]
    assert names == [name.replace("gene", "x") for name in best]
    picture = grapnel.pl.memberships(source, ax=Axes()).drawn["imshow"][0]
    assert picture.shape == (90, 3) and np.allclose(picture.max(axis=1), 1)


def test_plots_name_matplotlib(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match="needs matplotlib"):
        grapnel.pl.features(GraphNMF(3, 5).fit(make_blobs()[0]))
