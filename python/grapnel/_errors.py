"""Exceptions and warnings of the package."""

from __future__ import annotations


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
