"""The estimator GraphNMF."""

from __future__ import annotations

import html
import io
import numbers
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np
import scipy.io
import scipy.sparse as sp

from . import _arrays, _options
from ._errors import TrustWarning, warn
from ._progress import bar
from ._run import RunFolder
from ._sklearn import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ConvergenceWarning,
    TransformerMixin,
    check_data,
    check_is_fitted,
    column_names,
    seed_of,
)
from ._worker import job


class GraphNMF(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Selects features and finds groups of samples by graph-regularised NMF.

    Factorises X (samples x features, non-negative) into memberships and components, with at most
    ``n_features_to_keep`` features in use and a neighbour graph that pulls near samples together. The result has the
    same bits as ``grapnel fit`` with the same options on the same numbers.

    Parameters
    ----------
    n_components : int, default=8
        Number of components. A smaller number is used, with a warning, if X has fewer samples or features.
    n_features_to_keep : int, default=None
        Number of features that the model may use. None uses all.
    n_groups : int, default=None
        Number of groups of samples. None is ``n_components``.
    random_state : int, RandomState instance or None, default=None
        The seed. None is seed 0, so a fit can always be repeated.
    model : str, default=None
        The word of ``--model``. None is ``gnmf-l20``, or ``gnmf`` if all features are kept.
    method : {'recommended', 'paper'}, default='recommended'
        The recommended method or that of the paper.
    solver : str, default=None
        The word of ``--solver``. None is the solver of the method.
    alpha : float, default=None
        Weight of the graph. None is the default of the method.
    n_neighbors : int, default=None
        Neighbours of each sample in the graph. None is 5.
    loss : {'squared', 'kl'}, default='squared'
        The loss of the data: squared errors, or the Kullback-Leibler divergence for counts.
    missing : {'refuse', 'model'}, default='refuse'
        Whether NaN is refused, or is an entry that does not count.
    tol : float, default=None
        The fit stops when the relative change is below it. None is 1e-3.
    max_iter : int, default=None
        Most iterations. None is 2000.
    n_init : int, default=1
        Number of starts; the best one is kept.
    controls : bool, default=False
        Whether simpler methods run next to the fit, for ``summary_['controls']`` and the report.
    options : dict, default=None
        More options of ``grapnel fit`` by their words, such as ``{'recipe': 'counts', 'graph_pcs': 30}``.
    n_jobs : int, default=None
        Number of threads. None or -1 uses all cores. It does not change the result.
    verbose : bool, default=None
        Whether a progress bar of tqdm is shown. None shows it in a terminal and a notebook.
    java : str, default=None
        The program ``java`` or the folder of a JDK. None looks at the Java of the distribution, if it has one, then at
        ``JAVA_HOME`` and ``PATH``.
    home : str, default=None
        A checkout or an unpacked distribution of Grapnel. None looks at ``GRAPNEL_HOME``, this package and ``PATH``.

    Attributes
    ----------
    n_components_ : int
        The number of components that were used.
    components_ : ndarray of shape (n_components_, n_features)
        The transpose of W. Features that are not kept have zeros.
    memberships_ : ndarray of shape (n_samples, n_components_)
        The transpose of H.
    labels_ : ndarray of shape (n_samples,)
        The group of each sample, from 0.
    confidence_ : ndarray of shape (n_samples,)
        How clearly each sample belongs to its group, NaN where the method does not say.
    features_kept_ : ndarray of int
        The columns of X that the model uses, best first.
    feature_scores_ : ndarray
        Their scores.
    markers_ : pandas.DataFrame or numpy.recarray
        The features that mark each group, best first.
    reconstruction_err_ : float
        The Frobenius norm of X - WH on the prepared data; with ``loss='kl'`` the square root of twice the divergence.
    n_iter_ : int
        Number of iterations.
    trust_ : {'good', 'doubtful', 'none'}
        How far the groups can be trusted. Read it first.
    warnings_ : list of str
        What speaks against the result.
    summary_ : dict
        Everything that ``summary.json`` holds.
    n_features_in_ : int
        Number of features seen during fit.
    feature_names_in_ : ndarray of str
        Their names, if X has names.
    graph_ : scipy.sparse.csr_matrix of shape (n_samples, n_samples)
        The neighbour graph of the samples, None for models without a graph.
    report_ : str
        The report of the fit, a page of HTML. It is drawn when it is asked for.

    Examples
    --------
    >>> import numpy as np
    >>> from grapnel import GraphNMF
    >>> rng = np.random.default_rng(0)
    >>> X = np.kron(np.eye(3), np.ones((20, 4))) + 0.1 * rng.random((60, 12))
    >>> GraphNMF(n_components=3, n_features_to_keep=6).fit_predict(X).shape
    (60,)
    """

    def __init__(
        self,
        n_components: int = 8,
        n_features_to_keep: Optional[int] = None,
        n_groups: Optional[int] = None,
        random_state: Any = None,
        *,
        model: Optional[str] = None,
        method: str = "recommended",
        solver: Optional[str] = None,
        alpha: Optional[float] = None,
        n_neighbors: Optional[int] = None,
        loss: str = "squared",
        missing: str = "refuse",
        tol: Optional[float] = None,
        max_iter: Optional[int] = None,
        n_init: int = 1,
        controls: bool = False,
        options: Optional[Mapping[str, Any]] = None,
        n_jobs: Optional[int] = None,
        verbose: Optional[bool] = None,
        java: Optional[str] = None,
        home: Optional[str] = None,
    ):
        self.n_components = n_components
        self.n_features_to_keep = n_features_to_keep
        self.n_groups = n_groups
        self.random_state = random_state
        self.model = model
        self.method = method
        self.solver = solver
        self.alpha = alpha
        self.n_neighbors = n_neighbors
        self.loss = loss
        self.missing = missing
        self.tol = tol
        self.max_iter = max_iter
        self.n_init = n_init
        self.controls = controls
        self.options = options
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.java = java
        self.home = home

    def fit(self, X: Any, y: Any = None, *, entry_weights: Any = None, graph: Any = None) -> "GraphNMF":
        """Fit the model.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Non-negative numbers.
        y : Ignored
            Labels are never used.
        entry_weights : array-like, default=None
            How much entries count: an array of the shape of X, one number for each sample, or a row of shape
            (1, n_features) with one number for each feature. 0 is a missing entry.
        graph : {array-like, sparse matrix} of shape (n_samples, n_samples), default=None
            A symmetric graph of the samples, used instead of the neighbour graph of X.

        Returns
        -------
        self : GraphNMF
            The fitted estimator.
        """
        given = {"entry_weights": entry_weights, "graph": graph}
        named = _options.named(self.options)
        absent = [name for name in getattr(self, "_not_recorded", ()) if given.get(name) is None and name not in named]
        if absent:
            what = ", ".join(absent)
            warn(f"the loaded fit used what its run folder does not hold, and this fit is without it: {what}")
        return self._fit_command("fit", X, self._arguments, entry_weights=entry_weights, graph=graph)

    def _fit_command(
        self,
        command: str,
        X: Any,
        words: Callable[[int], List[str]],
        entry_weights: Any = None,
        graph: Any = None,
        feature_names: Optional[Sequence[str]] = None,
        sample_names: Optional[Sequence[str]] = None,
    ) -> "GraphNMF":
        X = check_data(
            self,
            X,
            reset=True,
            needs_non_negative=not self._allows_negative(),
            allow_nan=self._allows_nan(entry_weights),
            min_samples=2,
        )
        if feature_names is not None:
            self.feature_names_in_ = np.asarray(feature_names, dtype=object)
        names = getattr(self, "feature_names_in_", None)
        arguments = words(self._count_components(*X.shape))
        if entry_weights is not None:
            entry_weights = _weights(entry_weights, *X.shape)
        if graph is not None:
            graph = sp.csr_matrix(graph, dtype=np.float64)
        with bar(self.verbose) as progress, job(_arrays.size_of(X, entry_weights, graph), self.java, self.home) as on:
            data = _arrays.write(on.folder, X, names, sample_names)
            if entry_weights is not None:
                arguments += ["--entry-weights", str(_arrays.write(on.folder, entry_weights, stem="entry_weights"))]
            if graph is not None:
                file = on.folder / "graph.mtx"
                scipy.io.mmwrite(str(file), graph, symmetry="general", precision=17)
                arguments += ["--graph", str(file)]
            out = on.folder / "run"
            on.run(command, data, "-o", out, "--progress", "none", "--no-report", *arguments, progress=progress)
            run = RunFolder.read(out, private=on.folder)
        self._not_recorded: List[str] = []
        self._load(run)
        self._warn()
        return self

    def _count_components(self, samples: int, features: int) -> int:
        most = min(samples, features)
        if isinstance(self.n_components, (bool, np.bool_)):
            raise ValueError(f"n_components must be a positive integer, got {self.n_components}")
        if not isinstance(self.n_components, numbers.Integral) or self.n_components <= most:
            return self.n_components  # what is no count is refused by name
        warn(f"n_components={self.n_components} is more than min(n_samples, n_features)={most}; {most} are used")
        return most

    def _arguments(self, n_components: int) -> List[str]:
        # Options that have their default are left out: some contradict others when they are named.
        given = _options.named(self.options)
        selects = self.n_features_to_keep is not None or "keep" in given
        return _options.words(
            self.options,
            rank=n_components,
            clusters=self.n_groups,
            keep=self.n_features_to_keep,
            model=self.model if self.model is not None or selects or "model" in given else "gnmf",
            method=None if self.method == "recommended" else self.method,
            solver=self.solver,
            alpha=self.alpha,
            neighbors=self.n_neighbors,
            loss=None if self.loss == "squared" else self.loss,
            missing=None if self.missing == "refuse" else self.missing,
            tol=self.tol,
            max_iter=self.max_iter,
            restarts=None if self.n_init == 1 else self.n_init,
            no_controls=not self.controls,
        ) + self._running()

    def _running(self) -> List[str]:
        threads = _options.threads(self.n_jobs)
        return _options.words(None, seed=seed_of(self.random_state), threads=threads)

    def _allows_negative(self) -> bool:
        return _options.allows_negative(self.options)

    def _allows_nan(self, entry_weights: Any = None) -> bool:
        return self.missing != "refuse" or entry_weights is not None or _options.allows_nan(self.options)

    def _load(self, run: RunFolder) -> None:
        """Set the attributes of a fitted estimator from the files of a run."""
        summary = run.summary()
        origin = _origin(run)
        W = run.array("W.npy")
        components = np.zeros((W.shape[1], self.n_features_in_))
        components[:, origin] = W.T
        labels, features = run.columns("labels.csv"), run.columns("features.csv")
        kept = np.asarray([int(cell) for cell in features["index"]], dtype=np.intp)
        self._run = run
        self.components_ = components
        self.n_components_ = components.shape[0]
        self.memberships_ = np.ascontiguousarray(run.array("H.npy").T)
        self.labels_ = np.asarray([int(cell) for cell in labels["cluster"]], dtype=np.int32)
        self.confidence_ = np.asarray([float(cell) if cell else np.nan for cell in labels["confidence"]])
        self.features_kept_ = origin[kept]
        self.feature_scores_ = np.asarray([float(cell) if cell else np.nan for cell in features["score"]])
        self.markers_ = self._markers(run, origin)
        self.reconstruction_err_ = float(np.sqrt(2 * summary["loss"]))
        self.n_iter_ = int(summary["iterations"])
        self.trust_ = summary.get("trust")
        self.warnings_ = list(summary.get("warnings") or [])
        self.summary_ = summary
        self._report: Optional[str] = None

    def _markers(self, run: RunFolder, origin: np.ndarray) -> Any:
        """The table of markers, with the names of X also where a file cannot hold them."""
        if "markers.csv" not in run:
            return None
        table = run.table("markers.csv")
        columns = origin[np.asarray(table["index"], dtype=np.intp)]
        table["name"] = names_of_features(self)[columns]
        return table

    def _warn(self) -> None:
        if not self.summary_["converged"]:
            warn(f"not converged: {self.summary_['stop_reason']}", ConvergenceWarning)
        if self.trust_ in ("doubtful", "none"):
            reasons = "; ".join(self.warnings_) or "see summary_['trust_checks']"
            warn(f"trust is {self.trust_}: {reasons}", TrustWarning)

    def transform(self, X: Any) -> np.ndarray:
        """Return the memberships of samples, each placed by itself in the fitted model.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Samples with the features of the fit.

        Returns
        -------
        memberships : ndarray of shape (n_samples, n_components)
            How much each component has of each sample.
        """
        return np.ascontiguousarray(self._place(X).array("H.npy").T)

    def predict(self, X: Any) -> np.ndarray:
        """Return the groups of samples, each placed by itself in the fitted model.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Samples with the features of the fit.

        Returns
        -------
        labels : ndarray of int of shape (n_samples,)
            The group of each sample, from 0.
        """
        return np.asarray([int(cell) for cell in self._place(X).columns("labels.csv")["cluster"]], dtype=np.int32)

    def score(self, X: Any, y: Any = None) -> float:
        """Return the share of samples that the model explains on the kept features: 1 - ||X - WH||^2 / ||X||^2.

        With ``loss='kl'`` the share of the deviance.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Samples with the features of the fit.
        y : Ignored
            Labels are never used.

        Returns
        -------
        score : float
            1 if everything is explained.
        """
        summary = self._place(X).summary()
        error = summary.get("relative_error")
        if error is None:
            return 1.0 - float(summary["deviance_unexplained"])
        return 1.0 - float(error) ** 2

    def _place(self, X: Any) -> RunFolder:
        check_is_fitted(self)
        columns = column_names(X)
        X = check_data(
            self, X, reset=False, needs_non_negative=not self._allows_negative(), allow_nan=self._allows_nan()
        )
        names = _names_in_run(self._run, self.n_features_in_)
        if names is not None and columns is not None and not hasattr(self, "feature_names_in_"):
            columns = _arrays.names_in_file(columns)  # only a part of their names is known
            for i in _origin(self._run):
                if columns[i] != names[i]:
                    raise ValueError(
                        "The feature names should match those that were passed during fit: column "
                        f"{i} of X is {columns[i]!r}, and was {names[i]!r}"
                    )
        with bar(self.verbose) as progress, job(
            _arrays.size_of(X) + 2 * self._run.size_of_model, self.java, self.home
        ) as on:
            model = self._run.write_model(on.folder / "model")
            data = _arrays.write(on.folder, X, names)
            out = on.folder / "placed"
            threads = _options.words(None, threads=_options.threads(self.n_jobs))
            on.run("transform", model, data, "-o", out, "--progress", "none", *threads, progress=progress)
            return RunFolder.read(out)

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """Fit the model and return ``memberships_``.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Non-negative numbers.
        y : Ignored
            Labels are never used.
        **fit_params
            ``entry_weights`` and ``graph``, as for ``fit``.

        Returns
        -------
        memberships : ndarray of shape (n_samples, n_components)
            The transpose of H.
        """
        return self.fit(X, y, **fit_params).memberships_

    def fit_predict(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """Fit the model and return ``labels_``.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Non-negative numbers.
        y : Ignored
            Labels are never used.
        **fit_params
            ``entry_weights`` and ``graph``, as for ``fit``.

        Returns
        -------
        labels : ndarray of int of shape (n_samples,)
            The group of each sample, from 0.
        """
        return self.fit(X, y, **fit_params).labels_

    def inverse_transform(self, memberships: Any) -> np.ndarray:
        """Return the samples that memberships stand for: memberships times ``components_``, as prepared data.

        Parameters
        ----------
        memberships : {array-like, sparse matrix} of shape (n_samples, n_components)
            As ``transform`` returns them.

        Returns
        -------
        X : ndarray of shape (n_samples, n_features)
            The samples after the preparation, as the model explains them.
        """
        check_is_fitted(self)
        given = memberships.toarray() if sp.issparse(memberships) else np.asarray(memberships)
        if given.ndim != 2 or given.shape[1] != self.n_components_:
            raise ValueError(
                f"memberships has the shape {given.shape}; (n_samples, {self.n_components_}) is needed, one column for "
                "each component"
            )
        return given @ self.components_

    @property
    def graph_(self) -> Optional[sp.csr_matrix]:
        """The neighbour graph of the samples, None for models without a graph."""
        check_is_fitted(self)
        return read_graph(self._run.bytes("graph.mtx")) if "graph.mtx" in self._run else None

    @property
    def report_(self) -> str:
        """The report of the fit, a page of HTML."""
        check_is_fitted(self)
        if self._report is None:
            with job(8 * self._run.size + (1 << 26), self.java, self.home) as on:
                folder = self._run.write(on.folder / "run")
                on.run("report", folder)
                self._report = (folder / "report.html").read_text(encoding="utf-8")
        return self._report

    def save(self, folder: Union[str, Path]) -> None:
        """Write the run folder of the fit, which ``grapnel transform`` and ``GraphNMF.load`` read.

        The files name features by ``feature_names_in_``. A name that is there twice gets a number (``a``, ``a-1``), an
        empty one is ``unnamed``. A model that was pickled in between writes the same files.

        Parameters
        ----------
        folder : str or Path
            A folder that does not exist yet.
        """
        check_is_fitted(self)
        self._run.write(Path(folder))

    @classmethod
    def load(cls, folder: Union[str, Path], **parameters: Any) -> "GraphNMF":
        """Return the fitted estimator of a run folder of ``grapnel fit`` or ``save``.

        Its parameters are those of the fit, so ``fit`` repeats it on the same numbers. A graph, weights of entries, a
        start or a plugin that came from a file are not in the folder: ``fit`` warns if it lacks one of them.

        Parameters
        ----------
        folder : str or Path
            A run folder of a fit whose features were all columns of X.
        **parameters
            More parameters of the estimator, such as ``n_jobs``.

        Returns
        -------
        model : GraphNMF
            The fitted estimator.
        """
        run = RunFolder.read(Path(folder))
        return cls()._from_run(run).set_params(**parameters)

    def _from_run(self, run: RunFolder) -> "GraphNMF":
        summary = run.summary()
        names = run.columns("preparation.csv")["name"]
        self.n_features_in_ = int(summary["features_read"])
        if len(names) == self.n_features_in_ and names != [f"f{i}" for i in range(len(names))]:
            self.feature_names_in_ = np.asarray(names, dtype=object)
        self._load(run)
        self._not_recorded = _options.not_recorded(summary)
        return self.set_params(**_options.recorded(summary))

    @property
    def _n_features_out(self) -> int:
        return self.n_components_

    def _more_tags(self) -> Dict[str, Any]:
        return {"requires_positive_X": not self._allows_negative(), "allow_nan": self._allows_nan()}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = not self._allows_negative()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self._allows_nan()
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags

    def _repr_html_(self) -> str:
        """The report in a frame of its own, without rights; before the fit the parameters."""
        if not hasattr(self, "_run"):
            return f"<pre>{html.escape(repr(self))}</pre>"
        return report_frame(self.report_)

    def _repr_mimebundle_(self, **kwargs: Any) -> Dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def report_frame(report: str, height: int = 720) -> str:
    """Return a frame that shows a report. Its scripts run without access to the page around it."""
    return (
        f'<iframe sandbox="allow-scripts" style="width:100%;height:{int(height)}px;border:1px solid #ccc" '
        f'srcdoc="{html.escape(report, quote=True)}"></iframe>'
    )


def names_of_features(model: GraphNMF) -> np.ndarray:
    """Return the names of the columns of X: x0, x1, ... if X had no names, as in scikit-learn.

    The run of a loaded model names all features but those that its preparation dropped.
    """
    names = getattr(model, "feature_names_in_", None)
    if names is None:
        names = [f"x{i}" for i in range(model.n_features_in_)]
        for i, name in zip(_origin(model._run), model._run.columns("preparation.csv")["name"]):
            if name != f"f{i}":
                names[i] = name
    return np.asarray(names, dtype=object)


def _origin(run: RunFolder) -> np.ndarray:
    """The columns of X that the preparation left."""
    return np.asarray([int(cell) for cell in run.columns("preparation.csv")["origin"]], dtype=np.intp)


def _names_in_run(run: RunFolder, features: int) -> Optional[List[str]]:
    """The names by which the run finds its features in new samples, None if these need no names."""
    found = dict(zip(_origin(run), run.columns("preparation.csv")["name"]))
    if all(name == f"f{i}" for i, name in found.items()):
        return None
    taken = set(found.values())
    names = []
    for i in range(features):
        name = found.get(i, f"f{i}")
        while i not in found and name in taken:  # dropped, and another feature has this name
            name += "-dropped"
        names.append(name)
    return names


def _weights(given: Any, samples: int, features: int) -> np.ndarray:
    if sp.issparse(given):
        raise ValueError("entry_weights is a sparse matrix; an array is needed: entry_weights.toarray()")
    weights = np.asarray(given, dtype=np.float64)
    if weights.shape not in ((samples, features), (samples,), (samples, 1), (1, features)):
        raise ValueError(
            f"entry_weights has the shape {weights.shape}; {(samples, features)}, that of X, {(samples,)}, one for "
            f"each sample, or {(1, features)}, one for each feature, is needed"
        )
    return weights if weights.ndim == 2 else weights.reshape(-1, 1)


def read_graph(content: bytes) -> sp.csr_matrix:
    """Return the adjacency of a Matrix Market file."""
    return sp.csr_matrix(scipy.io.mmread(io.BytesIO(content)))
