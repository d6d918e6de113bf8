"""Data and helpers that the tests share."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

PACKAGE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PACKAGE), os.environ.get("PYTHONPATH")]))

import grapnel  # noqa: E402
from grapnel import _java  # noqa: E402

# groups of small data are often doubtful, which is not what most tests are about
warnings.filterwarnings("ignore", category=grapnel.TrustWarning)


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "ignore::grapnel.TrustWarning")


def make_blobs(samples=90, features=12, groups=3, seed=0):
    """Non-negative samples in well separated groups; only the first half of the features tells them apart."""
    rng = np.random.default_rng(seed)
    truth = np.arange(samples) % groups
    X = 0.2 * rng.random((samples, features))
    for j in range(features // 2):
        X[truth == j % groups, j] += 1 + 0.3 * rng.random(np.sum(truth == j % groups))
    return X, truth


@pytest.fixture(scope="session")
def X():
    return make_blobs()[0]


@pytest.fixture(scope="session")
def truth():
    return make_blobs()[1]


class CommandLine:
    """The command line in a process of its own, with the jars that the package finds."""

    def __init__(self, folder):
        self.folder = folder
        self.installation = _java.find()

    def __call__(self, *words):
        command = [self.installation.java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"]
        command += [os.pathsep.join(self.installation.jars), "org.grapnel.cli.Main", *map(str, words)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def fit(self, data, *words):
        """Return W and H of a fit, and its folder."""
        run = self.folder / "run"
        self("fit", data, "-o", run, "--force", "--no-report", *words)
        return np.load(run / "W.npy"), np.load(run / "H.npy"), run


@pytest.fixture
def command_line(tmp_path):
    return CommandLine(tmp_path)


def run_python(code, timeout=300, **environment):
    """Run a program in another Python; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", code],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, **{k: str(v) for k, v in environment.items()}},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
