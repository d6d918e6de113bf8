"""The wheel installs without a network and runs."""

import os
import shutil
import subprocess
import sys

import pytest

from conftest import PACKAGE
from grapnel import _java

ONE_LINE = (
    "import numpy as np, grapnel; print(grapnel.__file__, "
    "grapnel.GraphNMF(2, 3).fit(np.random.default_rng(0).random((30, 8))).labels_.shape)"
)


def run(*command, cwd=None, **environment):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=300, cwd=cwd, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("carries_jars", [True, False])
def test_wheel_installs_in_a_venv(tmp_path, carries_jars):
    for module in ("pip", "setuptools", "wheel", "venv", "ensurepip"):
        pytest.importorskip(module)
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "tests", "build", "*.egg-info"))
    installation = _java.find()
    if carries_jars:
        (source / "grapnel" / "java" / "lib").mkdir(parents=True)
        for jar in installation.jars:
            shutil.copy(jar, source / "grapnel" / "java" / "lib")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "--no-index"]
    run(*pip, "-w", tmp_path, source)
    (wheel,) = tmp_path.glob("grapnel-*-py3-none-any.whl")
    run(sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv")
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", wheel, PYTHONPATH="")
    home = "" if carries_jars else installation.home
    printed = run(python, "-W", "ignore", "-c", ONE_LINE, cwd=tmp_path, PYTHONPATH="", GRAPNEL_HOME=home)
    assert printed.strip().endswith("(30,)") and str(tmp_path / "venv") in printed

