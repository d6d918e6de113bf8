"""Finds Java and the jars of Grapnel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator, List, Optional, Tuple

from ._errors import JavaNotFoundError

_NEEDED = 17
_JAVA = "java.exe" if os.name == "nt" else "java"
_PACKAGE = Path(__file__).resolve().parent
_JAVA_ADVICE = (
    "Install Java 17 or newer: 'apt install openjdk-17-jre-headless', 'brew install openjdk', "
    "'conda install -c conda-forge openjdk' or https://adoptium.net; then set JAVA_HOME, or pass java=PATH."
)
_HOME_ADVICE = (
    "For Grapnel itself, install a wheel that carries its jars, or set GRAPNEL_HOME (or pass home=PATH) to a checkout "
    "or an unpacked distribution."
)


@dataclass(frozen=True)
class Installation:
    """A Java program and the jars to run on it."""

    java: str
    major: int
    jars: Tuple[str, ...]
    archive: Optional[str] = None
    home: str = field(default="", compare=False)


def find(java: Optional[str] = None, home: Optional[str] = None) -> Installation:
    """Return the first Java that is new enough and the first place that has jars.

    Parameters
    ----------
    java : str, optional
        The program ``java`` or the folder of a JDK. By default the Java that came with Grapnel, if one did, then
        ``JAVA_HOME``, then ``PATH``.
    home : str, optional
        A checkout or an unpacked distribution. By default ``GRAPNEL_HOME``, the jars inside this package, the
        checkout that this package lies in, then ``grapnel`` on ``PATH``.

    Raises
    ------
    JavaNotFoundError
        If there is no such Java or there are no jars.
    """
    looked: List[str] = []
    found_java = _find_java(java, home, looked)
    looked_jars: List[str] = []
    found_home = _find_home(home, looked_jars, found_java)
    missing = []
    if found_java is None:
        missing.append(_missing("Java 17 or newer", looked, _JAVA_ADVICE))
    if found_home is None:
        missing.append(_missing("Grapnel's jars", looked_jars, _HOME_ADVICE))
    if missing:
        raise JavaNotFoundError("\n".join(missing))
    program, major, version = found_java
    folder, jars = found_home
    return Installation(program, major, tuple(jars), _archive(folder, version), str(folder))


def _missing(what: str, looked: List[str], advice: str) -> str:
    return "\n".join([f"{what} not found. Looked at:", *(f"  {line}" for line in looked), advice])


def _find_java(given: Optional[str], home: Optional[str], looked: List[str]) -> Optional[Tuple[str, int, str]]:
    for what, path in _java_places(given, home):
        if path is None:
            looked.append(f"{what}: not set" if what.isupper() and what != "PATH" else f"{what}: no {_JAVA} there")
            continue
        version = _java_version(path)
        if version is None:
            looked.append(f"{what}: {path} does not run")
            continue
        major = int(re.match(r"(?:1\.)?(\d+)", version).group(1)) if version[:1].isdigit() else 0
        if major >= _NEEDED:
            return path, major, version
        looked.append(f"{what}: {path} is version {version}, too old")
    return None


def _java_places(given: Optional[str], home: Optional[str]) -> Iterator[Tuple[str, Optional[str]]]:
    if given is not None:
        yield f"java={given}", _program(given)
        return
    own = _own_java(home)
    if own is not None:
        yield "Grapnel's own Java", own
    java_home = os.environ.get("JAVA_HOME")
    yield ("JAVA_HOME", None) if not java_home else (f"JAVA_HOME={java_home}", _program(java_home))
    yield "PATH", shutil.which("java")


def _own_java(home: Optional[str]) -> Optional[str]:
    """The Java inside the first place that has Grapnel: a distribution may carry one, a checkout carries none."""
    for _, place in _home_places(home):
        folder = Path(place).expanduser() if place is not None else None
        if folder is not None and (_is_checkout(folder) or _jars(folder)):
            return None if _is_checkout(folder) else _program(str(folder / "java"))
    return None


def _program(place: str) -> Optional[str]:
    """The program itself, or that of a folder of Java."""
    path = Path(place)
    for candidate in (path, path / "bin" / _JAVA):
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return str(candidate)
    return None


def _java_version(program: str) -> Optional[str]:
    """The version from the file ``release`` of a JDK, which costs nothing, else from Java itself."""
    release = Path(os.path.realpath(program)).parent.parent / "release"
    try:
        match = re.search(r'^JAVA_VERSION="([^"]+)"', release.read_text(errors="replace"), re.M)
        if match:
            return match.group(1)
    except OSError:
        pass
    try:
        answer = subprocess.run(
            [program, "-version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(rb'version "([^"]+)"', answer.stderr + answer.stdout)
    return match.group(1).decode("ascii", "replace") if match else None


def _find_home(given: Optional[str], looked: List[str], java: Optional[Tuple[str, int, str]]):
    for what, place in _home_places(given):
        if place is None:
            looked.append(what)
            continue
        folder = Path(place).expanduser()
        if _is_checkout(folder) and java is None and not _jars(folder):
            looked.append(f"{what}: is not built yet, for which Java is needed")
            continue
        build_error = _build_checkout(folder, java) if _is_checkout(folder) else None
        if build_error is not None:
            looked.append(f"{what}: {build_error}")
            continue
        jars = _jars(folder)
        if jars:
            return folder, jars
        looked.append(f"{what}: has no lib/grapnel-cli-*.jar and is no checkout")
    return None


def _home_places(given: Optional[str]) -> Iterator[Tuple[str, Optional[str]]]:
    if given is not None:
        yield f"home={given}", given
        return
    home = os.environ.get("GRAPNEL_HOME")
    yield (f"GRAPNEL_HOME={home}", home) if home else ("GRAPNEL_HOME: not set", None)
    bundled = _PACKAGE / "java"
    yield (str(bundled), str(bundled)) if bundled.is_dir() else (f"{bundled}: this package carries no jars", None)
    checkout = _PACKAGE.parent.parent
    if _is_checkout(checkout):
        yield f"the checkout {checkout}", str(checkout)
    on_path = shutil.which("grapnel")
    if on_path is None:
        yield "PATH: no grapnel there", None
        return
    program = Path(os.path.realpath(on_path))
    yield f"PATH: {program}", str(program.parent.parent if program.parent.name == "bin" else program.parent)


def _is_checkout(folder: Path) -> bool:
    return (folder / "pom.xml").is_file() and (folder / "cli" / "pom.xml").is_file() and (folder / "grapnel").is_file()


def _build_checkout(folder: Path, java: Optional[Tuple[str, int, str]]) -> Optional[str]:
    """Let the launcher of a checkout build what is missing or older than its sources; return what is wrong."""
    if os.name == "nt" or java is None:
        return None
    environment = dict(os.environ, JAVA_HOME=str(Path(os.path.realpath(java[0])).parent.parent))
    try:
        done = subprocess.run(
            ["/bin/sh", str(folder / "grapnel"), "--check-java"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if not _shows(sys.stderr) else None,
            env=environment,
            check=False,
        )
    except OSError as e:
        return f"its launcher does not run: {e}"
    if done.returncode == 0:
        return None
    text = (done.stderr or b"").decode("utf-8", "replace").strip().splitlines()
    return "its launcher could not build it" + (f": {text[-1]}" if text else "")


def _shows(stream) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def _jars(folder: Path) -> List[str]:
    """The jars in the order of the launcher, which the class archive needs."""
    libraries = folder / "lib"
    if _is_checkout(folder):
        libraries = folder / "cli" / "target" / "lib"
        own = sorted((folder / "cli" / "target").glob("grapnel-cli-*.jar"))
        return [str(jar) for jar in own[:1] + sorted(libraries.glob("*.jar"))] if own else []
    jars = sorted(libraries.glob("*.jar"))
    return [str(jar) for jar in jars] if any(jar.name.startswith("grapnel-cli-") for jar in jars) else []


def _archive(folder: Path, version: str) -> Optional[str]:
    """The class archive that the launcher made for this Java. Java ignores one that does not fit."""
    base = folder / "cli" / "target" if _is_checkout(folder) else folder / "lib"
    archive = base / f"grapnel-{version}.jsa"
    return str(archive) if archive.is_file() and archive.stat().st_size > 0 else None
