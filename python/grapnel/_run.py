"""Run folders: the files that a command writes, kept in memory."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any, Dict, List

import numpy as np


class RunFolder:
    """The files of a run by their names. It can be pickled, and written to a folder again."""

    def __init__(self, files: Dict[str, bytes]):
        self._files = files

    @classmethod
    def read(cls, folder: Path) -> "RunFolder":
        """Read all files of a folder but the report, which can be drawn again."""
        return cls({file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.suffix != ".html"})

    def write(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=False)
        for name, content in self._files.items():
            (folder / name).write_bytes(content)
        return folder

    @property
    def size(self) -> int:
        return sum(map(len, self._files.values()))

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def bytes(self, name: str) -> bytes:
        return self._files[name]

    def summary(self) -> Dict[str, Any]:
        return json.loads(self._files["summary.json"].decode("utf-8"))

    def array(self, name: str) -> np.ndarray:
        return np.load(io.BytesIO(self._files[name]), allow_pickle=False)

    def columns(self, name: str) -> Dict[str, List[str]]:
        """The cells of a table by the names of its columns."""
        rows = csv.reader(io.StringIO(self._files[name].decode("utf-8"), newline=""))
        header = next(rows)
        cells: Dict[str, List[str]] = {column: [] for column in header}
        for row in rows:
            for column, cell in zip(header, row):
                cells[column].append(cell)
        return cells

    def table(self, name: str) -> Any:
        """A table as a pandas.DataFrame, or a numpy.recarray where pandas is not installed."""
        typed = {
            column: np.asarray(cells, dtype=object) if column in ("name", "sample") else _typed(cells)
            for column, cells in self.columns(name).items()
        }
        try:
            import pandas
        except ImportError:
            return np.rec.fromarrays(list(typed.values()), names=list(typed))
        return pandas.DataFrame(typed)


def _typed(cells: List[str]) -> np.ndarray:
    for kind in (int, float):
        try:
            return np.asarray([kind(cell) if cell or kind is int else np.nan for cell in cells])
        except ValueError:
            continue
    return np.asarray(cells, dtype=object)
