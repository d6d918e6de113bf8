"""scikit-learn's base classes and input checks, or small stand-ins with the same behaviour where it is not installed."""

from __future__ import annotations

import inspect
import numbers
from typing import Any, Dict, List, Optional

import numpy as np
import scipy.sparse as sp

try:
    import sklearn
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.exceptions import ConvergenceWarning, NotFittedError
    from sklearn.feature_selection import SelectorMixin
    from sklearn.utils.validation import check_is_fitted

    try:
        from sklearn.base import ClassNamePrefixFeaturesOutMixin
    except ImportError:  # scikit-learn before 1.3
        from sklearn.base import _ClassNamePrefixFeaturesOutMixin as ClassNamePrefixFeaturesOutMixin
    try:
        from sklearn.utils.validation import validate_data
    except ImportError:  # scikit-learn before 1.6
        validate_data = None
    HAS_SKLEARN = True
except ImportError:
    HAS_SKLEARN = False

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """The estimator is used before fit."""

    class ConvergenceWarning(UserWarning):  # type: ignore[no-redef]
        """A fit stopped before it converged."""

    class BaseEstimator:  # type: ignore[no-redef]
        """Parameters by the names of ``__init__``, as in scikit-learn."""

        @classmethod
        def _get_param_names(cls) -> List[str]:
            return sorted(name for name in inspect.signature(cls.__init__).parameters if name != "self")

        def get_params(self, deep: bool = True) -> Dict[str, Any]:
            return {name: getattr(self, name) for name in self._get_param_names()}

        def set_params(self, **params: Any) -> "BaseEstimator":
            for name, value in params.items():
                if name not in self._get_param_names():
                    raise ValueError(
                        f"Invalid parameter {name!r} for estimator {self}. Valid parameters are: "
                        f"{self._get_param_names()!r}."
                    )
                setattr(self, name, value)
            return self

        def __repr__(self) -> str:
            defaults = inspect.signature(type(self).__init__).parameters
            changed = [
                f"{name}={value!r}" for name, value in self.get_params().items() if value is not defaults[name].default
            ]
            return f"{type(self).__name__}({', '.join(changed)})"

    class TransformerMixin:  # type: ignore[no-redef]
        """fit_transform, as in scikit-learn."""

        def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Any:
            return self.fit(X, y, **fit_params).transform(X)  # type: ignore[attr-defined]

    class ClassNamePrefixFeaturesOutMixin:  # type: ignore[no-redef]
        """Names of outputs: the name of the class and a number."""

        def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
            check_is_fitted(self)
            prefix = type(self).__name__.lower()
            return np.asarray([f"{prefix}{i}" for i in range(self._n_features_out)], dtype=object)  # type: ignore[attr-defined]

    class SelectorMixin(TransformerMixin):  # type: ignore[no-redef]
        """Selection of columns by a mask."""

        def get_support(self, indices: bool = False) -> np.ndarray:
            mask = self._get_support_mask()  # type: ignore[attr-defined]
            return np.flatnonzero(mask) if indices else mask

        def transform(self, X: Any) -> Any:
            check_is_fitted(self)
            checked = check_data(self, X, reset=False, needs_non_negative=False, allow_nan=True)
            return checked[:, np.flatnonzero(self.get_support())]

        def inverse_transform(self, X: Any) -> np.ndarray:
            chosen = np.asarray(X.todense() if sp.issparse(X) else X)
            whole = np.zeros((chosen.shape[0], self.n_features_in_), dtype=chosen.dtype)  # type: ignore[attr-defined]
            whole[:, self.get_support()] = chosen
            return whole

        def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
            names = getattr(self, "feature_names_in_", None) if input_features is None else input_features
            if names is None:
                names = [f"x{i}" for i in range(self.n_features_in_)]  # type: ignore[attr-defined]
            return np.asarray(names, dtype=object)[self.get_support()]

    def check_is_fitted(estimator: Any) -> None:  # type: ignore[misc]
        if not any(name.endswith("_") and not name.startswith("__") for name in vars(estimator)):
            raise NotFittedError(
                f"This {type(estimator).__name__} instance is not fitted yet. Call 'fit' with appropriate arguments "
                "before using this estimator."
            )


__all__ = [
    "BaseEstimator",
    "ClassNamePrefixFeaturesOutMixin",
    "ConvergenceWarning",
    "NotFittedError",
    "SelectorMixin",
    "TransformerMixin",
    "check_data",
    "check_is_fitted",
    "column_names",
    "seed_of",
]


def check_data(
    estimator: Any,
    X: Any,
    *,
    reset: bool,
    needs_non_negative: bool = True,
    allow_nan: bool = False,
    min_samples: int = 1,
) -> Any:
    """Check samples and return them as an array or a CSR or CSC matrix of float64 or float32.

    Sets ``n_features_in_`` and ``feature_names_in_`` if ``reset``, and compares with them otherwise.
    """
    if HAS_SKLEARN:
        finite = "allow-nan" if allow_nan else True
        options: Dict[str, Any] = dict(
            accept_sparse=("csr", "csc"), dtype=[np.float64, np.float32], ensure_min_samples=min_samples, reset=reset
        )
        if validate_data is not None:
            checked = validate_data(estimator, X, ensure_all_finite=finite, **options)
        else:
            checked = estimator._validate_data(X, force_all_finite=finite, **options)
    else:
        checked = _plain_check(estimator, X, reset, allow_nan, min_samples)
    if needs_non_negative and np.any((checked.data if sp.issparse(checked) else checked) < 0):
        raise ValueError(f"Negative values in data passed to {type(estimator).__name__}")
    return checked


def _plain_check(estimator: Any, X: Any, reset: bool, allow_nan: bool, min_samples: int) -> Any:
    names = column_names(X)
    if sp.issparse(X):
        checked = X if X.format in ("csr", "csc") else X.tocsr()
    else:
        checked = np.asarray(X)
    if np.iscomplexobj(checked):
        raise ValueError("Complex data not supported")
    if checked.dtype not in (np.float64, np.float32):
        checked = checked.astype(np.float64)
    if checked.ndim != 2:
        raise ValueError(f"Expected 2D array, got {checked.ndim}D array instead")
    if not allow_nan and not np.all(np.isfinite(checked.data if sp.issparse(checked) else checked)):
        raise ValueError("Input X contains NaN or infinity.")
    name = type(estimator).__name__
    if checked.shape[0] < min_samples:
        raise ValueError(
            f"Found array with {checked.shape[0]} sample(s) (shape={checked.shape}) while a minimum of {min_samples} "
            f"is required by {name}."
        )
    if checked.shape[1] < 1:
        raise ValueError(
            f"Found array with 0 feature(s) (shape={checked.shape}) while a minimum of 1 is required by {name}."
        )
    if reset:
        estimator.n_features_in_ = checked.shape[1]
        if names is not None:
            estimator.feature_names_in_ = names
        elif hasattr(estimator, "feature_names_in_"):
            del estimator.feature_names_in_
    elif checked.shape[1] != estimator.n_features_in_:
        raise ValueError(
            f"X has {checked.shape[1]} features, but {name} is expecting {estimator.n_features_in_} features as input"
        )
    elif names is not None and not np.array_equal(names, getattr(estimator, "feature_names_in_", names)):
        raise ValueError("The feature names should match those that were passed during fit.")
    return checked


def column_names(X: Any) -> Optional[np.ndarray]:
    """Return the names of the columns of a data frame, None if they are not all text."""
    if not hasattr(X, "columns"):
        return None
    names = np.asarray(X.columns, dtype=object)
    return names if all(isinstance(name, str) for name in names) and len(names) else None


def seed_of(random_state: Any) -> int:
    """Return the seed of a ``random_state``: 0 for None, a number as it is, a draw from a generator."""
    if random_state is None:
        return 0
    if isinstance(random_state, numbers.Integral):
        return int(random_state)
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(np.iinfo(np.int32).max))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(np.iinfo(np.int32).max))
    raise ValueError(
        f"{random_state!r} cannot be used to seed a numpy.random.RandomState instance; use None, an integer, a "
        "RandomState or a Generator"
    )
