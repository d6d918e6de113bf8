"""Pictures of a fit: the report, and plots where matplotlib is installed.

Each function takes a fitted GraphNMF, or an AnnData object that ``grapnel.tl.fit`` has written to.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, List, Optional, Tuple, Union

import numpy as np

from ._nmf import GraphNMF, names_of_features, report_frame
from ._sklearn import check_is_fitted

__all__ = ["Report", "features", "memberships", "report"]


def __dir__() -> List[str]:
    return __all__


class Report:
    """A page of HTML. Notebooks show it in a frame without rights."""

    def __init__(self, page: str):
        self.page = page

    def _repr_html_(self) -> str:
        return report_frame(self.page)

    def save(self, file: Union[str, Path]) -> None:
        """Write the page to a file."""
        Path(file).write_text(self.page, encoding="utf-8")


def report(source: Any, save: Union[str, Path, None] = None, *, key: str = "grapnel") -> Report:
    """Return the report of a fit.

    Parameters
    ----------
    source : GraphNMF or AnnData
        A fitted model, or an object that ``grapnel.tl.fit(adata, report=True)`` has written to.
    save : str or Path, default=None
        A file that the page is also written to.
    key : str, default='grapnel'
        The ``key_added`` of the fit.

    Returns
    -------
    report : Report
        The page. Notebooks show it; ``report.save(file)`` writes it.
    """
    if isinstance(source, GraphNMF):
        page = source.report_
    else:
        stored = _stored(source, key)
        if "report" not in stored:
            raise ValueError(f"adata.uns[{key!r}] has no report; fit with grapnel.tl.fit(adata, report=True)")
        page = str(stored["report"])
    shown = Report(page)
    if save is not None:
        shown.save(save)
    return shown


def features(source: Any, n: int = 20, *, key: str = "grapnel", ax: Any = None) -> Any:
    """Draw the scores of the best features as bars.

    Parameters
    ----------
    source : GraphNMF or AnnData
        A fitted model, or an object that ``grapnel.tl.fit`` has written to.
    n : int, default=20
        Number of features.
    key : str, default='grapnel'
        The ``key_added`` of the fit.
    ax : matplotlib.axes.Axes, default=None
        The axes to draw on. None makes new ones.

    Returns
    -------
    ax : matplotlib.axes.Axes
        The axes with the picture.
    """
    names, scores = _features(source, key)
    names, scores = names[:n], scores[:n]
    ax = _axes(ax)
    ax.barh(np.arange(len(names)), scores, color="#3b6ea8")
    ax.set_yticks(np.arange(len(names)))
    ax.set_yticklabels(names)
    ax.invert_yaxis()
    ax.set_xlabel("score")
    return ax


def memberships(source: Any, *, key: str = "grapnel", ax: Any = None) -> Any:
    """Draw the memberships of all samples, sorted by their groups, as a heat map.

    Parameters
    ----------
    source : GraphNMF or AnnData
        A fitted model, or an object that ``grapnel.tl.fit`` has written to.
    key : str, default='grapnel'
        The ``key_added`` of the fit.
    ax : matplotlib.axes.Axes, default=None
        The axes to draw on. None makes new ones.

    Returns
    -------
    ax : matplotlib.axes.Axes
        The axes with the picture.
    """
    if isinstance(source, GraphNMF):
        check_is_fitted(source)
        weights, groups = source.memberships_, source.labels_
    else:
        _stored(source, key)
        weights, groups = source.obsm[f"X_{key}"], np.asarray(source.obs[f"{key}_group"].cat.codes)
    order = np.lexsort((np.argmax(weights, axis=1), groups))
    ax = _axes(ax)
    largest = np.maximum(weights.max(axis=1, keepdims=True), np.finfo(float).tiny)
    ax.imshow((weights / largest)[order], aspect="auto", interpolation="nearest", cmap="viridis")
    ax.set_xlabel("component")
    ax.set_ylabel("sample, by group")
    return ax


def _features(source: Any, key: str) -> Tuple[np.ndarray, np.ndarray]:
    if isinstance(source, GraphNMF):
        check_is_fitted(source)
        return names_of_features(source)[source.features_kept_], source.feature_scores_
    _stored(source, key)
    kept = source.var[source.var[f"{key}_kept"].to_numpy(dtype=bool)].sort_values(f"{key}_rank")
    return kept.index.to_numpy(), kept[f"{key}_score"].to_numpy()


def _stored(adata: Any, key: str) -> Any:
    if not hasattr(adata, "uns") or key not in adata.uns:
        raise ValueError(f"this is neither a fitted GraphNMF nor an AnnData object with uns[{key!r}]; call grapnel.tl.fit")
    return adata.uns[key]


def _axes(ax: Optional[Any]) -> Any:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as e:
        raise ImportError("this plot needs matplotlib; grapnel.pl.report(model) works without it") from e
    return plt.subplots()[1]
