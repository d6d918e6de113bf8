"""The estimator GraphFeatureSelector."""

from __future__ import annotations

import numbers
from typing import Any, Dict, Mapping, Optional, Union

import numpy as np

from . import _arrays, _options
from ._progress import bar
from ._run import RunFolder
from ._sklearn import BaseEstimator, SelectorMixin, check_data, check_is_fitted, seed_of
from ._worker import job


class GraphFeatureSelector(SelectorMixin, BaseEstimator):
    """Selects the features that tell the groups of a neighbour graph apart, without labels.

    The selection is that of ``grapnel select`` with the same options on the same numbers.

    Parameters
    ----------
    n_features_to_select : int or float, default=None
        Number of features, or a share between 0 and 1. None is half of the features.
    n_groups : int, default=None
        Number of groups to tell apart. None looks at 10, 20 and 40 groups together.
    random_state : int, RandomState instance or None, default=None
        The seed. None is seed 0.
    select : str, default=None
        The word of ``--select``: ``groups``, ``structure``, ``variance``, ``laplacian-score``, ``mcfs``, ... None is
        ``groups``.
    n_neighbors : int, default=None
        Neighbours of each sample in the graph. None is 5.
    options : dict, default=None
        More options of ``grapnel select`` by their words.
    n_jobs : int, default=None
        Number of threads. None or -1 uses all cores.
    verbose : bool, default=None
        Whether a progress bar of tqdm is shown. None shows it in a terminal and a notebook.
    java, home : str, default=None
        Where Java and Grapnel are; see GraphNMF.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        The mask of the selected features.
    features_kept_ : ndarray of int
        The selected columns, best first.
    scores_ : ndarray of shape (n_features,)
        The scores of the selected features, NaN for the others.
    ranking_ : ndarray of int of shape (n_features,)
        1 for the best feature, and so on; ``n_features_to_select + 1`` for those that are not selected.
    summary_ : dict
        Everything that ``summary.json`` holds.
    n_features_in_ : int
        Number of features seen during fit.
    feature_names_in_ : ndarray of str
        Their names, if X has names.
    """

    def __init__(
        self,
        n_features_to_select: Union[int, float, None] = None,
        n_groups: Optional[int] = None,
        random_state: Any = None,
        *,
        select: Optional[str] = None,
        n_neighbors: Optional[int] = None,
        options: Optional[Mapping[str, Any]] = None,
        n_jobs: Optional[int] = None,
        verbose: Optional[bool] = None,
        java: Optional[str] = None,
        home: Optional[str] = None,
    ):
        self.n_features_to_select = n_features_to_select
        self.n_groups = n_groups
        self.random_state = random_state
        self.select = select
        self.n_neighbors = n_neighbors
        self.options = options
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.java = java
        self.home = home

    def fit(self, X: Any, y: Any = None) -> "GraphFeatureSelector":
        """Select features.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Non-negative numbers.
        y : Ignored
            Labels are never used.

        Returns
        -------
        self : GraphFeatureSelector
            The fitted selector.
        """
        X = check_data(
            self,
            X,
            reset=True,
            needs_non_negative=not _options.allows_negative(self.options),
            allow_nan=_options.allows_nan(self.options),
            min_samples=2,
        )
        keep = self._count(X.shape[1])
        threads = _options.threads(self.n_jobs)
        arguments = _options.words(
            self.options,
            {"keep": "n_features_to_select"},
            keep=keep,
            clusters=self.n_groups,
            select=self.select,
            neighbors=self.n_neighbors,
            no_controls=_options.normalized(self.options).get("no_controls", True),
        ) + _options.words(None, seed=seed_of(self.random_state), threads=threads)
        with bar(self.verbose) as progress, job(_arrays.size_of(X), self.java, self.home) as on:
            data = _arrays.write(on.folder, X, getattr(self, "feature_names_in_", None))
            out = on.folder / "run"
            on.run("select", data, "-o", out, "--progress", "none", "--no-report", *arguments, progress=progress)
            run = RunFolder.read(out, private=on.folder)
        features = run.columns("features.csv")
        origin = np.asarray([int(cell) for cell in run.columns("preparation.csv")["origin"]])
        kept = origin[np.asarray([int(cell) for cell in features["index"]], dtype=np.intp)]
        self.features_kept_ = kept
        self.support_ = np.zeros(X.shape[1], dtype=bool)
        self.support_[kept] = True
        self.scores_ = np.full(X.shape[1], np.nan)
        self.scores_[kept] = [float(cell) if cell else np.nan for cell in features["score"]]
        self.ranking_ = np.full(X.shape[1], len(kept) + 1, dtype=int)
        self.ranking_[kept] = np.arange(1, len(kept) + 1)
        self.summary_ = run.summary()
        return self

    def _count(self, features: int) -> int:
        given = self.n_features_to_select
        if given is None:
            return max(1, features // 2)
        if isinstance(given, numbers.Integral) and not isinstance(given, bool):
            return int(given)
        if isinstance(given, numbers.Real) and not isinstance(given, bool) and 0 < given <= 1:
            return max(1, int(features * given))
        raise ValueError(
            f"n_features_to_select must be None, a positive integer or a share between 0 and 1, got {given!r}"
        )

    def _get_support_mask(self) -> np.ndarray:
        check_is_fitted(self)
        return self.support_

    def _more_tags(self) -> Dict[str, Any]:
        return {
            "requires_positive_X": not _options.allows_negative(self.options),
            "allow_nan": _options.allows_nan(self.options),
        }

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = not _options.allows_negative(self.options)
        tags.input_tags.allow_nan = _options.allows_nan(self.options)
        tags.input_tags.sparse = True
        return tags
