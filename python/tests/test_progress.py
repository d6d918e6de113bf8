"""The progress bar: where it is shown."""

import sys
import types

import pytest

from conftest import run_python
from grapnel import GraphNMF, _progress


class Stream:
    def __init__(self, terminal):
        self.isatty = lambda: terminal


class Bars:
    """Stands for tqdm."""

    closed = []

    def __init__(self, total, **words):
        self.n, self.total = 0.0, total

    def set_description_str(self, text, refresh):
        pass

    def refresh(self):
        pass

    def close(self):
        self.closed.append(self.n == self.total)  # a notebook shows any other as a failure


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


def test_bar_is_full_after_a_success_only(monkeypatch):
    monkeypatch.setattr(_progress, "_tqdm", lambda: Bars)
    monkeypatch.setattr(_progress, "_SILENT_SECONDS", 0.0)
    monkeypatch.setattr(Bars, "closed", [])
    with _progress.bar(True) as update:
        update({"phase": "solving", "share": 0.4})
    with pytest.raises(KeyboardInterrupt):
        with _progress.bar(True) as update:
            update({"phase": "solving", "share": 0.4})
            raise KeyboardInterrupt
    assert Bars.closed == [True, False]


def test_notebook_without_ipywidgets_is_not_warned():
    pytest.importorskip("tqdm")
    printed = run_python(
        "import sys, types, warnings\n"
        "sys.modules['ipywidgets'] = None\n"
        "shell = types.SimpleNamespace(config={'IPKernelApp': {}})\n"
        "sys.modules['IPython'] = types.SimpleNamespace(get_ipython=lambda: shell)\n"
        "warnings.simplefilter('always')\n"
        "warnings.showwarning = lambda message, *where: print(message)\n"
        "from grapnel import _progress\n"
        "print(_progress._tqdm() is not None)\n"
    )
    assert printed == "True\n"


def test_phases_name_arguments_and_no_private_folder(X, monkeypatch):
    from contextlib import nullcontext

    from grapnel import _nmf

    phases = []
    monkeypatch.setattr(_nmf, "bar", lambda verbose: nullcontext(lambda message: phases.append(message["phase"])))
    GraphNMF(3, 5).fit(X).transform(X)
    assert phases[0] == "reading X" and "reading model" in phases
    assert not any("grapnel-worker" in phase for phase in phases)
