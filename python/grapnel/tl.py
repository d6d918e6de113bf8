"""Tools for AnnData objects, with the habits of scanpy."""

from __future__ import annotations

from typing import Any, List, Optional

import numpy as np

from ._nmf import GraphNMF

__all__ = ["fit"]


def __dir__() -> List[str]:
    return __all__


def fit(
    adata: Any,
    n_groups: int = 8,
    n_features: Optional[int] = None,
    layer: Optional[str] = None,
    *,
    n_components: Optional[int] = None,
    random_state: Any = None,
    key_added: str = "grapnel",
    copy: bool = False,
    report: bool = False,
    **parameters: Any,
) -> Any:
    """Fit a model to an AnnData object and write the result into it.

    Parameters
    ----------
    adata : anndata.AnnData
        Cells x genes, non-negative.
    n_groups : int, default=8
        Number of groups of cells.
    n_features : int, default=None
        Number of genes to keep. None uses all.
    layer : str, default=None
        The layer to use instead of X.
    n_components : int, default=None
        Number of components. None is ``n_groups``.
    random_state : int, RandomState instance or None, default=None
        The seed. None is seed 0.
    key_added : str, default='grapnel'
        The beginning of all names that are written.
    copy : bool, default=False
        Whether a copy is returned and ``adata`` stays as it is.
    report : bool, default=False
        Whether ``adata.uns[key_added]['report']`` gets the page that ``grapnel.pl.report`` shows.
    **parameters
        More parameters of GraphNMF, such as ``loss``, or ``options={'recipe': 'counts'}`` for raw counts.

    Returns
    -------
    adata : anndata.AnnData or None
        The copy if ``copy``, otherwise None. These are written:

        ``obs['grapnel_group']``, ``obs['grapnel_confidence']``
            The group of each cell, and how clear it is.
        ``var['grapnel_kept']``, ``var['grapnel_rank']``, ``var['grapnel_score']``, ``var['grapnel_group']``
            The genes that were kept, the best one first, and the group that each marks best.
        ``obsm['X_grapnel']``, ``varm['grapnel_W']``
            The memberships of cells and the components of genes.
        ``obsp['grapnel_connectivities']``
            The neighbour graph.
        ``uns['grapnel']``
            Parameters, trust, warnings and markers.
    """
    if not all(hasattr(adata, name) for name in ("X", "layers", "obs_names", "var_names", "uns")):
        raise ValueError(f"adata must be an AnnData object, got {type(adata).__name__}; an array is for GraphNMF().fit")
    adata = adata.copy() if copy else adata
    if layer is not None and layer not in adata.layers:
        raise ValueError(f"adata has no layer {layer!r}; it has {sorted(adata.layers.keys())}")
    X = adata.X if layer is None else adata.layers[layer]
    if X is None:
        raise ValueError(f"adata.X is empty; name the layer to use: adata has {sorted(adata.layers.keys())}")
    if hasattr(X, "to_memory"):  # a sparse matrix of a backed object
        X = X.to_memory()
    model = GraphNMF(
        n_components=n_groups if n_components is None else n_components,
        n_groups=n_groups,
        n_features_to_keep=n_features,
        random_state=random_state,
        **parameters,
    )
    model._fit_command(
        "fit",
        X,
        model._arguments,
        feature_names=[str(name) for name in adata.var_names],
        sample_names=[str(name) for name in adata.obs_names],
    )
    _write(adata, model, key_added, layer)
    if report:
        adata.uns[key_added]["report"] = model.report_
    return adata if copy else None


def _write(adata: Any, model: GraphNMF, key: str, layer: Optional[str]) -> None:
    import pandas as pd

    groups = [str(group) for group in range(int(model.summary_["clusters"]))]
    adata.obs[f"{key}_group"] = pd.Categorical([str(group) for group in model.labels_], categories=groups)
    adata.obs[f"{key}_confidence"] = model.confidence_
    kept = model.features_kept_
    flags = np.zeros(adata.n_vars, dtype=bool)
    flags[kept] = True
    rank = np.full(adata.n_vars, np.nan)
    rank[kept] = np.arange(1, len(kept) + 1)
    score = np.full(adata.n_vars, np.nan)
    score[kept] = model.feature_scores_
    adata.var[f"{key}_kept"] = flags
    adata.var[f"{key}_rank"] = rank
    adata.var[f"{key}_score"] = score
    adata.var[f"{key}_group"] = pd.Categorical(_marked_groups(model, adata.n_vars), categories=groups)
    adata.obsm[f"X_{key}"] = model.memberships_
    adata.varm[f"{key}_W"] = np.ascontiguousarray(model.components_.T)
    graph = model.graph_
    if graph is not None:
        adata.obsp[f"{key}_connectivities"] = graph
    else:  # of an earlier fit
        adata.obsp.pop(f"{key}_connectivities", None)
    parameters = {name: value for name, value in model.summary_.items() if isinstance(value, (bool, int, float, str))}
    parameters["layer"] = "X" if layer is None else layer
    adata.uns[key] = {
        "params": parameters,
        "trust": str(model.trust_),
        "warnings": np.asarray(model.warnings_, dtype=str),
    }
    if graph is not None:
        adata.uns[key]["connectivities_key"] = f"{key}_connectivities"
    if model.markers_ is not None:
        adata.uns[key]["markers"] = model.markers_


def _marked_groups(model: GraphNMF, features: int) -> list:
    """The group that each kept feature marks, None where it marks none."""
    marked: list = [None] * features
    cells = model._run.columns("features.csv")
    for feature, group in zip(model.features_kept_, cells.get("group", [])):
        if group:
            marked[feature] = group
    return marked
