"""The progress bar: where it is shown."""

import sys
import types

import pytest

from grapnel import _progress


class Stream:
    def __init__(self, terminal):
        self.isatty = lambda: terminal


class Bars:
    """Stands for tqdm."""

    def __init__(self, **words):
        pass


def shell(**attributes):
    """An IPython whose shell has these attributes: that of a notebook has a kernel."""
    return types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(**attributes))


@pytest.mark.parametrize(
    "verbose, terminal, ipython, shown",
    [
        (None, True, None, True),
        (None, False, None, False),
        (None, False, shell(kernel=object()), True),
        (None, False, shell(), False),  # ipython with its output in a file
        (None, False, types.SimpleNamespace(get_ipython=lambda: None), False),  # imported by a program
        (True, False, None, True),
        (False, True, shell(kernel=object()), False),
    ],
)
def test_bar_is_shown_in_terminals_and_notebooks(monkeypatch, verbose, terminal, ipython, shown):
    monkeypatch.setattr(_progress, "_tqdm", lambda: Bars)
    monkeypatch.setattr(sys, "stderr", Stream(terminal))
    if ipython is None:
        monkeypatch.delitem(sys.modules, "IPython", raising=False)
    else:
        monkeypatch.setitem(sys.modules, "IPython", ipython)
    with _progress.bar(verbose) as update:
        assert (update is not None) == shown
