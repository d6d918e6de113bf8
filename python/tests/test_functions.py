"""tune, compare, knn_graph, nmi and acc."""

import numpy as np
import pytest
import scipy.io

import grapnel
from grapnel import GraphNMF


def test_tune_returns_a_fitted_model_with_what_it_chose(X, truth):
    model = grapnel.tune(X, 3, 5)
    chosen = model.summary_["tuning"]["chosen"]
    assert (model.alpha, model.n_neighbors, model.n_features_to_keep) == (chosen["alpha"], chosen["neighbors"], 5)
    assert (model.n_components, model.n_groups) == (3, 3)
    assert grapnel.nmi(truth, model.labels_) == 1
    assert model.transform(X).shape == (90, 3)


def make_narrow_groups():
    """Data for which tune chooses another graph than the default."""
    rng = np.random.default_rng(7)
    truth = np.arange(120) % 4
    X = 2 * rng.random((120, 80))
    for j in range(12):
        X[truth == j % 4, j] += 1.4
    return X


@pytest.mark.parametrize(
    "options", [None, {"metric": "cosine"}, {"criterion": "silhouette"}, {"top_variance": 60}], ids=str
)
def test_tuned_model_holds_what_it_chose(options):
    X = make_narrow_groups()
    model = grapnel.tune(X, 4, random_state=7, options=options)
    chosen = model.summary_["tuning"]["chosen"]
    if options is None:
        assert (chosen["neighbors"], chosen["components"], chosen["weights"]) == (3, None, "local")
        assert model.options["graph_pcs"] == "none"
    if options == {"metric": "cosine"}:
        assert model.options["metric"] == "cosine"
    assert model.options["weights"] == chosen["weights"]
    again = GraphNMF(**model.get_params()).fit(X)
    for attribute in ("components_", "memberships_", "labels_", "features_kept_"):
        assert np.array_equal(getattr(again, attribute), getattr(model, attribute)), attribute
    assert GraphNMF(**model.get_params()).fit(X[:40]).labels_.shape == (40,)


def test_compare_is_the_table_of_the_command_line(X, truth, command_line, tmp_path):
    np.save(tmp_path / "x.npy", X)
    (tmp_path / "truth.txt").write_text("".join(f"class{label}\n" for label in truth))
    table = grapnel.compare(X, truth, 3, 5, models=["gnmf-l20", "nmf"], repeats=2, options={"baselines": "random"})
    words = ["--labels", "truth.txt", "--clusters", 3, "--keep", 5, "--models", "gnmf-l20,nmf", "--repeats", 2]
    command_line("compare", "x.npy", "-o", "c", "--no-report", "--baselines", "random", *words)
    rows = [line.split(",") for line in (tmp_path / "c" / "comparison.csv").read_text().splitlines()]
    assert list(table.columns) == rows[0]
    assert list(table["contender"]) == [row[0] for row in rows[1:]]
    column = rows[0].index("nmi_mean")
    assert table["nmi_mean"].tolist() == [float(row[column]) for row in rows[1:]]


def test_knn_graph_is_that_of_the_command_line(X, command_line, tmp_path):
    np.save(tmp_path / "x.npy", X)
    command_line("graph", "x.npy", "-o", "edges.mtx", "--neighbors", 4, "--weights", "binary")
    graph = grapnel.knn_graph(X, 4, options={"weights": "binary"})
    assert abs(graph - scipy.io.mmread(str(tmp_path / "edges.mtx"))).max() == 0
    assert abs(graph - graph.T).max() == 0


def test_nmi_is_that_of_sklearn():
    cluster = pytest.importorskip("sklearn.metrics.cluster")
    rng = np.random.default_rng(3)
    for _ in range(50):
        a, b = rng.integers(0, rng.integers(1, 6), 40), rng.integers(0, rng.integers(1, 6), 40)
        assert grapnel.nmi(a, b) == pytest.approx(cluster.normalized_mutual_info_score(a, b), abs=1e-9)
    assert grapnel.nmi(["x", "y", "x"], [2, 1, 2]) == 1


def test_acc_is_the_best_matching():
    from itertools import permutations

    rng = np.random.default_rng(4)
    for _ in range(30):
        a, b = rng.integers(0, 4, 25), rng.integers(0, 4, 25)
        best = max(np.mean(np.asarray(order)[b] == a) for order in permutations(range(4)))
        assert grapnel.acc(a, b) == best
    assert grapnel.acc([0, 0, 1, 1], [5, 6, 7, 8]) == 0.5


@pytest.mark.parametrize("score", [grapnel.nmi, grapnel.acc])
def test_labels_of_another_length_are_refused(score):
    with pytest.raises(ValueError, match=r"labels_pred has the shape \(2,\); 3 labels are needed"):
        score([0, 1, 1], [0, 1])
    with pytest.raises(ValueError, match="one label for each sample is needed"):
        score([[0, 1]], [0, 1])


def test_labels_that_are_absent_are_refused(X, truth):
    for absent in (None, np.nan):
        labels = ["a", "b", absent, "a"]
        for given in (labels, np.asarray(labels, dtype=object)):
            for score in (grapnel.nmi, grapnel.acc):
                with pytest.raises(ValueError, match="labels_true: sample 2 has no label"):
                    score(given, [0, 1, 1, 0])
    assert grapnel.nmi(["None", "nan", "None"], [0, 1, 0]) == 1
    with pytest.raises(ValueError, match="y: sample 0 has no label"):
        grapnel.compare(X, np.asarray([None, *truth[1:]], dtype=object), 3, 5)
    assert grapnel.nmi(np.asarray(["a", 1, "a"], dtype=object), [0, 1, 0]) == 1
