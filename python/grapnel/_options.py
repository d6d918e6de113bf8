"""Parameters as the words of the command line."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

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
}


def words(options: Optional[Mapping[str, Any]], **more: Any) -> List[str]:
    """Return ``--name value`` for each option. None and False leave an option out, True gives it without a value."""
    result: List[str] = []
    for name, value in {**more, **(_checked(options or {}))}.items():
        if value is None or value is False:
            continue
        result.append("--" + name.replace("_", "-"))
        if value is not True:
            result.append(",".join(map(str, value)) if isinstance(value, (list, tuple)) else _text(value))
    return result


def named(options: Optional[Mapping[str, Any]]) -> Dict[str, str]:
    """Return the options that are given, by their names with underscores, as the words of the command line."""
    return {
        str(name).lstrip("-").replace("-", "_"): _text(value)
        for name, value in (options or {}).items()
        if value is not None and value is not False
    }


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


def _checked(options: Mapping[str, Any]) -> Mapping[str, Any]:
    for name in options:
        reason = _OWN.get(str(name).lstrip("-").replace("-", "_"))
        if reason is not None:
            raise ValueError(f"options: {name!r} does not apply here: {reason}")
    return {str(name).lstrip("-"): value for name, value in options.items()}


def _text(value: Any) -> str:
    return repr(float(value)) if isinstance(value, float) else str(value)
