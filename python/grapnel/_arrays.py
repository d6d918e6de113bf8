"""Arrays as the files that Grapnel reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Optional, Sequence

import numpy as np
import scipy.sparse as sp

_LONGEST_NAME = 4000


def size_of(*arrays: Any) -> int:
    """The bytes that arrays and what is computed from them will take on disk, generously."""
    total = 1 << 22
    for X in arrays:
        if X is None:
            continue
        cells = X.shape[0] * X.shape[1] if X.ndim == 2 else X.shape[0]
        given = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes if sp.issparse(X) else X.nbytes
        total += given + 8 * min(cells, 4 * given) + 4096 * (X.shape[0] + X.shape[-1])
    return total


def write(
    folder: Path,
    X: Any,
    feature_names: Optional[Sequence[str]] = None,
    sample_names: Optional[Sequence[str]] = None,
    stem: str = "X",
) -> Path:
    """Write samples to a folder: npy, or npz for sparse matrices and for samples or features with names."""
    names = {}
    for key, given in (("feature_names", feature_names), ("sample_names", sample_names)):
        if given is not None and _are_usable(given):
            names[key] = np.asarray([str(name) for name in given])
    if not sp.issparse(X):
        if not names:
            file = folder / f"{stem}.npy"
            np.save(file, X)
            return file
        parts = {"X": X}
    else:
        if not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
        parts = dict(
            data=X.data,
            indices=X.indices,
            indptr=X.indptr,
            format=np.asarray(X.format.encode("ascii")),
            shape=np.asarray(X.shape, dtype=np.int64),
        )
    file = folder / f"{stem}.npz"
    np.savez(file, **parts, **names)
    return file


def _are_usable(names: Sequence[str]) -> bool:
    """Whether results can name things by these names: they differ, and they are neither empty nor endless."""
    texts = [str(name) for name in names]
    return (
        len(set(texts)) == len(texts)
        and all(text.strip() and len(text) < _LONGEST_NAME and text.isprintable() for text in texts)
        # numpy fills all names to the longest
        and max(map(len, texts), default=0) * len(texts) < 1 << 26
    )
