"""The estimators as scikit-learn's users know them."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp

import grapnel
from conftest import make_blobs, run_python
from grapnel import GraphFeatureSelector, GraphNMF


@pytest.fixture(scope="module")
def model():
    return GraphNMF(3, 5).fit(make_blobs()[0])


def test_defaults_are_those_of_the_contract():
    parameters = GraphNMF().get_params()
    expected = dict(n_components=8, n_features_to_keep=None, n_groups=None, random_state=None)
    assert {name: parameters[name] for name in expected} == expected
    assert GraphFeatureSelector().get_params()["n_groups"] is None
    assert isinstance(GraphNMF(), pytest.importorskip("sklearn.base").BaseEstimator)


def test_attributes(model, X, truth):
    assert model.components_.shape == (3, 12)
    assert model.memberships_.shape == (90, 3)
    assert model.labels_.shape == model.confidence_.shape == (90,)
    assert grapnel.nmi(truth, model.labels_) == 1
    assert sorted(model.features_kept_) == sorted(np.flatnonzero(model.components_.any(axis=0)))
    assert set(model.features_kept_) <= set(range(6))
    assert np.all(np.diff(model.feature_scores_) <= 0)
    assert set(model.markers_["group"]) == {0, 1, 2}
    assert model.trust_ == "good" and model.warnings_ == []
    residual = np.linalg.norm(X - model.inverse_transform(model.memberships_))
    assert model.reconstruction_err_ == pytest.approx(residual, rel=1e-9)
    assert model.n_iter_ == model.summary_["iterations"] > 0
    assert model.graph_.shape == (90, 90)


def test_fit_transform_and_fit_predict_return_the_attributes(X, model):
    assert np.array_equal(GraphNMF(3, 5).fit_transform(X), model.memberships_)
    assert np.array_equal(GraphNMF(3, 5).fit_predict(X), model.labels_)


def test_transform_places_samples_of_the_fit_where_they_are(X, model):
    assert np.allclose(model.transform(X), model.memberships_, atol=1e-2)
    assert np.array_equal(model.predict(X), model.labels_)
    assert 0.9 < model.score(X) <= 1


def test_dropped_features_have_zeros(X):
    wider = np.insert(X, 2, 1.0, axis=1)
    narrow = GraphNMF(3, 5).fit(X)
    model = GraphNMF(3, 5, options={"drop_constant": True}).fit(wider)
    assert np.array_equal(np.delete(model.components_, 2, axis=1), narrow.components_)
    assert not model.components_[:, 2].any()
    assert model.features_kept_.tolist() == [k + (k >= 2) for k in narrow.features_kept_]
    assert np.array_equal(model.transform(wider), narrow.transform(X))


def test_names_of_a_data_frame(X):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(X, columns=[f"gene {i},ä" for i in range(12)])
    model = GraphNMF(3, 5).fit(frame)
    assert list(model.feature_names_in_) == list(frame.columns)
    assert set(model.markers_["name"]) <= set(frame.columns)
    assert frame.columns[model.features_kept_[0]] in model.report_
    assert model.transform(frame).shape == (90, 3)
    with pytest.raises(ValueError, match="feature names should match"):
        model.transform(frame.rename(columns={"gene 0,ä": "other"}))
    assert list(model.get_feature_names_out()) == ["graphnmf0", "graphnmf1", "graphnmf2"]
    selector = GraphFeatureSelector(4).fit(frame)
    assert list(selector.get_feature_names_out()) == list(frame.columns[selector.get_support()])


@pytest.mark.parametrize("odd", ["g1", "", " ", "a\nb", "x" * 5000, "a\0", "\ud800", "\u2028"])
def test_one_odd_name_changes_no_other(X, model, odd):
    pd = pytest.importorskip("pandas")
    names = [f"g{i}" for i in range(12)]
    names[model.features_kept_[0]] = odd
    frame = pd.DataFrame(X, columns=names)
    fitted = GraphNMF(3, 5).fit(frame)
    assert np.array_equal(fitted.components_, model.components_)
    assert np.array_equal(fitted.transform(frame), model.transform(X))
    columns = [int(name[1:]) for name in model.markers_["name"]]
    assert list(fitted.markers_["name"]) == [names[column] for column in columns]
    assert all(names[column] in fitted.report_ for column in model.features_kept_[1:])


@pytest.mark.parametrize("options", [{"drop_constant": True}, {"top_variance": 8}], ids=str)
@pytest.mark.parametrize("name", ["gene {}", "f{}"])
def test_loaded_model_has_the_names_of_the_features_that_were_not_dropped(X, tmp_path, options, name):
    """Also if a name of the data is one that stands for a dropped feature."""
    pd = pytest.importorskip("pandas")
    wider = np.insert(X, 2, 1.0, axis=1)
    names = [name.format((i + 5) % 13) for i in range(13)]
    frame = pd.DataFrame(wider, columns=names)
    model = GraphNMF(3, 5, options=options).fit(frame)
    model.save(tmp_path / "saved")
    loaded = GraphNMF.load(tmp_path / "saved")
    assert list(loaded.markers_["name"]) == list(model.markers_["name"])
    assert list(grapnel.pl._features(loaded, "")[0]) == list(frame.columns[model.features_kept_])
    assert np.array_equal(loaded.transform(wider), model.transform(frame))
    assert np.array_equal(loaded.transform(frame), model.transform(frame))
    kept = model.features_kept_[0]
    for X_moved in (frame[frame.columns[::-1]], frame.rename(columns={frame.columns[kept]: "other"})):
        for fitted in (model, loaded):
            with pytest.raises(ValueError, match="^The feature names should match those that were passed during fit"):
                fitted.transform(X_moved)
    assert np.array_equal(model.transform(frame), GraphNMF(3, 5, options=options).fit(wider).transform(wider))


def test_loaded_model_without_names_calls_its_features_by_their_columns(X, tmp_path):
    model = GraphNMF(3, 5, options={"drop_constant": True}).fit(np.insert(X, 2, 1.0, axis=1))
    model.save(tmp_path / "saved")
    assert list(GraphNMF.load(tmp_path / "saved").markers_["name"]) == list(model.markers_["name"])


def test_model_is_asked_by_the_names_of_its_run(X):
    """A model that was pickled by an earlier version may have repeated names, and a run without names."""
    model = GraphNMF(3, 5).fit(X)
    placed = model.transform(X)
    model.feature_names_in_ = np.asarray(["g"] * 12, dtype=object)
    pd = pytest.importorskip("pandas")
    assert np.array_equal(model.transform(pd.DataFrame(X, columns=model.feature_names_in_)), placed)


def test_names_in_files_differ_and_can_be_printed():
    from grapnel._arrays import names_in_file

    assert names_in_file(["a", "a", "a-1", "a", "b", ""]) == ["a", "a-2", "a-1", "a-3", "b", "unnamed"]
    assert names_in_file(["", "\n", "a\tb", 3]) == ["unnamed", "unnamed-1", "a b", "3"]
    long = names_in_file(["x" * 9000] * 3)
    assert len(set(long)) == 3 and max(map(len, long)) < 4000
    assert names_in_file(["a", "gene 1,ä"]) == ["a", "gene 1,ä"]


def test_markers_have_the_names_of_the_features_without_names(X, model):
    names = np.asarray([f"x{i}" for i in range(12)])
    assert set(model.markers_["name"]) <= set(names[model.features_kept_])
    wider = np.insert(X, 2, 1.0, axis=1)  # the files count features without the dropped one
    dropped = GraphNMF(3, 5, options={"drop_constant": True}).fit(wider)
    moved = [f"x{i + (i >= 2)}" for i in map(int, (name[1:] for name in model.markers_["name"]))]
    assert list(dropped.markers_["name"]) == moved


def test_set_output(X):
    pd = pytest.importorskip("pandas")
    placed = GraphNMF(3, 5).set_output(transform="pandas").fit(X).transform(X)
    assert isinstance(placed, pd.DataFrame) and list(placed.columns) == ["graphnmf0", "graphnmf1", "graphnmf2"]
    chosen = GraphFeatureSelector(4).set_output(transform="pandas").fit_transform(pd.DataFrame(X).add_prefix("g"))
    assert chosen.shape == (90, 4) and all(name.startswith("g") for name in chosen.columns)


def test_clone_and_random_state(X):
    base = pytest.importorskip("sklearn.base")
    model = GraphNMF(3, 5, n_init=2, random_state=np.random.RandomState(3)).fit(X)
    again = base.clone(model).set_params(random_state=model.summary_["seed"]).fit(X)
    assert np.array_equal(model.components_, again.components_)
    assert GraphNMF(3, 5).fit(X).summary_["seed"] == 0
    with pytest.raises(ValueError, match="cannot be used to seed"):
        GraphNMF(3, 5, random_state="x").fit(X)


def test_pipeline_and_grid_search(X, truth):
    pytest.importorskip("sklearn")
    from sklearn.cluster import KMeans
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler

    steps = make_pipeline(MinMaxScaler(clip=True), GraphFeatureSelector(4), LogisticRegression())
    assert steps.fit(X, truth).score(X, truth) > 0.9
    grouped = make_pipeline(MinMaxScaler(), GraphNMF(3, 5), KMeans(3, n_init=3, random_state=0)).fit_predict(X)
    assert grapnel.nmi(truth, grouped) > 0.9
    search = GridSearchCV(GraphNMF(3), {"n_features_to_keep": [3, 6]}, cv=2).fit(X)
    assert search.best_params_["n_features_to_keep"] in (3, 6)
    assert np.all(np.isfinite(search.cv_results_["mean_test_score"]))


def test_parallel_grid_search(X):
    selection = pytest.importorskip("sklearn.model_selection")
    search = selection.GridSearchCV(GraphNMF(3, n_jobs=1), {"n_features_to_keep": [3, 6]}, cv=2, n_jobs=2).fit(X)
    alone = selection.GridSearchCV(GraphNMF(3), {"n_features_to_keep": [3, 6]}, cv=2).fit(X)
    assert np.array_equal(search.cv_results_["mean_test_score"], alone.cv_results_["mean_test_score"])


def test_fits_in_threads_have_the_same_bits(X, model):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(3) as threads:
        fits = list(threads.map(lambda _: GraphNMF(3, 5, n_jobs=1).fit(X), range(6)))
    assert all(np.array_equal(fit.components_, model.components_) for fit in fits)


def test_pickled_model_transforms_in_another_process(X, model, tmp_path):
    (tmp_path / "model.pickle").write_bytes(pickle.dumps(model))
    np.save(tmp_path / "x.npy", X[:7])
    printed = run_python(
        "import pickle, sys, numpy as np\n"
        f"model = pickle.load(open({str(tmp_path / 'model.pickle')!r}, 'rb'))\n"
        f"np.save({str(tmp_path / 'placed.npy')!r}, model.transform(np.load({str(tmp_path / 'x.npy')!r})))\n"
        "print(model.labels_[:3].tolist())"
    )
    assert printed.strip() == str(model.labels_[:3].tolist())
    assert np.array_equal(np.load(tmp_path / "placed.npy"), model.transform(X[:7]))


def test_saved_run_is_that_of_the_command_line(X, model, command_line, tmp_path):
    model.save(tmp_path / "saved")
    np.save(tmp_path / "x.npy", X[:9])
    command_line("transform", "saved", "x.npy", "-o", "placed")
    assert np.array_equal(model.transform(X[:9]), np.load(tmp_path / "placed" / "H.npy").T)
    loaded = GraphNMF.load(tmp_path / "saved", n_jobs=1)
    assert np.array_equal(loaded.transform(X[:9]), model.transform(X[:9]))
    assert (loaded.n_components, loaded.n_features_to_keep, loaded.n_jobs) == (3, 5, 1)
    pickle.loads(pickle.dumps(model)).save(tmp_path / "pickled")
    for file in (tmp_path / "saved").iterdir():
        assert (tmp_path / "pickled" / file.name).read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    "parameters",
    [
        dict(method="paper", max_iter=50),
        dict(method="paper", alpha=3.0, options={"variant": "theory", "init": "nndsvd", "project_start": True}),
        dict(solver="palm", tol=1e-4, options={"step_factor": 1.5}),
        dict(solver="accpalm", n_init=2, random_state=3),
        dict(solver="ipalm", options={"fixed_beta": True, "beta": 0.0}),
        dict(solver="best-support"),
        dict(alpha=3.0, n_neighbors=7, n_groups=4, random_state=5),
        dict(alpha=0.0),
        dict(n_features_to_keep=None),
        dict(loss="kl"),
        dict(loss="kl", options={"graph_term": "trace"}),
        dict(model="nmf-l20"),
        dict(model="kmeans-l0"),
        dict(model="gnmf-lc0"),
        dict(options={"graph_term": "invariant"}),
        dict(options={"weights": "local", "graph_pcs": "none", "laplacian": "normalized"}),
        dict(options={"sigma": 2.0, "metric": "cosine", "symmetrize": "mutual", "graph_pcs": 6}),
        dict(options={"select": "structure", "structure-blend": 0.5}),
        dict(options={"recipe": "counts", "drop-constant": True}),
        dict(options={"normalize": "total", "log1p": True, "clip": 0.99}),
        dict(options={"normalize": "minmax"}),
        dict(missing="model"),
        dict(options={"impute": "mean"}),
        dict(n_features_to_keep=None, options={"keep": "auto", "clusters": "auto"}),
    ],
    ids=str,
)
def test_loaded_model_repeats_its_fit(parameters, tmp_path):
    X = np.rint(20 * make_blobs(features=16)[0])
    X[:, 7] = 2
    if parameters.get("options") == {"normalize": "minmax"}:
        X -= 1
    if "missing" in parameters or "impute" in (parameters.get("options") or {}):
        X[::7, 3] = np.nan
    with np.testing.suppress_warnings() as quiet:
        quiet.filter(UserWarning)
        model = GraphNMF(**{"n_components": 3, "n_features_to_keep": 5, **parameters}).fit(X)
        model.save(tmp_path / "saved")
        again = clone_of(GraphNMF.load(tmp_path / "saved")).fit(X)
    for attribute in ("components_", "memberships_", "labels_", "features_kept_"):
        assert np.array_equal(getattr(again, attribute), getattr(model, attribute)), attribute


def clone_of(model):
    return type(model)(**model.get_params())


def test_components_of_the_recommended_graph_may_be_fewer_for_fewer_samples(tmp_path):
    X = make_blobs(features=60)[0]
    model = GraphNMF(3, 5).fit(X)
    assert model.summary_["graph_pcs"] == 50
    model.save(tmp_path / "saved")
    loaded = GraphNMF.load(tmp_path / "saved")
    assert clone_of(loaded).fit(X[:40]).summary_["graph_pcs"] == 39
    assert np.array_equal(loaded.fit(X).components_, model.components_)


def test_loaded_model_says_what_its_folder_does_not_hold(X, tmp_path):
    graph = GraphNMF(3, 5).fit(X).graph_
    model = GraphNMF(3, 5).fit(X, graph=graph, entry_weights=np.where(X > 0.1, 1.0, 0.5))
    model.save(tmp_path / "saved")
    with pytest.warns(UserWarning, match="and this fit is without it: graph, entry_weights$"):
        GraphNMF.load(tmp_path / "saved").fit(X)
    with pytest.warns(UserWarning, match="and this fit is without it: entry_weights$"):
        GraphNMF.load(tmp_path / "saved").fit(X, graph=graph)
    assert np.array_equal(GraphNMF.load(tmp_path / "saved").transform(X), model.transform(X))


@pytest.mark.parametrize("parameters", [{}, {"model": "nmf"}, {"loss": "kl"}, {"options": {"graph_pcs": 6}}], ids=str)
def test_transform_needs_no_other_files(X, parameters, monkeypatch):
    from grapnel._run import RunFolder

    model = GraphNMF(3, **parameters).fit(X)
    sent = []
    whole = RunFolder.write
    monkeypatch.setattr(RunFolder, "_write", lambda run, folder, names: sent.append(names) or write(run, folder, names))
    few = model.transform(X * 1.1)
    monkeypatch.setattr(RunFolder, "write_model", whole)
    assert np.array_equal(few, model.transform(X * 1.1))
    assert set(sent[0]) < set(sent[1]) and "trace.csv" not in sent[0]
    assert ("kept.npy" in sent[0]) == (model.graph_ is not None)


def write(run, folder, names):
    folder.mkdir()
    for name in names:
        (folder / name).write_bytes(run.bytes(name))
    return folder


@pytest.mark.parametrize(
    "parameters, change",
    [
        (dict(options={"normalize": "minmax"}), lambda X: X - 1),
        (dict(options={"feature-scale": "shift-unit"}), lambda X: X - 1),
        (dict(missing="model"), lambda X: np.where(X > 1.4, np.nan, X)),
        (dict(options={"missing": "model"}), lambda X: np.where(X > 1.4, np.nan, X)),
        (dict(options={"impute": "mean"}), lambda X: np.where(X > 1.4, np.nan, X)),
    ],
)
def test_loaded_model_takes_the_numbers_that_its_fit_took(parameters, change, tmp_path):
    X = change(make_blobs()[0])
    assert not np.all(X >= 0)  # also NaN
    model = GraphNMF(3, 5, **parameters).fit(X)
    model.save(tmp_path / "saved")
    loaded = GraphNMF.load(tmp_path / "saved")
    assert np.array_equal(loaded.transform(X), model.transform(X))


@pytest.mark.parametrize("words", [{"normalize": "minmax"}, {"missing": "model"}])
def test_options_say_which_numbers_each_function_takes(X, words):
    given = X - 1 if "normalize" in words else np.where(X < 0.01, np.nan, X)
    with pytest.raises(ValueError, match="Negative values|contains NaN"):
        grapnel.knn_graph(given)
    assert grapnel.tune(given, 3, 5, options=words).predict(given).shape == (90,)
    assert len(grapnel.compare(given, None, 3, 5, models="gnmf-l20", repeats=1, options=words)) > 0
    assert grapnel.knn_graph(given, options=words).shape == (90, 90)
    assert GraphFeatureSelector(4, options=words).fit_transform(given).shape == (90, 4)


def test_features_to_keep_may_be_an_option(X, model):
    kept = GraphNMF(3, options={"keep": 5}).fit(X)
    assert np.array_equal(kept.components_, model.components_)


def test_more_components_than_features_are_not_used(X):
    with pytest.warns(UserWarning, match="n_components=20 is more than .*=12; 12 are used"):
        assert GraphNMF(20).fit(X).n_components_ == 12


def test_report_is_shown_in_a_frame_without_rights(model):
    page = model._repr_html_()
    assert page.startswith('<iframe sandbox="allow-scripts"') and "<script" not in page
    assert "<html" in model.report_ and model.report_ is model.report_
    assert "GraphNMF" in GraphNMF()._repr_html_()


@pytest.mark.parametrize(
    "parameters, message",
    [
        (dict(n_features_to_keep=50), r"^--keep must be between 1 and 12, the number of features, got 50$"),
        (dict(options={"alhpa": 1}), r"^unknown option '--alhpa'; did you mean --alpha\?$"),
        (dict(options={"threads": 1}), "use n_jobs"),
        (dict(solver="newton"), "newton"),
        (dict(alpha=-1.0), "alpha"),
        (dict(n_groups=1000), "1000"),
        (dict(n_components="many"), "many"),
        (dict(n_components=True), "^n_components must be a positive integer, got True$"),
        (dict(n_features_to_keep=True), "^n_features_to_keep must be a number or a word, got True$"),
        (dict(options="keep"), "^options must be a dict such as .*, got 'keep'$"),
        (dict(options=["keep", 3]), "^options must be a dict such as"),
        (dict(options={"help": True}), "'help' does not apply here"),
        (dict(options={"version": True}), "'version' does not apply here"),
        (dict(alpha=5, options={"alpha": 1}), r"^options: 'alpha' is given twice: by alpha, which is 5, .* is 1;"),
        (dict(max_iter=5, options={"max-iter": 7}), "'max_iter' is given twice"),
        (dict(options={"max-iter": 7, "max_iter": 7}), "'max_iter' is given twice, the second time as 'max_iter'"),
        (dict(options={"rank": 4}), "'rank' is given twice: by n_components, which is 3, and by options, where it is 4"),
        (dict(options={"no_controls": False}), "by controls, which is False, and by options, where it is True"),
    ],
)
def test_refusals_are_value_errors_of_one_line(X, parameters, message):
    with pytest.raises(ValueError, match=message) as refusal:
        GraphNMF(**{"n_components": 3, "n_features_to_keep": 5, **parameters}).fit(X)
    assert "\n" not in str(refusal.value)


def test_same_value_twice_is_no_contradiction(X, model):
    again = GraphNMF(3, 5, alpha=10, options={"alpha": 10, "no_controls": True, "model": "gnmf-l20"}).fit(X)
    assert np.array_equal(again.components_, model.components_)


@pytest.mark.parametrize("shape", [(), (1, 1), (12,), (90, 2), (12, 90), (90, 12, 1)])
def test_weights_of_another_shape_are_refused(X, shape):
    allowed = r"\(90, 12\), that of X, \(90,\), one for each sample, or \(1, 12\), one for each feature, is needed$"
    with pytest.raises(ValueError, match=r"entry_weights has the shape \(.*\); " + allowed):
        GraphNMF(3, 5).fit(X, entry_weights=np.ones(shape))


def test_sparse_weights_are_refused(X):
    with pytest.raises(ValueError, match="entry_weights is a sparse matrix; an array is needed"):
        GraphNMF(3, 5).fit(X, entry_weights=sp.csr_matrix(X))


def test_messages_name_the_arguments_and_no_private_folder(X, model):
    same = np.ones((20, 3))
    with pytest.raises(ValueError, match="^X: only 1 of the 20 samples differ"):
        GraphNMF(2, 2).fit(same)
    with pytest.raises(ValueError, match="^entry_weights: "):
        GraphNMF(3, 5).fit(X, entry_weights=-X)
    with pytest.raises(ValueError, match="^graph: "):
        GraphNMF(3, 5).fit(X, graph=np.triu(np.ones((90, 90))))
    with pytest.raises(ValueError, match="^X: "):
        GraphFeatureSelector(2, n_groups=5).fit(same)
    given = GraphNMF(3, 5).fit(X, graph=model.graph_, entry_weights=np.where(X > 0.1, 1.0, 0.5))
    assert [given.summary_[name] for name in ("data", "graph", "entry_weights")] == ["X", "graph", "entry_weights"]
    assert "grapnel fit X -o again" in given.report_
    assert "grapnel-worker" not in given.report_ and "grapnel-worker" not in str(given.summary_)


def test_inverse_transform_names_the_width(model):
    for wrong in (np.ones((4, 5)), np.ones(3), sp.csr_matrix(np.ones((4, 2)))):
        with pytest.raises(ValueError, match=r"memberships has the shape \(.*\); \(n_samples, 3\) is needed"):
            model.inverse_transform(wrong)


def test_input_checks_have_the_messages_of_sklearn(X, model):
    with pytest.raises(ValueError, match="Negative values in data passed to GraphNMF"):
        GraphNMF(3).fit(-X)
    with pytest.raises(ValueError, match="X has 11 features, but GraphNMF is expecting 12 features as input"):
        model.transform(X[:, 1:])
    with pytest.raises(ValueError, match="Found array with 1 sample"):
        GraphNMF(3).fit(X[:1])
    from grapnel._sklearn import NotFittedError

    with pytest.raises(NotFittedError, match="This GraphNMF instance is not fitted yet"):
        GraphNMF().transform(X)
    assert GraphNMF(3, 5, options={"normalize": "minmax"}).fit(X - 1).labels_.shape == (90,)


def test_not_converged_and_doubtful_fits_warn(X):
    from grapnel._sklearn import ConvergenceWarning

    with pytest.warns(ConvergenceWarning, match="not converged"):
        GraphNMF(3, 5, method="paper", max_iter=1).fit(X)
    with pytest.warns(grapnel.TrustWarning, match="trust is (doubtful|none)"):
        GraphNMF(4).fit(np.random.default_rng(0).random((120, 30)))


@pytest.mark.parametrize("call", ["fit", "fit_predict", "fit_transform"])
def test_warnings_point_at_the_line_of_the_user(call):
    X = np.random.default_rng(0).random((40, 6))
    with pytest.warns(UserWarning) as found:
        getattr(GraphNMF(20, method="paper", max_iter=1), call)(X)
    assert len(found) >= 2 and {warning.filename for warning in found} == {__file__}


@pytest.mark.parametrize("given, count", [(None, 6), (3, 3), (0.25, 3), (1.0, 12), (np.int64(2), 2)])
def test_number_of_selected_features(X, given, count):
    selector = GraphFeatureSelector(given).fit(X)
    assert selector.get_support().sum() == len(selector.features_kept_) == count
    assert selector.transform(sp.csr_matrix(X)).shape == (90, count)
    assert np.array_equal(np.argsort(selector.ranking_, kind="stable")[:count], selector.features_kept_)


def test_wrong_number_of_selected_features(X):
    with pytest.raises(ValueError, match="a share between 0 and 1, got 1.5"):
        GraphFeatureSelector(1.5).fit(X)
    with pytest.raises(ValueError, match="keep"):
        GraphFeatureSelector(0).fit(X)
    with pytest.raises(ValueError, match="a share between 0 and 1, got True"):
        GraphFeatureSelector(True).fit(X)
    with pytest.raises(ValueError, match="by n_features_to_select, which is 4"):
        GraphFeatureSelector(4, options={"keep": 5}).fit(X)


def test_package_works_without_sklearn_and_pandas(X, model, tmp_path):
    np.save(tmp_path / "x.npy", X)
    printed = run_python(
        "import sys\n"
        "for name in ('sklearn', 'pandas', 'tqdm', 'anndata', 'matplotlib'): sys.modules[name] = None\n"
        "import pickle, numpy as np, scipy.sparse as sp\n"
        "from grapnel import GraphNMF, GraphFeatureSelector, TrustWarning\n"
        f"X = np.load({str(tmp_path / 'x.npy')!r})\n"
        "model = pickle.loads(pickle.dumps(GraphNMF(3, 5, verbose=True).fit(X)))\n"
        "assert model.transform(X).shape == (90, 3) and model.markers_.group.max() == 2\n"
        "assert list(model.get_feature_names_out()) == ['graphnmf0', 'graphnmf1', 'graphnmf2']\n"
        "assert repr(GraphNMF(3, 5)) == 'GraphNMF(n_components=3, n_features_to_keep=5)'\n"
        "selector = GraphFeatureSelector(4).fit(sp.coo_matrix(X))\n"
        "assert selector.transform(X).shape == (90, 4) and selector.inverse_transform(X[:, :4]).shape == (90, 12)\n"
        "assert selector.get_feature_names_out().tolist() == [f'x{i}' for i in selector.get_support(True)]\n"
        "for wrong in (-X, X[:1], X[0], X * np.nan, X * 1j):\n"
        "    try: GraphNMF(3).fit(wrong)\n"
        "    except ValueError: continue\n"
        "    raise AssertionError(wrong)\n"
        "for wrong in (lambda: GraphNMF().transform(X), lambda: model.transform(X[:, 1:]),\n"
        "              lambda: GraphNMF().set_params(x=1)):\n"
        "    try: wrong()\n"
        "    except ValueError as e: print(e)\n"
        "print(model.labels_[:5].tolist())\n"
    )
    assert printed.splitlines()[-1] == str(model.labels_[:5].tolist())
    assert "not fitted yet" in printed and "expecting 12 features" in printed and "Invalid parameter 'x'" in printed


def test_progress_bar_is_shown_from_the_first_second_on(X, monkeypatch, capsys):
    pytest.importorskip("tqdm")
    from grapnel import _progress

    monkeypatch.setattr(_progress, "_SILENT_SECONDS", 0.0)
    GraphNMF(3, 5, verbose=True).fit(X)
    assert "%" in capsys.readouterr().err
    GraphNMF(3, 5, verbose=False).fit(X)
    assert capsys.readouterr().err == ""


def test_docstring_examples_run():
    import doctest

    from grapnel import _nmf

    assert doctest.testmod(_nmf).failed == 0


def test_parameters_and_results_are_documented():
    """As numpydoc asks: each parameter by its name, and what comes back."""
    import inspect

    from grapnel import pl, tl

    functions = [grapnel.tune, grapnel.compare, grapnel.knn_graph, grapnel.nmi, grapnel.acc, tl.fit]
    functions += [pl.report, pl.features, pl.memberships]
    methods = "fit fit_transform fit_predict transform predict score inverse_transform save load"
    functions += [getattr(GraphNMF, name) for name in methods.split()]
    for function in functions:
        text = inspect.getdoc(function)
        for name, parameter in inspect.signature(function).parameters.items():
            shown = "**" * (parameter.kind is parameter.VAR_KEYWORD) + name
            assert name in ("self", "cls") or shown in text.split("Parameters\n")[1].replace(",", ""), (function, name)
        assert "Returns\n-------" in text or function is GraphNMF.save, function
    assert "\ngraph_ :" in inspect.getdoc(GraphNMF) and "\nreport_ :" in inspect.getdoc(GraphNMF)
    assert dir(pl) == sorted(pl.__all__) and dir(tl) == ["fit"]


def test_public_functions_are_documented():
    for name in grapnel.__all__:
        assert (getattr(grapnel, name).__doc__ or "").strip() or name == "__version__", name
    assert os.path.exists(os.path.join(os.path.dirname(grapnel.__file__), "py.typed"))
    done = subprocess.run([sys.executable, "-B", "-W", "error", "-c", "import grapnel"], capture_output=True, text=True)
    assert done.stderr == ""
