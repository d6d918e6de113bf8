"""Java processes that run commands: started once, used for many requests, gone when Python is gone.

``docs/worker.md`` describes the messages.
"""

from __future__ import annotations

import atexit
import collections
import contextlib
import itertools
import json
import math
import os
import queue
import shlex
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Callable, Deque, Dict, Iterator, List, Optional, Set, Tuple

from . import _java
from ._errors import JavaNotFoundError, NotEnoughMemoryError, RefusedError, WorkerError
from ._run import without_folder
from ._version import __version__

PROTOCOL = 1
MAX_BYTES = 1 << 22
_START_SECONDS = 120.0
_CANCEL_SECONDS = 15.0
_END_SECONDS = 10.0

Progress = Callable[[Dict[str, Any]], None]


class Answer:
    """How a command ended."""

    def __init__(self, message: Dict[str, Any]):
        self.code = int(message.get("code", 1))
        self.seconds = float(message.get("seconds", 0.0))
        self.output = str(message.get("output", ""))
        self.errors = str(message.get("errors", ""))

    def require_success(self) -> None:
        """Raise what the command said if it was refused or failed."""
        if self.code in (0, 3):
            return
        lines = [line for line in self.errors.splitlines() if line.startswith("grapnel: ")]
        text = (lines[-1] if lines else self.errors.strip() or f"exit code {self.code}").replace("grapnel: ", "", 1)
        if self.code == 2 and "not enough memory" in text or "OutOfMemoryError" in text:
            raise NotEnoughMemoryError(text)
        raise RefusedError(text) if self.code == 2 else WorkerError(text)


class Worker:
    """One Java process. It runs one command at a time."""

    def __init__(self, installation: _java.Installation):
        self.installation = installation
        self.pid = 0
        self._ids = itertools.count(1)
        self._roots: Set[Path] = set()
        self._inbox: "queue.Queue[Any]" = queue.Queue()
        self._error_lines: Deque[str] = collections.deque(maxlen=60)
        self._process = self._start(installation)
        try:
            self._greet()
        except BaseException:
            self.kill()
            raise

    def _start(self, installation: _java.Installation) -> "subprocess.Popen[bytes]":
        command = [installation.java]
        if installation.major >= 24:
            command.append("--enable-native-access=ALL-UNNAMED")
        options = shlex.split(os.environ.get("GRAPNEL_JAVA_OPTS", ""))
        java_variables = " ".join(os.environ.get(name, "") for name in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"))
        if not any(word.startswith("-XX:+Use") and word.endswith("GC") for word in options + java_variables.split()):
            command += ["-XX:+UseSerialGC", "-XX:NewRatio=8"]
        command += ["-Xlog:disable", "-Xlog:all=warning,cds*=off:stderr", "-XX:+DisplayVMOutputToStderr"]
        if installation.archive:
            command.append(f"-XX:SharedArchiveFile={installation.archive}")
        command.append(f"-Djava.io.tmpdir={tempfile.gettempdir()}")
        command += options
        command += ["-cp", os.pathsep.join(installation.jars), "org.grapnel.cli.Main", "worker"]
        environment = dict(os.environ)
        if not any(environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")):
            environment["LC_ALL"] = "C.UTF-8"
        apart: Dict[str, Any] = {"start_new_session": True}  # Ctrl-C is for Python, which cancels
        if os.name == "nt":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined]
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                **apart,
            )
        except OSError as e:
            raise JavaNotFoundError(f"{installation.java} does not run: {e}") from e
        self.pid = process.pid
        threading.Thread(target=self._read_messages, args=(process,), name="grapnel-messages", daemon=True).start()
        threading.Thread(target=self._read_errors, args=(process,), name="grapnel-errors", daemon=True).start()
        return process

    def _read_messages(self, process: "subprocess.Popen[bytes]") -> None:
        """Pass all messages on; at the end, pass on why there are no more."""
        reason: Exception
        try:
            while True:
                (length,) = struct.unpack(">I", _read_exactly(process.stdout, 4))
                if not 2 <= length <= MAX_BYTES:
                    raise ValueError(f"a message announces {length} bytes; 2 to {MAX_BYTES} are allowed")
                message = json.loads(_read_exactly(process.stdout, length).decode("utf-8"))
                if not isinstance(message, dict):
                    raise ValueError(f"a message is no object: {message!r:.60}")
                self._inbox.put(message)
        except EOFError as e:
            reason = e
        except (OSError, ValueError) as e:
            reason = e
        self._inbox.put(reason)

    def _read_errors(self, process: "subprocess.Popen[bytes]") -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in iter(process.stderr.readline, b""):
                self._error_lines.append(line.decode("utf-8", "replace").rstrip())

    def _greet(self) -> None:
        hello = self._receive("hello", None, _START_SECONDS)
        where = self.installation.home or self.installation.jars[0]
        if hello.get("protocol") != PROTOCOL or hello.get("version") != __version__:
            raise JavaNotFoundError(
                f"grapnel for Python is {__version__} with protocol {PROTOCOL}, but {where} is Grapnel "
                f"{hello.get('version')} with protocol {hello.get('protocol')}; install the same version of both"
            )
        self._send({"op": "hello", "protocol": PROTOCOL, "version": __version__})

    def _send(self, message: Dict[str, Any]) -> None:
        text = json.dumps(message).encode("utf-8")
        if len(text) > MAX_BYTES:
            raise RefusedError(f"the request has {len(text)} bytes; at most {MAX_BYTES} are allowed")
        left = memoryview(struct.pack(">I", len(text)) + text)
        try:
            while left:
                left = left[self._process.stdin.write(left) :]
        except (OSError, ValueError) as e:
            raise self._explain_end(e) from e

    def _receive(
        self, event: str, identifier: Optional[int], seconds: float = math.inf, progress: Optional[Progress] = None
    ) -> Dict[str, Any]:
        """Wait at most ``seconds`` for an answer. Each wait is short, so that Ctrl-C arrives on every system."""
        deadline = time.monotonic() + seconds
        while True:
            if time.monotonic() > deadline:
                raise WorkerError(f"{self.installation.java} gave no answer within {seconds:g} s{self._last_errors()}")
            try:
                message = self._inbox.get(timeout=0.5)
            except queue.Empty:
                continue
            if isinstance(message, Exception):
                self._inbox.put(message)
                raise self._explain_end(message)
            kind = message.get("event")
            if kind == "progress":
                if progress is not None:
                    progress(message)
            elif kind == "refused" and message.get("id") in (identifier, -1):
                raise RefusedError(str(message.get("message")))
            elif kind == event and (identifier is None or message.get("id") == identifier):
                return message

    def _explain_end(self, reason: Exception) -> WorkerError:
        """The error that says how the process ended."""
        damaged = isinstance(reason, ValueError)
        if damaged:
            self._process.kill()
        try:
            code = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._remove_folders()
        said = self._last_errors()
        if "OutOfMemoryError" in said or "insufficient memory" in said or "Could not reserve enough space" in said:
            return NotEnoughMemoryError(
                f"Java ran out of memory{said}; raise the limit, for example GRAPNEL_JAVA_OPTS=-Xmx8g"
            )
        if damaged:
            return WorkerError(f"{self.installation.java} sent what is no message ({reason}){said}")
        if code < 0:
            name = signal.Signals(-code).name if -code in {s.value for s in signal.Signals} else str(-code)
            hint = "; the system does that when memory runs out" if -code == getattr(signal, "SIGKILL", 9) else ""
            return WorkerError(f"the Java process {self.pid} was ended by {name}{hint}{said}")
        return WorkerError(f"the Java process {self.pid} ended with exit code {code}{said}")

    def _last_errors(self) -> str:
        time.sleep(0.05)  # its last lines may still be on their way
        lines = [line for line in list(self._error_lines)[-8:] if line]
        return f"; it said: {' | '.join(lines)}" if lines else ""

    def folder(self, size: int) -> str:
        """Return a new private folder with room for ``size`` bytes."""
        identifier = next(self._ids)
        self._send({"op": "folder", "id": identifier, "bytes": int(size)})
        path = str(self._receive("folder", identifier)["path"])
        self._roots.add(Path(path).parent)
        return path

    def run(self, arguments: List[str], progress: Optional[Progress] = None) -> Answer:
        """Run a command with the words of the command line. An interrupt cancels it, and the worker stays."""
        identifier = next(self._ids)
        sent = False
        try:
            self._send({"op": "run", "id": identifier, "arguments": arguments})
            sent = True
            return Answer(self._receive("done", identifier, progress=progress))
        except (RefusedError, WorkerError):
            raise
        except BaseException:
            self._cancel(identifier, sent)
            raise

    def _cancel(self, identifier: int, sent: bool) -> None:
        try:
            if not sent:
                raise WorkerError("interrupted while a request was sent")
            self._send({"op": "cancel", "id": identifier})
            self._receive("done", identifier, _CANCEL_SECONDS)
        except BaseException:  # a second Ctrl-C, or no answer
            self.kill()

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End the process by the end of its input, and remove its files."""
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        self.kill()

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.close()
        self._remove_folders()

    def _remove_folders(self) -> None:
        """A killed process leaves its folders; an ended one has removed them."""
        for root in self._roots:
            shutil.rmtree(root, ignore_errors=True)

    def forget(self) -> None:
        """Close this process's copies of the pipes after a fork: the worker belongs to the parent."""
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.close()


def _read_exactly(stream: Any, size: int) -> bytes:
    parts = []
    while size > 0:
        part = stream.read(size)
        if not part:
            raise EOFError("its output ended")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


_Place = Tuple[Optional[str], Optional[str], Tuple[Optional[str], ...]]


class _Pool:
    """Workers that wait for the next request, those of one place after another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: Dict[_Place, List[Worker]] = {}
        self._all: List[Worker] = []

    def acquire(self, place: _Place, size: int) -> Tuple[Worker, str]:
        """Return a worker and a folder with room for ``size`` bytes. A worker that died while it was idle is replaced."""
        while True:
            with self._lock:
                idle = self._idle.get(place, [])
                worker = idle.pop() if idle else None
            is_new = worker is None
            if worker is None:
                worker = Worker(_java.find(place[0], place[1]))
                with self._lock:
                    self._all.append(worker)
            try:
                return worker, worker.folder(size)
            except RefusedError:
                self.release(place, worker)
                raise
            except WorkerError:
                self._discard(worker)
                if is_new:
                    raise
            except BaseException:  # its answer would be taken for that of the next request
                worker.kill()
                self._discard(worker)
                raise

    def release(self, place: _Place, worker: Worker) -> None:
        keep = max(1, os.cpu_count() or 1)
        with self._lock:
            idle = self._idle.setdefault(place, [])
            if worker.is_alive() and len(idle) < keep:
                idle.append(worker)
                return
        self._discard(worker)

    def _discard(self, worker: Worker) -> None:
        with self._lock:
            if worker in self._all:
                self._all.remove(worker)
        worker.close()

    def close(self) -> None:
        with self._lock:
            workers, self._all, self._idle = self._all, [], {}
        for worker in workers:
            worker.close()

    def forget(self) -> None:
        workers, self._all, self._idle, self._lock = self._all, [], {}, threading.Lock()
        for worker in workers:
            worker.forget()


_POOL = _Pool()
atexit.register(_POOL.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_POOL.forget)


def shutdown() -> None:
    """End all Java workers of this process. The next fit starts a new one."""
    _POOL.close()


class Job:
    """A worker and a private folder for the arrays of one request."""

    def __init__(self, worker: Worker, folder: str):
        self._worker = worker
        self.folder = Path(folder)

    def run(self, command: str, *arguments: Any, progress: Optional[Progress] = None) -> Answer:
        answer = self._worker.run([command, *map(str, arguments)], progress)
        answer.errors = without_folder(answer.errors, self.folder)
        answer.require_success()
        return answer


_VARIABLES = ("GRAPNEL_HOME", "JAVA_HOME", "PATH", "GRAPNEL_JAVA_OPTS")


@contextlib.contextmanager
def job(size: int = 0, java: Optional[str] = None, home: Optional[str] = None) -> Iterator[Job]:
    """Lend a worker, and a folder with room for ``size`` bytes that is removed afterwards."""
    place: _Place = (java, home, tuple(os.environ.get(name) for name in _VARIABLES))
    worker, folder = _POOL.acquire(place, size)
    try:
        yield Job(worker, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _POOL.release(place, worker)
