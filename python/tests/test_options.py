"""Parameters as the words of the command line."""

import os

import pytest

from grapnel import GraphNMF, _options


@pytest.mark.parametrize(
    "n_jobs, threads", [(None, None), (-1, None), (1, 1), (3, 3), (-2, 7), (-8, 1), (-9, 1), (-99, 1)]
)
def test_n_jobs_counts_as_in_scikit_learn(monkeypatch, n_jobs, threads):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(8)), raising=False)
    assert _options.threads(n_jobs) == threads


def test_n_jobs_of_zero_is_refused(X):
    with pytest.raises(ValueError, match="n_jobs is 0; allowed are"):
        GraphNMF(3, 5, n_jobs=0).fit(X)


def test_negative_n_jobs_fit(X):
    assert GraphNMF(3, 5, n_jobs=-2).fit(X).trust_ == "good"
