"""The examples of docs/python.md run."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"


def test_examples_run(tmp_path, monkeypatch, capsys):
    pytest.importorskip("sklearn")
    pytest.importorskip("anndata")
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len(examples) >= 7
    names = {}
    for example in examples:
        exec(compile(example, str(PAGE), "exec"), names)
    printed = capsys.readouterr().out
    assert printed.startswith("good\n[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n1.0\n")
    assert (tmp_path / "run" / "summary.json").exists() and (tmp_path / "report.html").exists()


def test_versions_agree():
    import grapnel

    pom = (PAGE.parents[1] / "pom.xml").read_text(encoding="utf-8")
    assert f"<version>{grapnel.__version__}</version>" in pom
    assert f"grapnel-{grapnel.__version__}-py3-none-any.whl" in PAGE.read_text(encoding="utf-8")
