"""Functions next to the estimators: parameters without labels, comparisons, graphs and scores."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy as np
import scipy.sparse as sp
from scipy.optimize import linear_sum_assignment

from . import _arrays, _options
from ._nmf import GraphNMF, read_graph
from ._progress import bar
from ._run import RunFolder
from ._sklearn import BaseEstimator, check_data, seed_of
from ._worker import job


class _Input(BaseEstimator):
    """Checks the arguments of functions as those of estimators are checked."""


def tune(
    X: Any,
    n_groups: Optional[int] = None,
    n_features_to_keep: Optional[int] = None,
    random_state: Any = None,
    *,
    options: Optional[Mapping[str, Any]] = None,
    n_jobs: Optional[int] = None,
    verbose: Optional[bool] = None,
    java: Optional[str] = None,
    home: Optional[str] = None,
) -> GraphNMF:
    """Choose the graph, its weight and the number of features without labels, then fit, as ``grapnel tune`` does.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        Non-negative numbers.
    n_groups : int, default=None
        Number of groups. None chooses it.
    n_features_to_keep : int, default=None
        Number of features. None chooses it.
    random_state : int, RandomState instance or None, default=None
        The seed. None is seed 0.
    options : dict, default=None
        More options of ``grapnel tune`` by their words.
    n_jobs, verbose, java, home
        As for GraphNMF.

    Returns
    -------
    model : GraphNMF
        The fitted model. ``model.summary_['tuning']`` says what was tried and chosen. Its parameters hold the
        choice, so a clone that is fitted to X has the same result.
    """
    model = GraphNMF(
        1, random_state=random_state, options=options, n_jobs=n_jobs, verbose=verbose, java=java, home=home
    )
    without_controls = _options.normalized(options).get("no_controls", True)
    words = _options.words(options, clusters=n_groups, keep=n_features_to_keep, no_controls=without_controls)
    model._fit_command("tune", X, lambda n_components: words + model._running())
    return model.set_params(**_options.recorded(model.summary_, options))


def compare(
    X: Any,
    y: Any = None,
    n_groups: Optional[int] = None,
    n_features_to_keep: Optional[int] = None,
    random_state: Any = None,
    *,
    models: Any = None,
    solvers: Any = None,
    repeats: Optional[int] = None,
    options: Optional[Mapping[str, Any]] = None,
    n_jobs: Optional[int] = None,
    verbose: Optional[bool] = None,
    java: Optional[str] = None,
    home: Optional[str] = None,
) -> Any:
    """Compare models, solvers and baselines on the same data under one protocol, as ``grapnel compare`` does.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        Non-negative numbers.
    y : array-like of shape (n_samples,), default=None
        The true classes, for NMI and accuracy. No method sees them.
    n_groups, n_features_to_keep : int, default=None
        Number of groups and of kept features.
    random_state : int, RandomState instance or None, default=None
        The seed of the first repeat.
    models, solvers : str or sequence of str, default=None
        Their words, as for ``--models`` and ``--solvers``.
    repeats : int, default=None
        Number of runs of each method. None is 10.
    options, n_jobs, verbose, java, home
        As for GraphNMF.

    Returns
    -------
    table : pandas.DataFrame or numpy.recarray
        One row for each method, as in ``comparison.csv``.
    """
    X = _check(X, options)
    threads = _options.threads(n_jobs)
    words = _options.words(
        options, clusters=n_groups, keep=n_features_to_keep, models=models, solvers=solvers, repeats=repeats
    ) + _options.words(None, seed=seed_of(random_state), threads=threads)
    with bar(verbose) as progress, job(_arrays.size_of(X), java, home) as on:
        data = _arrays.write(on.folder, X)
        if y is not None:
            labels = on.folder / "labels.txt"
            codes = np.unique(_vector(y, "y", X.shape[0]), return_inverse=True)[1]
            labels.write_text("".join(f"class{code}\n" for code in codes), encoding="utf-8")
            words += ["--labels", str(labels)]
        out = on.folder / "run"
        on.run("compare", data, "-o", out, "--progress", "none", "--no-report", *words, progress=progress)
        return RunFolder.read(out).table("comparison.csv")


def knn_graph(
    X: Any,
    n_neighbors: int = 5,
    *,
    options: Optional[Mapping[str, Any]] = None,
    n_jobs: Optional[int] = None,
    verbose: Optional[bool] = None,
    java: Optional[str] = None,
    home: Optional[str] = None,
) -> sp.csr_matrix:
    """Return the neighbour graph of samples, as ``grapnel graph`` builds it.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        Non-negative numbers.
    n_neighbors : int, default=5
        Neighbours of each sample.
    options : dict, default=None
        More options of ``grapnel graph`` by their words, such as ``{'weights': 'binary', 'graph_pcs': 50}``.
    n_jobs, verbose, java, home
        As for GraphNMF.

    Returns
    -------
    graph : scipy.sparse.csr_matrix of shape (n_samples, n_samples)
        The symmetric weights.
    """
    X = _check(X, options)
    threads = _options.threads(n_jobs)
    words = _options.words(options, neighbors=n_neighbors) + _options.words(None, threads=threads)
    with bar(verbose) as progress, job(_arrays.size_of(X), java, home) as on:
        out = on.folder / "edges.mtx"
        on.run("graph", _arrays.write(on.folder, X), "-o", out, "--progress", "none", *words, progress=progress)
        return read_graph(out.read_bytes())


def _check(X: Any, options: Optional[Mapping[str, Any]]) -> Any:
    return check_data(
        _Input(),
        X,
        reset=True,
        needs_non_negative=not _options.allows_negative(options),
        allow_nan=_options.allows_nan(options),
        min_samples=2,
    )


def nmi(labels_true: Any, labels_pred: Any) -> float:
    """Return the normalised mutual information of two groupings: I / ((H1 + H2) / 2), between 0 and 1.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n_samples,)
        Two groupings of the same samples.

    Returns
    -------
    score : float
        1 for the same groups, 0 for groups that say nothing about each other.
    """
    table = _contingency(labels_true, labels_pred)
    nonzero = table > 0
    if np.all(nonzero.sum(axis=0) == 1) and np.all(nonzero.sum(axis=1) == 1):
        return 1.0
    n = table.sum()
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    ratio = n * table[nonzero] / np.outer(rows, columns)[nonzero]
    mutual = float(np.sum(table[nonzero] / n * np.log(ratio)))
    if mutual <= np.finfo(float).eps:
        return 0.0
    entropies = [-float(np.sum(part / n * np.log(part / n))) for part in (rows, columns)]
    return min(1.0, mutual / (sum(entropies) / 2))


def acc(labels_true: Any, labels_pred: Any) -> float:
    """Return the share of samples whose group is matched to their class, under the best one-to-one matching.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n_samples,)
        The classes and the groups of the same samples.

    Returns
    -------
    score : float
        1 if every group is a class.
    """
    table = _contingency(labels_true, labels_pred)
    rows, columns = linear_sum_assignment(table, maximize=True)
    return float(table[rows, columns].sum() / table.sum())


def _contingency(labels_true: Any, labels_pred: Any) -> np.ndarray:
    true = _vector(labels_true, "labels_true")
    predicted = _vector(labels_pred, "labels_pred", len(true))
    rows, i = np.unique(true, return_inverse=True)
    columns, j = np.unique(predicted, return_inverse=True)
    return sp.coo_matrix((np.ones(len(i)), (i, j)), shape=(len(rows), len(columns))).toarray()


def _vector(labels: Any, name: str, length: Optional[int] = None) -> np.ndarray:
    given = np.asarray(labels)
    if given.ndim != 1 or len(given) == 0 or length not in (None, len(given)):
        needed = "one label for each sample is" if length is None else f"{length} labels are"
        raise ValueError(f"{name} has the shape {given.shape}; {needed} needed, in one dimension")
    for i, label in enumerate(np.asarray(labels, dtype=object).tolist()):  # an array of text would hold the text "nan"
        if not isinstance(label, str) and str(label) in ("None", "nan", "<NA>", "NaT"):
            raise ValueError(f"{name}: sample {i} has no label, but {label}")
    return given.astype(str) if given.dtype == object else given
