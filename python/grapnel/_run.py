"""Run folders: the files that a command writes, kept in memory."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any, Dict, List, Optional

import numpy as np


# what places new samples; the second line only with a graph
_MODEL = ("summary.json", "preparation.csv", "features.csv", "labels.csv", "W.npy", "H.npy", "mean.npy")
_GRAPH = ("graph.mtx", "kept.npy", "components.npy", "scores.npy")


def without_folder(text: str, folder: Path) -> str:
    """Call the files that were written for a call by the argument that they hold: X, entry_weights, graph."""
    for path in {str(folder), os.path.realpath(folder)}:
        in_json = {json.dumps(path, ensure_ascii=ascii)[1:-1] for ascii in (True, False)}  # Java escapes no letters
        for written in {path, *in_json}:
            text = re.sub(re.escape(written) + r"[/\\]+(\w+)(\.(npy|npz|mtx|txt))?", r"\1", text)
    return text


class RunFolder:
    """The files of a run by their names. It can be pickled, and written to a folder again."""

    def __init__(self, files: Dict[str, bytes]):
        self._files = files

    @classmethod
    def read(cls, folder: Path, private: Optional[Path] = None) -> "RunFolder":
        """Read all files of a folder but the report, which can be drawn again.

        The summary names no file of ``private``, a folder that is gone after the call.
        """
        files = {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.suffix != ".html"}
        if private is not None:
            files["summary.json"] = without_folder(files["summary.json"].decode("utf-8"), private).encode("utf-8")
        return cls(files)

    def write(self, folder: Path) -> Path:
        return self._write(folder, list(self._files))

    def write_model(self, folder: Path) -> Path:
        """Write what ``grapnel transform`` reads."""
        return self._write(folder, self._names_of_model())

    def _names_of_model(self) -> List[str]:
        return [name for name in _MODEL + (_GRAPH if "graph.mtx" in self else ()) if name in self]

    def _write(self, folder: Path, names: List[str]) -> Path:
        folder.mkdir(parents=True, exist_ok=False)
        for name in names:
            (folder / name).write_bytes(self._files[name])
        return folder

    @property
    def size(self) -> int:
        return sum(map(len, self._files.values()))

    @property
    def size_of_model(self) -> int:
        return sum(len(self._files[name]) for name in self._names_of_model())

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
