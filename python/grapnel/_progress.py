"""Progress bars of tqdm, where it is installed."""

from __future__ import annotations

import contextlib
import sys
import time
import warnings
from typing import Any, Dict, Iterator, List, Optional

from ._worker import Progress

_SILENT_SECONDS = 1.0


@contextlib.contextmanager
def bar(verbose: Optional[bool]) -> Iterator[Optional[Progress]]:
    """Show a bar from the first second on if ``verbose`` is True, or None in a terminal or a notebook."""
    shown = (_is_terminal() or _is_notebook()) if verbose is None else bool(verbose)
    tqdm = _tqdm() if shown else None
    if tqdm is None:
        yield None
        return
    start = time.monotonic()
    drawn: List[Any] = []

    def update(message: Dict[str, Any]) -> None:
        if not drawn:
            if time.monotonic() - start < _SILENT_SECONDS:
                return
            drawn.append(tqdm(total=1.0, leave=False, bar_format="{desc} {percentage:3.0f}% {elapsed}{postfix}"))
        drawn[0].set_description_str(str(message.get("phase", "")), refresh=False)
        drawn[0].n = float(message.get("share", 0.0))
        if "iteration" in message:
            drawn[0].set_postfix_str(
                f"iteration {message['iteration']}, objective {message['objective']:.6g}", refresh=False
            )
        drawn[0].refresh()

    try:
        yield update
        if drawn:
            drawn[0].n = drawn[0].total  # a notebook keeps a bar that is not full, in red
    finally:
        if drawn:
            drawn[0].close()


def _is_terminal() -> bool:
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def _is_notebook() -> bool:
    """Whether a kernel of IPython runs this. Only then IPython is imported, and its shell has a kernel."""
    get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)
    return getattr(get_ipython(), "kernel", None) is not None


def _tqdm() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # in a notebook without ipywidgets the bar is text
            from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm
