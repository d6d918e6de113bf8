"""Fits from Python have the bits of the command line."""

import numpy as np
import pytest
import scipy.sparse as sp

from grapnel import GraphFeatureSelector, GraphNMF, acc, knn_graph, nmi


def assert_same(model, W, H):
    assert np.array_equal(model.components_.T, W)
    assert np.array_equal(model.memberships_.T, H)


@pytest.mark.parametrize("kind", ["float64", "float32", "fortran", "int", "list"])
def test_dense_data_of_any_kind_have_the_bits_of_the_command_line(X, kind, command_line, tmp_path):
    given = {
        "float64": X,
        "float32": X.astype(np.float32),
        "fortran": np.asfortranarray(X),
        "int": np.rint(20 * X).astype(np.int64),
        "list": X.tolist(),
    }[kind]
    np.save(tmp_path / "x.npy", np.asarray(given))
    W, H, _ = command_line.fit("x.npy", "--rank", 3, "--keep", 5)
    assert_same(GraphNMF(3, 5).fit(given), W, H)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_sparse_data_of_any_format_have_the_bits_of_the_command_line(X, kind, command_line, tmp_path):
    given = sp.csr_matrix(np.where(X > 0.1, X, 0)).asformat(kind)
    sp.save_npz(tmp_path / "x.npz", given.tocsr() if kind == "coo" else given)
    W, H, _ = command_line.fit("x.npz", "--rank", 3, "--keep", 5)
    assert_same(GraphNMF(3, 5).fit(given), W, H)


@pytest.mark.parametrize(
    "parameters, words",
    [
        (dict(random_state=7, n_init=2), ["--seed", 7, "--restarts", 2]),
        (dict(n_groups=4, alpha=3.0, n_neighbors=7), ["--clusters", 4, "--alpha", 3.0, "--neighbors", 7]),
        (dict(method="paper", max_iter=50), ["--method", "paper", "--max-iter", 50]),
        (dict(solver="palm", tol=1e-4), ["--solver", "palm", "--tol", 1e-4]),
        (dict(loss="kl"), ["--loss", "kl"]),
        (dict(model="nmf-l20"), ["--model", "nmf-l20"]),
        (
            dict(options={"recipe": "counts", "graph_pcs": 6, "drop-constant": True}),
            ["--recipe", "counts", "--graph-pcs", 6, "--drop-constant"],
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_parameters_have_the_bits_of_their_options(X, parameters, words, command_line, tmp_path):
    counts = np.rint(20 * X)
    np.save(tmp_path / "x.npy", counts)
    W, H, _ = command_line.fit("x.npy", "--rank", 3, "--keep", 5, *words)
    with np.testing.suppress_warnings() as quiet:
        quiet.filter(UserWarning)
        model = GraphNMF(3, 5, **parameters).fit(counts)
    assert_same(model, W, H)


def test_all_features(X, command_line, tmp_path):
    np.save(tmp_path / "x.npy", X)
    W, H, _ = command_line.fit("x.npy", "--rank", 3, "--model", "gnmf")
    assert_same(GraphNMF(3).fit(X), W, H)


def test_missing_entries_and_weights(X, command_line, tmp_path):
    holes = X.copy()
    holes[::7, 3] = np.nan
    weights = np.random.default_rng(1).random(X.shape)
    np.save(tmp_path / "x.npy", holes)
    np.save(tmp_path / "w.npy", weights)
    W, H, _ = command_line.fit("x.npy", "--rank", 3, "--keep", 5, "--missing", "model")
    model = GraphNMF(3, 5, missing="model").fit(holes)
    assert_same(model, W, H)
    assert model.transform(holes).shape == (len(X), 3)
    with pytest.raises(ValueError, match="contains NaN"):
        GraphNMF(3, 5).fit(holes)
    np.save(tmp_path / "x.npy", X)
    W, H, _ = command_line.fit("x.npy", "--rank", 3, "--keep", 5, "--entry-weights", "w.npy")
    assert_same(GraphNMF(3, 5).fit(X, entry_weights=weights), W, H)
    np.save(tmp_path / "w.npy", weights[:, :1])
    W, H, _ = command_line.fit("x.npy", "--rank", 3, "--keep", 5, "--entry-weights", "w.npy")
    assert_same(GraphNMF(3, 5).fit(X, entry_weights=weights[:, 0]), W, H)


def test_own_graph(X, command_line, tmp_path):
    np.save(tmp_path / "x.npy", X)
    graph = knn_graph(X, 4)
    command_line("graph", "x.npy", "-o", "edges.mtx", "--neighbors", 4)
    W, H, _ = command_line.fit("x.npy", "--rank", 3, "--keep", 5, "--graph", "edges.mtx")
    model = GraphNMF(3, 5).fit(X, graph=graph)
    assert_same(model, W, H)
    assert abs(model.graph_ - graph).max() == 0
    for kind in ("coo", "csc", "lil", "dia", "dok", "bsr"):
        assert_same(GraphNMF(3, 5).fit(X, graph=graph.asformat(kind)), W, H)
    assert_same(GraphNMF(3, 5).fit(X, graph=graph.toarray().tolist()), W, H)


def test_directed_graph_is_refused(X):
    graph = knn_graph(X, 4)
    for half in (sp.triu(graph), sp.tril(graph)):
        with pytest.raises(ValueError, match="not symmetric"):
            GraphNMF(3, 5).fit(X, graph=half)


def test_weights_may_be_lists_and_data_frames(X):
    pd = pytest.importorskip("pandas")
    weights = np.random.default_rng(1).random(X.shape)
    whole, samples = (GraphNMF(3, 5).fit(X, entry_weights=given) for given in (weights, weights[:, 0]))
    for given in (weights.tolist(), pd.DataFrame(weights)):
        assert_same(GraphNMF(3, 5).fit(X, entry_weights=given), whole.components_.T, whole.memberships_.T)
    for given in (weights[:, 0].tolist(), pd.Series(weights[:, 0])):
        assert_same(GraphNMF(3, 5).fit(X, entry_weights=given), samples.components_.T, samples.memberships_.T)


def test_number_of_threads_does_not_change_the_bits(X):
    one, two = (GraphNMF(3, 5, n_jobs=jobs).fit(X) for jobs in (1, 2))
    assert_same(two, one.components_.T, one.memberships_.T)


def test_selection_and_transform(X, command_line, tmp_path):
    np.save(tmp_path / "x.npy", X)
    np.save(tmp_path / "new.npy", X[::3] * 1.1)
    command_line("select", "x.npy", "--keep", 4, "-o", "chosen", "--no-report")
    rows = [line.split(",") for line in (tmp_path / "chosen" / "features.csv").read_text().splitlines()[1:]]
    assert GraphFeatureSelector(4).fit(X).features_kept_.tolist() == [int(row[1]) for row in rows]
    command_line.fit("x.npy", "--rank", 3, "--keep", 5)
    command_line("transform", "run", "new.npy", "-o", "placed")
    model = GraphNMF(3, 5).fit(X)
    assert np.array_equal(model.transform(X[::3] * 1.1), np.load(tmp_path / "placed" / "H.npy").T)


def test_scores_are_those_of_the_summary(X, truth, command_line, tmp_path):
    import json

    np.save(tmp_path / "x.npy", X)
    noisy = truth.copy()
    noisy[::5] = 0
    (tmp_path / "truth.txt").write_text("".join(f"{label}\n" for label in noisy))
    _, _, run = command_line.fit("x.npy", "--rank", 3, "--keep", 5, "--labels", "truth.txt")
    summary = json.loads((run / "summary.json").read_text())
    labels = GraphNMF(3, 5).fit_predict(X)
    assert nmi(noisy, labels) == pytest.approx(summary["nmi"], abs=1e-12)
    assert acc(noisy, labels) == summary["acc"]
