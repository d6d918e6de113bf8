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
import weakref
from pathlib import Path
from typing import Any, Callable, Deque, Dict, Iterator, List, Optional, Set, Tuple, Union

from . import _java
from ._errors import GrapnelError, JavaNotFoundError, NotEnoughMemoryError, RefusedError, WorkerError
from ._run import without_folder
from ._version import __version__

PROTOCOL = 1
MAX_BYTES = 1 << 22
_START_SECONDS = 120.0
_CANCEL_SECONDS = 15.0
_END_SECONDS = 10.0
_CRASH_SECONDS = 2.0

# What Java and OpenBLAS say if their heap is full, and if the system gives them no memory.
_HEAP_IS_FULL = "OutOfMemoryError"
_NO_THREAD = "unable to create native thread"
_SYSTEM_GIVES_NONE = (
    "insufficient memory",
    "Could not reserve enough space",
    "Could not allocate",
    "Memory allocation still failed",
    "Not enough space",
    "Cannot allocate memory",
    _NO_THREAD,
)
_ASK_FOR_LESS = (
    "raise the limit of the shell or of the batch job (ulimit -v), close other programs, or let Java ask for less, "
    "for example GRAPNEL_JAVA_OPTS='-Xmx512m -XX:CompressedClassSpaceSize=64m'"
)
_CRASHES = {getattr(signal, name, None) for name in ("SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE")}

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
        if _NO_THREAD in text:
            raise NotEnoughMemoryError(f"the system gave Java too little memory: {text.split(';')[0]}; {_ASK_FOR_LESS}")
        if self.code == 2 and "not enough memory" in text or _HEAP_IS_FULL in text:
            raise NotEnoughMemoryError(text)
        raise RefusedError(text) if self.code == 2 else WorkerError(text)


class Worker:
    """One Java process. It runs one command at a time."""

    def __init__(self, installation: _java.Installation):
        self.installation = installation
        self.pid = 0
        self._ids = itertools.count(1)
        self._roots: Set[Path] = set()
        self._inbox: "queue.SimpleQueue[Any]" = queue.SimpleQueue()  # unlike Queue, an interrupt cannot damage it
        self._error_lines: Deque[str] = collections.deque(maxlen=60)
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._readers: List[threading.Thread] = []
        self._starting = threading.Lock()
        self._is_closed = False
        self._is_busy = False

    def start(self) -> None:
        """Start the process, unless ``close`` was called before."""
        with self._starting:
            if self._is_closed:
                raise WorkerError("grapnel.shutdown() was called before Java started")
            self._process = process = self._start(self.installation)
        self.pid = process.pid
        for read, stream in ((self._read_messages, process.stdout), (self._read_lines, process.stderr)):
            reader = threading.Thread(target=read, args=(stream,), name="grapnel-reader", daemon=True)
            reader.start()
            self._readers.append(reader)
        self._greet()

    def _start(self, installation: _java.Installation) -> "subprocess.Popen[bytes]":
        command = [installation.java]
        if installation.major >= 24:
            command.append("--enable-native-access=ALL-UNNAMED")
        options = _java_options()
        java_variables = " ".join(os.environ.get(name, "") for name in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"))
        if not any(word.startswith("-XX:+Use") and word.endswith("GC") for word in options + java_variables.split()):
            command += ["-XX:+UseSerialGC", "-XX:NewRatio=8"]
        command += ["-Xlog:disable", "-Xlog:all=warning,cds*=off:stderr", "-XX:+DisplayVMOutputToStderr"]
        if installation.archive:
            command.append(f"-XX:SharedArchiveFile={installation.archive}")
        temporary = tempfile.gettempdir()
        command.append(f"-Djava.io.tmpdir={temporary}")
        command.append(f"-XX:ErrorFile={os.path.join(temporary, 'hs_err_pid%p.log')}")
        command.append(f"-XX:ReplayDataFile={os.path.join(temporary, 'replay_pid%p.log')}")
        command += options
        command += ["-cp", os.pathsep.join(installation.jars), "org.grapnel.cli.Main", "worker"]
        apart: Dict[str, Any] = {"start_new_session": True}  # Ctrl-C is for Python, which cancels
        if os.name == "nt":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined]
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=_environment(),
                **apart,
            )
        except OSError as e:
            raise JavaNotFoundError(f"{installation.java} does not run: {e}") from e

    def _read_messages(self, stream: Any) -> None:
        """Pass all messages on; at the end, pass on why there are no more."""
        part = b""
        try:
            while True:
                part = _read_exactly(stream, 4)
                (length,) = struct.unpack(">I", part)
                if not 2 <= length <= MAX_BYTES:
                    raise ValueError(f"a message announces {length} bytes; 2 to {MAX_BYTES} are allowed")
                part = _read_exactly(stream, length)
                message = json.loads(part.decode("utf-8"))
                if not isinstance(message, dict):
                    raise ValueError(f"a message is no object: {message!r:.60}")
                self._inbox.put(message)
        except ValueError as e:
            self._inbox.put(e)
            self._read_lines(stream, part)  # Java prints here why it crashed
        except (EOFError, OSError) as e:
            self._inbox.put(e)
            stream.close()

    def _read_lines(self, stream: Any, beginning: bytes = b"") -> None:
        """Keep the last lines of a stream up to its end. Java begins those about a crash with #."""
        with contextlib.suppress(OSError, ValueError), stream:
            for line in iter(lambda: stream.readline(4096), b""):
                text = (beginning + line).decode("utf-8", "replace")
                self._error_lines.append("".join(filter(str.isprintable, text)).strip("# "))
                beginning = b""

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
                raise WorkerError(f"{self.installation.java} gave no answer within {seconds:g} s{self._last_lines()}")
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
                if message.get("ending"):
                    raise self._explain_end(EOFError("it is ending"))
                raise RefusedError(str(message.get("message")))
            elif kind == event and (identifier is None or message.get("id") == identifier):
                return message

    def _explain_end(self, reason: Exception) -> GrapnelError:
        """The error that says how the process ended."""
        is_damaged = isinstance(reason, ValueError)
        try:
            code = self._process.wait(_CRASH_SECONDS if is_damaged else _END_SECONDS)
            is_damaged = is_damaged and code == 0  # Java prints no message when it crashes
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._await_readers()
        self._remove_folders()
        said = self._last_lines()
        text = " ".join(list(self._error_lines)[-20:])
        if any(words in text for words in _SYSTEM_GIVES_NONE):
            return NotEnoughMemoryError(f"the system gave Java too little memory{said}; {_ASK_FOR_LESS}")
        if _HEAP_IS_FULL in text:
            return NotEnoughMemoryError(
                f"Java ran out of memory{said}; raise the limit, for example GRAPNEL_JAVA_OPTS=-Xmx8g"
            )
        if is_damaged:
            return WorkerError(f"{self.installation.java} sent what is no message ({reason}){said}")
        if self._is_closed:
            return WorkerError(f"the Java process {self.pid} was ended by grapnel.shutdown()")
        number = -code if code < 0 else code - 128  # Java ends by itself after most signals
        if os.name == "nt" or number not in {s.value for s in signal.Signals}:
            return WorkerError(f"the Java process {self.pid} ended with exit code {code}{said}")
        name = signal.Signals(number).name
        if number in _CRASHES:
            return WorkerError(f"Java crashed: the process {self.pid} was ended by {name}{said}")
        hint = "; the system does that when memory runs out" if name == "SIGKILL" else ""
        return WorkerError(f"the Java process {self.pid} was ended by {name}{hint}{said}")

    def explain_removed_folder(self, folder: Path) -> GrapnelError:
        """The error that says why the folder of a job is gone: the process ended, or a program cleaned temporary files."""
        try:
            self._process.wait(_CRASH_SECONDS)
        except subprocess.TimeoutExpired:
            return WorkerError(f"{folder} was removed while it was in use; the next fit makes another folder")
        return self._explain_end(EOFError("it ended"))

    def _last_lines(self) -> str:
        lines = [line for line in list(self._error_lines) if line][-8:]
        return f"; it said: {' | '.join(lines)}" if lines else ""

    def _await_readers(self) -> None:
        """Wait until what an ended process said is read."""
        for reader in self._readers:
            reader.join(_CRASH_SECONDS)

    def folder(self, size: int) -> str:
        """Return a new private folder with room for ``size`` bytes."""
        identifier = next(self._ids)
        self._send({"op": "folder", "id": identifier, "bytes": int(size)})
        path = str(self._receive("folder", identifier)["path"])
        self._roots.add(Path(path).parent)
        return path

    def run(self, arguments: List[str], progress: Optional[Progress] = None) -> Answer:
        """Run a command with the words of the command line. An interrupt cancels it, and the worker stays."""
        self._is_busy = True
        identifier = next(self._ids)
        is_sent = False
        try:
            self._send({"op": "run", "id": identifier, "arguments": arguments})
            is_sent = True
            message = self._receive("done", identifier, progress=progress)
        except RefusedError:
            self._is_busy = False
            raise
        except GrapnelError:
            raise
        except BaseException:
            if is_sent:
                self._cancel(identifier)
            raise
        if message.get("cancelled"):  # by the end of the worker, because this request was not cancelled
            raise self._explain_end(EOFError("it is ending"))
        self._is_busy = False
        return Answer(message)

    def _cancel(self, identifier: int) -> None:
        """Cancel a command. After a second Ctrl-C, or without an answer, the worker stays busy and is not used again."""
        with contextlib.suppress(BaseException):
            self._send({"op": "cancel", "id": identifier})
            self._receive("done", identifier, _CANCEL_SECONDS)
            self._is_busy = False

    def is_usable(self) -> bool:
        """Whether the process runs and waits for a request."""
        return self._process.poll() is None and not self._is_busy

    def close(self) -> None:
        """End the process by the end of its input, and remove its files. It does not start afterwards."""
        with self._starting:
            self._is_closed = True
        if self._process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        self.kill()

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.close()
        self._await_readers()
        self._remove_folders()

    def _remove_folders(self) -> None:
        """A killed process leaves its folders; an ended one has removed them."""
        for root in list(self._roots):
            shutil.rmtree(root, ignore_errors=True)

    def forget(self) -> None:
        """Close this process's copies of the pipes after a fork: the worker belongs to the parent."""
        if self._process is None:
            return
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.close()


def _java_options() -> List[str]:
    text = os.environ.get("GRAPNEL_JAVA_OPTS", "")
    try:
        return shlex.split(text)
    except ValueError as e:
        raise RefusedError(f"GRAPNEL_JAVA_OPTS={text}: {e}") from e


def _environment() -> Dict[str, str]:
    """With an ASCII locale (none is set, or it is not installed), Java cannot open a file whose name is not ASCII."""
    environment = dict(os.environ)
    if os.name != "nt":
        charmap = b""
        with contextlib.suppress(OSError):
            charmap = subprocess.run(
                ["locale", "charmap"], stdin=subprocess.DEVNULL, capture_output=True, check=False
            ).stdout.strip()
        if charmap in (b"", b"ANSI_X3.4-1968", b"US-ASCII"):
            environment["LC_ALL"] = "C.UTF-8"
    return environment


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

    def acquire(self, place: _Place, size: int, is_wanted: Callable[[], bool]) -> Tuple[Worker, str]:
        """Return a worker and a folder with room for ``size`` bytes. A worker that ended while it was idle is replaced."""
        while True:
            with self._lock:
                idle = self._idle.get(place, [])
                worker = idle.pop() if idle else None
            is_new = worker is None
            if worker is None:
                worker = self._start(place, is_wanted)
            try:
                return worker, worker.folder(size)
            except RefusedError:
                self.release(place, worker)
                raise
            except BaseException as e:
                self._discard(worker)
                if is_new or not isinstance(e, GrapnelError):
                    raise

    def _start(self, place: _Place, is_wanted: Callable[[], bool]) -> Worker:
        worker = Worker(_java.find(place[0], place[1]))
        with self._lock:  # known before it starts, so that close() finds it
            if not is_wanted():
                raise WorkerError("interrupted before Java started")
            self._all.append(worker)
        try:
            worker.start()
        except BaseException:
            self._discard(worker)
            raise
        return worker

    def release(self, place: _Place, worker: Worker) -> None:
        keep = max(1, os.cpu_count() or 1)
        if worker.is_usable():
            with self._lock:
                idle = self._idle.setdefault(place, [])
                if len(idle) < keep:
                    idle.append(worker)
                    return
        else:
            worker.kill()  # it may still run a command that was not cancelled
        self._discard(worker)

    def _discard(self, worker: Worker) -> None:
        worker.close()
        with self._lock:
            if worker in self._all:
                self._all.remove(worker)

    def close(self) -> None:
        with self._lock:
            workers, self._idle = list(self._all), {}
        for worker in workers:
            self._discard(worker)

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
        def show(message: Dict[str, Any]) -> None:
            if progress is not None:
                progress({**message, "phase": without_folder(str(message.get("phase", "")), self.folder)})

        answer = self._worker.run([command, *map(str, arguments)], show)
        answer.errors = without_folder(answer.errors, self.folder)
        answer.require_success()
        return answer


_VARIABLES = ("GRAPNEL_HOME", "JAVA_HOME", "PATH", "GRAPNEL_JAVA_OPTS")


class _Loan:
    """A worker and its folder, for one job.

    A thread takes them and returns them, because Ctrl-C interrupts the main thread only, but there at any line.
    """

    def __init__(self, place: _Place, size: int):
        self._taken: "queue.SimpleQueue[Union[Tuple[Worker, str], BaseException]]" = queue.SimpleQueue()
        self._ends: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
        self._returned = threading.Event()
        self._is_taken = False
        self._place, self._size = place, size
        self._own: Optional[Tuple[Worker, str]] = None
        # If the interrupt comes even before the end is called, the loan ends with this object: put needs no line of Python.
        forgotten = weakref.ref(self, self._ends.put)
        words = (place, size, self._taken, self._ends, self._returned, forgotten)
        self._thread = threading.Thread(target=_lend, args=words, name="grapnel-loan", daemon=True)

    def begin(self) -> Tuple[Worker, str]:
        """Wait until there is a worker. An interrupt ends the wait; a worker that is just starting will be idle."""
        try:
            self._thread.start()
        except RuntimeError:  # from Python 3.12 on no thread starts once the main thread, and with it Ctrl-C, has ended
            self._own = _POOL.acquire(self._place, self._size, self._ends.empty)
            return self._own
        while True:
            with contextlib.suppress(queue.Empty):
                taken = self._taken.get(timeout=0.5)  # a short wait, so that Ctrl-C arrives on every system
                break
        if isinstance(taken, BaseException):
            try:
                raise taken
            finally:
                del taken  # or the error and this frame keep each other, and the data of the caller, in memory
        self._is_taken = True
        return taken

    def end(self) -> None:
        self._ends.put(None)
        if self._own is not None:
            _give_back(self._place, *self._own)
        while self._is_taken and self._thread.is_alive() and not self._returned.wait(0.5):
            pass


def _lend(place: _Place, size: int, taken: Any, ends: Any, returned: threading.Event, forgotten: Any) -> None:
    try:
        worker, folder = _POOL.acquire(place, size, ends.empty)
    except BaseException as e:
        taken.put(e)
        return
    taken.put((worker, folder))
    ends.get()
    _give_back(place, worker, folder)
    returned.set()


def _give_back(place: _Place, worker: Worker, folder: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    _POOL.release(place, worker)


@contextlib.contextmanager
def job(size: int = 0, java: Optional[str] = None, home: Optional[str] = None) -> Iterator[Job]:
    """Lend a worker, and a folder with room for ``size`` bytes that is removed afterwards."""
    loan = _Loan((java, home, tuple(os.environ.get(name) for name in _VARIABLES)), size)
    try:
        worker, folder = loan.begin()
        lent = Job(worker, folder)
        try:
            yield lent
        except OSError as e:
            if lent.folder.is_dir():
                raise
            raise worker.explain_removed_folder(lent.folder) from e
    finally:
        loan.end()
