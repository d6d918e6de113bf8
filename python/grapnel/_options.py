"""Parameters as the words of the command line, and back."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional

import numpy as np

_OWN = {
    "o": "results are attributes",
    "force": "results are attributes",
    "no_report": "the report is drawn when it is asked for",
    "progress": "use verbose",
    "threads": "use n_jobs",
    "seed": "use random_state",
    "checkpoint_every": "fits in Python are not resumed",
    "labels": "labels are never used in a fit; compare them with labels_ by grapnel.nmi and grapnel.acc",
    "features_in_rows": "X has samples in rows; pass X.T",
    "help": "use help(grapnel) and docs/python.md",
    "h": "use help(grapnel) and docs/python.md",
    "version": "use grapnel.__version__",
    "V": "use grapnel.__version__",
}

# the options that are parameters of their own; those of GraphNMF also have these names in summary.json
_PARAMETERS = {
    "rank": "n_components",
    "clusters": "n_groups",
    "keep": "n_features_to_keep",
    "model": "model",
    "solver": "solver",
    "neighbors": "n_neighbors",
    "tol": "tol",
    "max_iter": "max_iter",
    "restarts": "n_init",
    "seed": "random_state",
}
_NAMES = {**_PARAMETERS, "no_controls": "controls"}

# the entries of summary.json that repeat a fit, as the report names them in its last section
_RECORDED = ("select", "structure_blend", "weights", "metric", "symmetrize", "search", "max_seconds")
_PALM = ("beta", "momentum", "beta_max", "fixed_beta", "step_factor", "project_start", "variant")
_PREPARATION = ("recipe", "log1p", "clip", "drop_constant", "top_variance", "normalize", "feature_scale", "impute")
_COMPONENTS = 50  # of the graph of the recommended method, where there are so many
_NOT_RECORDED = ("graph", "graph_from", "entry_weights", "mask", "init_w", "init_h", "plugin")


def words(options: Optional[Mapping[str, Any]], called: Optional[Mapping[str, str]] = None, **more: Any) -> List[str]:
    """Return ``--name value`` for each option. None and False leave an option out, True gives it without a value.

    ``called`` has the names of parameters that are not those of GraphNMF, for messages.
    """
    given = _checked(options)
    for name, value in more.items():
        parameter = {**_NAMES, **(called or {})}.get(name, name)
        if isinstance(value, (bool, np.bool_)) and name != "no_controls":
            raise ValueError(f"{parameter} must be a number or a word, got {value}")
        if name in given and value is not None and _text(value) != _text(given[name]):
            raise ValueError(
                f"options: {name!r} is given twice: by {parameter}, which is {_shown(name, value)!r}, and by "
                f"options, where it is {_shown(name, given[name])!r}; leave it out of options"
            )
    result: List[str] = []
    for name, value in {**more, **given}.items():
        if value is None or value is False:
            continue
        result.append("--" + name.replace("_", "-"))
        if value is not True:
            result.append(_text(value))
    return result


def named(options: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    """Return the options that are given, by their names with underscores. None and False are not given."""
    return {name: value for name, value in normalized(options).items() if value is not None and value is not False}


def normalized(options: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    """Return options by their names with underscores, each name once."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ValueError(f"options must be a dict such as {{'graph_pcs': 30}}, got {options!r}")
    result: Dict[str, Any] = {}
    for given, value in options.items():
        name = str(given).lstrip("-").replace("-", "_")
        if name in result:
            raise ValueError(f"options: {name!r} is given twice, the second time as {given!r}; leave out one of them")
        result[name] = bool(value) if isinstance(value, np.bool_) else value
    return result


def threads(n_jobs: Optional[int]) -> Optional[int]:
    """Return the number of threads that ``n_jobs`` of scikit-learn means, where -2 is all cores but one; None is all."""
    if n_jobs is None or n_jobs == -1:
        return None
    if n_jobs == 0:
        raise ValueError("n_jobs is 0; allowed are 1, 2, …, None or -1 for all cores, and -2, -3, … for all but 1, 2, …")
    if n_jobs > 0:
        return n_jobs
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores + 1 + n_jobs)


def allows_negative(options: Optional[Mapping[str, Any]]) -> bool:
    """Whether the preparation makes negative numbers non-negative."""
    given = named(options)
    return given.get("normalize") == "minmax" or given.get("feature_scale") == "shift-unit"


def allows_nan(options: Optional[Mapping[str, Any]]) -> bool:
    """Whether NaN is filled, or is an entry that does not count."""
    given = named(options)
    return (
        given.get("missing", "refuse") != "refuse"
        or given.get("impute", "none") != "none"
        or "mask" in given
        or "entry_weights" in given
    )


def recorded(summary: Mapping[str, Any], options: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
    """Return the parameters of GraphNMF that repeat a fit, from its summary and from further options that it had.

    All that decides a number is named, because a default may depend on the other options.
    """
    parameters = {parameter: summary.get(name) for name, parameter in _PARAMETERS.items()}
    entries = {name: summary.get(name) for name in _RECORDED + _PREPARATION}
    if summary.get("solver") != "best-support":
        entries.update({name: summary.get(name) for name in _PALM})
    if summary.get("total") is not None:
        entries["normalize"] = f"total:{_text(summary['total'])}"
    joint = summary.get("graph_term_kind") == "joint"  # the term of the recommended method, and of no other
    if str(summary["model"]).startswith("gnmf"):
        entries["laplacian"] = summary.get("laplacian")
        entries["graph_term"] = None if joint else summary.get("graph_term_kind")
        entries["lambda"] = None if joint else summary.get("lambda")
        parameters["alpha"] = summary.get("alpha") if joint else None
    if summary.get("neighbors") is not None:
        components = summary.get("graph_pcs")
        if not (joint and components == _COMPONENTS):  # named, fewer samples would be refused
            entries["graph_pcs"] = "none" if components is None else components
        entries["sigma"] = summary.get("sigma_asked", summary.get("sigma"))
    if summary.get("init") != "files":
        entries["init"] = summary.get("init")
    loss = summary.get("loss_kind", "squared")
    if joint or loss == "kl" or parameters["solver"] == "lloyd":
        parameters["solver"] = None
    parameters.update(
        n_init=summary.get("restarts") or 1,
        loss=loss,
        missing="model" if summary.get("missing") == "model" else "refuse",
        method="recommended",
    )
    decided = {*entries, *_PALM, *_NAMES, "alpha", "loss", "missing", "method", "graph_pcs", "sigma", "init"}
    decided.add("criterion")  # of tune only
    others = {name: value for name, value in normalized(options).items() if name not in decided}
    given = {
        name: value
        for name, value in entries.items()
        if value is not None and value is not False and (value != "none" or name == "graph_pcs")
    }
    return {**parameters, "options": {**others, **given} or None}


def not_recorded(summary: Mapping[str, Any]) -> List[str]:
    """Return the options of a fit whose files or plugins its run folder does not hold."""
    return [name for name in _NOT_RECORDED if summary.get(name)]


def _checked(options: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    given = normalized(options)
    for name in given:
        if name in _OWN:
            raise ValueError(f"options: {name!r} does not apply here: {_OWN[name]}")
    return given


def _shown(name: str, value: Any) -> Any:
    return not value if name == "no_controls" else value


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(_text, value))
    return repr(float(value)) if isinstance(value, float) else str(value)
