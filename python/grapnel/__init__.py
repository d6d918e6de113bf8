"""Grapnel: which k features matter, and which groups do the samples form?"""

from ._errors import (
    GrapnelError,
    JavaNotFoundError,
    NotEnoughMemoryError,
    RefusedError,
    TrustWarning,
    WorkerError,
)
from ._functions import acc, compare, knn_graph, nmi, tune
from ._nmf import GraphNMF
from ._selector import GraphFeatureSelector
from ._version import __version__
from ._worker import shutdown
from . import pl, tl

__all__ = [
    "GraphFeatureSelector",
    "GraphNMF",
    "GrapnelError",
    "JavaNotFoundError",
    "NotEnoughMemoryError",
    "RefusedError",
    "TrustWarning",
    "WorkerError",
    "__version__",
    "acc",
    "compare",
    "knn_graph",
    "nmi",
    "pl",
    "shutdown",
    "tl",
    "tune",
]
