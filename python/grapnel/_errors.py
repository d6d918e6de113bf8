"""Exceptions and warnings of the package."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Type


class GrapnelError(RuntimeError):
    """Base class of all errors that are not about the arguments."""


class JavaNotFoundError(GrapnelError):
    """Java or Grapnel's jars are missing or too old. The message lists all places that were looked at."""


class WorkerError(GrapnelError):
    """The Java worker ended, or answered something that is no message."""


class NotEnoughMemoryError(GrapnelError, MemoryError):
    """The data do not fit into the memory that Java may use."""


class RefusedError(GrapnelError, ValueError):
    """Grapnel refused the data or an option. The message names the value and what is allowed."""


class TrustWarning(UserWarning):
    """The groups of a fit are doubtful, or there is no evidence for them."""


_HERE = os.path.dirname(__file__) + os.sep


def warn(message: str, category: Type[Warning] = UserWarning) -> None:
    """Warn about the line of the user: the first one that is neither of this package nor of scikit-learn."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and _is_inside(frame.f_code.co_filename):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def _is_inside(file: str) -> bool:
    return file.startswith(_HERE) or f"{os.sep}sklearn{os.sep}" in file
