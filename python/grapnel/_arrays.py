"""Arrays as the files that Grapnel reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Set

import numpy as np
import scipy.sparse as sp

_LONGEST_NAME = 3900


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
        if given is not None:
            names[key] = np.asarray(names_in_file(given))
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


def names_in_file(names: Sequence[Any]) -> List[str]:
    """Return names that a file can hold, each once: a repeated ``a`` is ``a-1``, as AnnData has it.

    Characters that cannot be printed become blanks, and names that are too long are cut.
    """
    # numpy fills all names to the longest, with 4 bytes for each character
    count = max(1, len(names))
    longest = max(8, min(_LONGEST_NAME, max(512, (1 << 20) // count), (1 << 26) // count))
    result = [_printable(str(name))[:longest] for name in names]
    taken = set(result)
    seen: Set[str] = set()
    counts: Dict[str, int] = {}
    for i, name in enumerate(result):
        while result[i] in seen:
            counts[name] = counts.get(name, 0) + 1
            numbered = f"{name}-{counts[name]}"
            if numbered not in taken:
                result[i] = numbered
                taken.add(numbered)
        seen.add(result[i])
    return result


def _printable(name: str) -> str:
    text = name if name.isprintable() else "".join(c if c.isprintable() else " " for c in name)
    return text if text.strip() else "unnamed"
