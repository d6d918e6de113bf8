"""Processes: what goes wrong with Java, and what must stay clean."""

import contextlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import grapnel
from conftest import make_blobs, run_python
from grapnel import GraphNMF, _java, _nmf, _run, _worker

posix = pytest.mark.skipif(os.name == "nt", reason="signals and folders of POSIX")

ENDLESS = "options={'tol': 0.0, 'max_iter': 2000000000}, solver='palm'"

# The first lines of programs that the tests start and interrupt. A shell may have started the tests with SIGINT ignored.
PROLOGUE = textwrap.dedent(
    """
    import contextlib, os, signal, sys, threading, time, warnings
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import numpy as np
    from grapnel import GraphNMF, _nmf, _worker
    X = np.random.default_rng(0).random((200, 30))
    def pids():
        return [worker.pid for worker in _worker._POOL._all]
    def roots():
        return [str(root) for worker in _worker._POOL._all for root in worker._roots]
    def at_first_progress(act):  # once, when a fit first says how far it is
        left = [act]
        _nmf.bar = lambda verbose: contextlib.nullcontext(lambda message: left.pop()() if left else None)
    """
)


def roots():
    """The folders of this process' workers. Other processes may have workers of their own."""
    return {root for worker in _worker._POOL._all for root in worker._roots}


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as status:
            return status.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    """No test leaves a folder of its workers, once they have ended."""
    grapnel.shutdown()
    workers = []
    start = _worker.Worker._start

    def start_and_note(worker, installation):
        workers.append(worker)
        return start(worker, installation)

    monkeypatch.setattr(_worker.Worker, "_start", start_and_note)
    yield
    grapnel.shutdown()
    left = {root for worker in workers for root in worker._roots}
    assert wait_until(lambda: not any(root.exists() for root in left)), left


def fake_java(folder, script):
    """A Java of version 17 whose program is a shell script."""
    program = folder / "jdk" / "bin" / "java"
    program.parent.mkdir(parents=True)
    (folder / "jdk" / "release").write_text('JAVA_VERSION="17.0.9"\n')
    program.write_text("#!/bin/sh\n" + script)
    program.chmod(0o755)
    return str(program)


def test_a_worker_serves_many_fits(X):
    GraphNMF(3, 5).fit(X).transform(X)
    workers = list(_worker._POOL._all)
    for _ in range(3):
        GraphNMF(3, 5).fit(X)
    assert list(_worker._POOL._all) == workers and len(workers) == 1


@posix
def test_folders_are_private_and_empty_between_jobs(X):
    GraphNMF(3, 5).fit(X)
    for folder in roots():
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
        assert os.listdir(folder) == [".lock"]
    assert roots()
    if os.access("/dev/shm", os.W_OK) and shutil.disk_usage("/dev/shm").free > 1 << 28:
        assert any(folder.parent == Path("/dev/shm") for folder in roots())


def test_missing_java_lists_all_places(X, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(grapnel.JavaNotFoundError) as missing:
        GraphNMF(3, 5).fit(X)
    text = str(missing.value)
    assert text.startswith("Java 17 or newer not found")
    assert "JAVA_HOME: not set" in text and "PATH: no java there" in text and "apt install openjdk-17" in text
    assert "GRAPNEL_HOME" not in text and "jars" not in text  # they are not missing


@posix
def test_old_java_is_named(X, monkeypatch, tmp_path):
    program = fake_java(tmp_path, "exit 1")
    (tmp_path / "jdk" / "release").write_text('JAVA_VERSION="11.0.2"\n')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jdk"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(grapnel.JavaNotFoundError, match=f"{program} is version 11.0.2, too old"):
        GraphNMF(3, 5).fit(X)
    (tmp_path / "jdk" / "release").unlink()
    with open(program, "w") as script:
        script.write('#!/bin/sh\necho \'java version "1.8.0_292"\' >&2\n')
    with pytest.raises(grapnel.JavaNotFoundError, match="version 1.8.0_292, too old"):
        GraphNMF(3, 5).fit(X)
    with pytest.raises(grapnel.JavaNotFoundError, match="java=.*/nothing: no java there"):
        GraphNMF(3, 5, java=str(tmp_path / "nothing")).fit(X)


def test_newer_java_is_found_behind_an_old_one(monkeypatch, tmp_path):
    new = _java.find().java
    fake_java(tmp_path, "exit 1")
    (tmp_path / "jdk" / "release").write_text('JAVA_VERSION="11.0.2"\n')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jdk"))
    monkeypatch.setenv("PATH", os.path.dirname(new), prepend=os.pathsep)
    assert _java.find().java == new


def test_missing_jars_list_all_places(X, monkeypatch, tmp_path):
    monkeypatch.setenv("GRAPNEL_HOME", str(tmp_path))
    monkeypatch.setattr(_java, "_PACKAGE", tmp_path / "site" / "grapnel")
    monkeypatch.setenv("PATH", os.environ["PATH"].replace("grapnel", "x"))
    with pytest.raises(grapnel.JavaNotFoundError) as missing:
        GraphNMF(3, 5).fit(X)
    text = str(missing.value)
    assert text.startswith("Grapnel's jars not found")
    assert f"GRAPNEL_HOME={tmp_path}: has no lib/grapnel-cli-*.jar and is no checkout" in text
    assert "this package carries no jars" in text and "PATH: no grapnel there" in text
    assert "JAVA_HOME" not in text and "openjdk" not in text  # Java is not missing
    with pytest.raises(grapnel.JavaNotFoundError, match=r"home=/nowhere: has no lib"):
        GraphNMF(3, 5, home="/nowhere").fit(X)


@posix
def test_jars_are_found_by_argument_variable_and_path(X, monkeypatch, tmp_path):
    home = _java.find().home
    monkeypatch.setattr(_java, "_PACKAGE", tmp_path / "site" / "grapnel")
    jars = tmp_path / "unpacked" / "lib"
    jars.mkdir(parents=True)
    for jar in _java.find(home=home).jars:
        (jars / os.path.basename(jar)).symlink_to(jar)
    launcher = tmp_path / "unpacked" / "bin" / "grapnel"
    launcher.parent.mkdir()
    launcher.write_text("#!/bin/sh\n")
    launcher.chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "grapnel").symlink_to(launcher)
    unpacked = str(tmp_path / "unpacked")
    assert GraphNMF(3, 5, home=unpacked).fit(X).trust_ == "good"
    monkeypatch.setenv("GRAPNEL_HOME", unpacked)
    assert _java.find().home == unpacked
    monkeypatch.delenv("GRAPNEL_HOME")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    assert _java.find().home == unpacked


@posix
def test_java_of_a_distribution_comes_first(monkeypatch, tmp_path):
    home = _java.find().home
    jars = tmp_path / "unpacked" / "lib"
    jars.mkdir(parents=True)
    for jar in _java.find(home=home).jars:
        (jars / os.path.basename(jar)).symlink_to(jar)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nothing"))
    unpacked = str(tmp_path / "unpacked")
    assert not _java.find(home=unpacked).java.startswith(unpacked)
    own = fake_java(tmp_path / "unpacked", "exit 1")
    os.rename(tmp_path / "unpacked" / "jdk", tmp_path / "unpacked" / "java")
    own = own.replace("/jdk/", "/java/")
    assert _java.find(home=unpacked).java == own
    assert _java.find(java=_java.find(home=home).java, home=unpacked).java != own
    monkeypatch.setenv("GRAPNEL_HOME", unpacked)
    assert _java.find().java == own


@posix
@pytest.mark.parametrize("locale", ["C", "de_XX.UTF-8"])
def test_names_need_no_ascii_in_any_locale(tmp_path, locale):
    jars = tmp_path / "jürgen" / "lib"
    jars.mkdir(parents=True)
    for jar in _java.find().jars:
        (jars / os.path.basename(jar)).symlink_to(jar)
    temporary = tmp_path / "zeitweilig-ä"
    temporary.mkdir()
    code = PROLOGUE + f"print(GraphNMF(3, 5, home={str(jars.parent)!r}).fit(X).n_iter_ > 0)"
    assert run_python(code, LC_ALL=locale, TMPDIR=temporary) == "True\n"


@posix
@pytest.mark.parametrize(
    "script, error, message",
    [
        ("echo 'a line that is no message'; exec sleep 60", grapnel.WorkerError, "sent what is no message"),
        ("printf '\\000\\000\\000\\003{x}'; exec sleep 60", grapnel.WorkerError, "sent what is no message"),
        ("printf '\\000\\000\\000\\002[]'; exec sleep 60", grapnel.WorkerError, "sent what is no message"),
        ("echo 'no such option' >&2; exit 3", grapnel.WorkerError, "ended with exit code 3; it said: no such option"),
        ("echo '#'; echo '# There is no other text'; exit 3", grapnel.WorkerError, "it said: There is no other text"),
        ("echo '# A fatal error'; kill -ABRT $$", grapnel.WorkerError, "Java crashed: .* by SIGABRT; it said: A fatal"),
        (
            "echo '#'; sleep 0.2; echo '# There is insufficient memory for Java'; kill -ABRT $$",
            grapnel.NotEnoughMemoryError,
            "the system gave Java too little memory; it said: There is insufficient memory for Java; .*ulimit -v",
        ),
        (
            "echo 'OpenBLAS error: Memory allocation still failed after 10 retries, giving up.' >&2; exit 1",
            grapnel.NotEnoughMemoryError,
            "the system gave Java too little memory; it said: OpenBLAS",
        ),
        ("exit 143", grapnel.WorkerError, "was ended by SIGTERM"),
        ("kill -9 $$", grapnel.WorkerError, "was ended by SIGKILL; the system does that when memory runs out"),
        (
            "echo 'java.lang.OutOfMemoryError: Java heap space' >&2; exit 3",
            grapnel.NotEnoughMemoryError,
            "Java ran out of memory",
        ),
        (
            'text=\'{"event":"hello","protocol":1,"version":"0.1.0"}\'\nprintf "\\000\\000\\000\\060$text"\n'
            "exec sleep 60",
            grapnel.JavaNotFoundError,
            "but .* is Grapnel 0.1.0 with protocol 1; install the same version of both",
        ),
    ],
)
def test_damaged_java_is_one_clear_error(X, tmp_path, script, error, message):
    program = fake_java(tmp_path, script)
    start = time.monotonic()
    with pytest.raises(error, match=message) as failure:
        GraphNMF(3, 5, java=program).fit(X)
    assert "\n" not in str(failure.value)
    assert time.monotonic() - start < 30


@posix
def test_silent_java_is_given_up(X, tmp_path, monkeypatch):
    monkeypatch.setattr(_worker, "_START_SECONDS", 0.2)
    with pytest.raises(grapnel.WorkerError, match=r"gave no answer within 0\.2 s"):
        GraphNMF(3, 5, java=fake_java(tmp_path, "exec sleep 60")).fit(X)


# A Java that answers nothing but progress, as fast as it is read.
ONLY_PROGRESS = textwrap.dedent(
    """
    import json, os, struct, sys
    def send(**message):
        text = json.dumps(message).encode()
        sys.stdout.buffer.write(struct.pack(">I", len(text)) + text)
        sys.stdout.buffer.flush()
    def receive():
        (length,) = struct.unpack(">I", sys.stdin.buffer.read(4))
        return json.loads(sys.stdin.buffer.read(length))
    send(event="hello", protocol=1, version=VERSION)
    receive()
    os.makedirs(FOLDER)
    send(event="folder", id=receive()["id"], path=FOLDER)
    identifier = receive()["id"]
    while True:
        send(event="progress", id=identifier, phase="solving")
    """
)


@posix
def test_interrupt_ends_a_java_that_answers_nothing_but_progress(X, tmp_path, monkeypatch):
    script = tmp_path / "java.py"
    folder = tmp_path / "root" / "0"
    script.write_text(
        ONLY_PROGRESS.replace("VERSION", repr(grapnel.__version__)).replace("FOLDER", repr(str(folder)))
    )
    program = fake_java(tmp_path, f"exec '{sys.executable}' -B '{script}' 2>/dev/null")
    monkeypatch.setattr(_worker, "_CANCEL_SECONDS", 0.5)

    def interrupt(message):
        raise KeyboardInterrupt

    monkeypatch.setattr(_nmf, "bar", lambda verbose: contextlib.nullcontext(interrupt))
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        GraphNMF(3, 5, java=program).fit(X)
    assert time.monotonic() - start < 30
    assert _worker._POOL._all == [] and not folder.exists()


def test_too_little_memory_is_one_clear_error(monkeypatch):
    monkeypatch.setenv("GRAPNEL_JAVA_OPTS", "-Xmx48m")
    with pytest.raises(MemoryError, match="GRAPNEL_JAVA_OPTS") as failure:
        GraphNMF(3, 5).fit(np.random.default_rng(0).random((3000, 3000)))
    assert isinstance(failure.value, grapnel.NotEnoughMemoryError) and "\n" not in str(failure.value)
    assert GraphNMF(3, 5).fit(make_blobs()[0]).trust_ == "good"


@posix
@pytest.mark.parametrize(
    "options, reason",
    [("-XX:NoSuchOption", "NoSuchOption"), ("-Xms2g -Xmx1g", "Initial heap size set to a larger value")],
)
def test_java_that_refuses_its_options_is_one_clear_error(X, monkeypatch, options, reason):
    monkeypatch.setenv("GRAPNEL_JAVA_OPTS", options)
    with pytest.raises(grapnel.WorkerError, match=f"ended with exit code 1; it said: .*{reason}"):
        GraphNMF(3, 5).fit(X)


@posix
def test_killed_worker_is_one_clear_error_and_the_next_fit_works(X, monkeypatch):
    GraphNMF(3, 5).fit(X)
    worker = _worker._POOL._all[0]
    with monkeypatch.context() as patch:
        kill = contextlib.nullcontext(lambda message: os.kill(worker.pid, signal.SIGKILL))
        patch.setattr(_nmf, "bar", lambda verbose: kill)
        with pytest.raises(grapnel.WorkerError, match=f"the Java process {worker.pid} was ended by SIGKILL"):
            GraphNMF(3, 5, solver="palm", tol=0.0, max_iter=1_000_000).fit(X)
    assert GraphNMF(3, 5).fit(X).trust_ == "good"
    os.kill(_worker._POOL._all[0].pid, signal.SIGKILL)  # while it is idle
    assert GraphNMF(3, 5).fit(X).trust_ == "good"


@posix
@pytest.mark.parametrize("limit", [3_000_000, 4_000_000, 5_000_000])
def test_limited_address_space_is_one_clear_error(tmp_path, limit):
    code = PROLOGUE + textwrap.dedent(
        """
        try:
            GraphNMF(3, 5).fit(X)
        except MemoryError as e:
            assert "ulimit -v" in str(e) and "\\n" not in str(e), e
            print("too little")
        else:
            print("enough")
        """
    )
    command = f"ulimit -v {limit}; exec '{sys.executable}' -B -c '{code}'"
    work, temporary = tmp_path / "work", tmp_path / "temporary"
    work.mkdir()
    temporary.mkdir()
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=work,
        env={**os.environ, "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout in ("too little\n", "enough\n"), done.stderr  # Java asks for less on a small machine
    assert os.listdir(work) == []


@posix
def test_crash_is_one_clear_error(X, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    GraphNMF(3, 5).fit(X)
    worker = _worker._POOL._all[0]
    crash = contextlib.nullcontext(lambda message: os.kill(worker.pid, signal.SIGSEGV))
    with monkeypatch.context() as patch:
        patch.setattr(_nmf, "bar", lambda verbose: crash)
        with pytest.raises(grapnel.WorkerError, match=f"Java crashed: the process {worker.pid} was ended by SIGABRT"):
            GraphNMF(3, 5, solver="palm", tol=0.0, max_iter=1_000_000).fit(X)
    assert os.listdir(tmp_path) == []
    for report in Path(tempfile.gettempdir()).glob(f"*_pid{worker.pid}.log"):
        report.unlink()


def test_java_options_without_their_quotation_are_named(X, monkeypatch):
    monkeypatch.setenv("GRAPNEL_JAVA_OPTS", "-Dx='1")
    with pytest.raises(grapnel.RefusedError, match="GRAPNEL_JAVA_OPTS=-Dx='1: No closing quotation"):
        GraphNMF(3, 5).fit(X)


@posix
@pytest.mark.parametrize("how", ["SIGTERM", "shutdown"])
def test_worker_that_is_ended_is_one_clear_error_and_the_next_fit_works(X, monkeypatch, how):
    GraphNMF(3, 5).fit(X)
    worker = _worker._POOL._all[0]
    ends = [grapnel.shutdown if how == "shutdown" else lambda: os.kill(worker.pid, signal.SIGTERM)]
    threads = []

    def end(message):
        if ends:
            threads.append(threading.Thread(target=ends.pop()))
            threads[0].start()

    with monkeypatch.context() as patch:
        patch.setattr(_nmf, "bar", lambda verbose: contextlib.nullcontext(end))
        by = "grapnel.shutdown" if how == "shutdown" else "SIGTERM"
        with pytest.raises(grapnel.WorkerError, match=f"the Java process {worker.pid} was ended by {by}"):
            GraphNMF(3, 5, solver="palm", tol=0.0, max_iter=1_000_000).fit(X)
    assert GraphNMF(3, 5).fit(X).trust_ == "good"
    threads[0].join()


@posix
def test_worker_that_is_just_ending_refuses_nothing(X):
    for _ in range(4):
        GraphNMF(3, 5).fit(X)
        os.kill(_worker._POOL._all[0].pid, signal.SIGTERM)
        try:
            assert GraphNMF(3, 5).fit(X).trust_ == "good"
        except grapnel.WorkerError as e:
            assert "was ended by SIGTERM" in str(e)


# A Java that refuses folders because it is ending, but the first one.
ENDING = textwrap.dedent(
    """
    import json, os, struct, sys
    def send(**message):
        text = json.dumps(message).encode()
        sys.stdout.buffer.write(struct.pack(">I", len(text)) + text)
        sys.stdout.buffer.flush()
    def receive():
        (length,) = struct.unpack(">I", sys.stdin.buffer.read(4))
        return json.loads(sys.stdin.buffer.read(length))
    send(event="hello", protocol=1, version=VERSION)
    receive()
    os.makedirs(f"{FOLDER}/{os.getpid()}/0")
    send(event="folder", id=receive()["id"], path=f"{FOLDER}/{os.getpid()}/0")
    send(event="refused", id=receive()["id"], message="the worker is ending", ending=True)
    sys.exit(143)
    """
)


@posix
def test_idle_worker_that_is_ending_is_replaced(tmp_path):
    script = tmp_path / "java.py"
    script.write_text(ENDING.replace("VERSION", repr(grapnel.__version__)).replace("FOLDER", repr(str(tmp_path))))
    program = fake_java(tmp_path, f"exec '{sys.executable}' -B '{script}'")
    pids = set()
    for _ in range(3):
        with _worker.job(10, java=program) as on:
            pids.add(on._worker.pid)
            assert _worker._POOL._all == [on._worker]
    assert len(pids) == 3


@posix
def test_removed_folder_of_temporary_files_is_made_again(X):
    GraphNMF(3, 5).fit(X)
    worker = _worker._POOL._all[0]
    for root in roots():
        shutil.rmtree(root)
    assert GraphNMF(3, 5).fit(X).trust_ == "good"
    assert _worker._POOL._all == [worker]


@posix
def test_folder_removed_during_a_job_is_one_clear_error(X):
    with pytest.raises(grapnel.WorkerError, match=r"grapnel-worker-\d+/\d+ was removed while it was in use"):
        with _worker.job(10) as on:
            shutil.rmtree(on.folder.parent)
            np.save(on.folder / "data.npy", X)
    with pytest.raises(grapnel.WorkerError, match="was ended by SIGTERM"):
        with _worker.job(10) as on:
            os.kill(on._worker.pid, signal.SIGTERM)
            assert wait_until(lambda: not on.folder.exists())
            np.save(on.folder / "data.npy", X)
    with pytest.raises(FileNotFoundError):
        with _worker.job(10) as on:
            np.load(on.folder / "data.npy")


@posix
def test_thread_that_outlives_the_main_thread_still_fits():
    """From Python 3.12 on, no other thread starts then."""
    code = PROLOGUE + textwrap.dedent(
        """
        model = GraphNMF(3, 5).fit(X)
        start = threading.Thread.start
        def refuse(thread):
            if main.is_alive():
                return start(thread)
            raise RuntimeError("can't create new thread at interpreter shutdown")
        main = threading.main_thread()
        threading.Thread.start = refuse
        def fit_later():
            main.join()
            again = GraphNMF(3, 5).fit(X)
            print(np.array_equal(model.components_, again.components_), len(_worker._POOL._all))
            print([os.listdir(root) for root in roots()], sum(map(len, _worker._POOL._idle.values())), flush=True)
        threading.Thread(target=fit_later).start()
        """
    )
    assert run_python(code).splitlines() == ["True 1", "[['.lock']] 1"]


def test_error_does_not_keep_the_data():
    code = PROLOGUE + textwrap.dedent(
        """
        import gc, weakref
        gc.disable()
        kept = weakref.ref(X)
        try:
            GraphNMF(3, 5, java="/nowhere").fit(X)
        except Exception as e:
            print(type(e).__name__)
        del X
        print(kept())
        """
    )
    assert run_python(code) == "JavaNotFoundError\nNone\n"


@pytest.mark.parametrize("ascii", [True, False])
def test_private_folder_is_found_in_json(ascii):
    folder = Path("/tmp/jürgen \"j\"/grapnel-worker-1")
    assert json.loads(_run.without_folder(json.dumps(f"{folder}/X.npy", ensure_ascii=ascii), folder)) == "X"
    assert _run.without_folder(f"{folder}/X.npy: no", folder) == "X: no"


# Each interrupt comes at another time of a fit: while Java starts, runs or ends, and while the loan of a worker begins or ends.
INTERRUPTED_ANYWHERE = PROLOGUE + textwrap.dedent(
    """
    import random, subprocess
    import grapnel
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    def resources():
        children = subprocess.run(["ps", "-o", "args=", "--ppid", str(os.getpid())], capture_output=True, text=True).stdout
        folders = [path for worker in workers for path in worker._roots if path.exists()]
        return len(os.listdir("/proc/self/fd")), threading.active_count(), children.count("java"), len(folders)
    workers = []
    start = _worker.Worker.start
    def start_and_note(worker):
        workers.append(worker)
        start(worker)
    _worker.Worker.start = start_and_note
    before = resources()
    draw = random.Random(0)
    interrupts = 0
    for i in range(ROUNDS):
        if i % 3 == 0:
            grapnel.shutdown()
        try:
            signal.setitimer(signal.ITIMER_REAL, draw.choice([0.002, 0.05, 0.5]) * draw.random() + 1e-6)
            GraphNMF(2, 3).fit(X)
            signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt:
            interrupts += 1
    assert interrupts > ROUNDS / 2, interrupts
    assert GraphNMF(2, 3).fit(X).n_iter_ > 0
    grapnel.shutdown()
    after, end = resources(), time.monotonic() + 60
    while after != before and time.monotonic() < end:
        time.sleep(0.1)
        after = resources()
    print("leaks nothing" if after == before else f"{before} became {after}")
    """
)


@posix
def test_interrupt_at_any_time_leaks_nothing():
    assert run_python(INTERRUPTED_ANYWHERE.replace("ROUNDS", "40"), timeout=600) == "leaks nothing\n"


@posix
@pytest.mark.slow
def test_many_interrupts_at_any_time_leak_nothing():
    assert run_python(INTERRUPTED_ANYWHERE.replace("ROUNDS", "1000"), timeout=3600) == "leaks nothing\n"


INTERRUPTED = PROLOGUE + textwrap.dedent(
    f"""
    GraphNMF(3, 5).fit(X)
    before = pids()
    for wait in WAITS:
        at_first_progress(threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT)).start)
        start = time.monotonic()
        try:
            GraphNMF(3, 5, {ENDLESS}).fit(X)
        except KeyboardInterrupt:
            print("interrupted", time.monotonic() - start < wait + 20, pids() == before)
    GraphNMF(3, 5).fit(X)
    print(pids() == before)
    """
)


@posix
def test_interrupt_cancels_the_fit_and_not_the_worker():
    printed = run_python(INTERRUPTED.replace("WAITS", "[0.5, 1.0]"))
    assert printed.splitlines() == ["interrupted True True"] * 2 + ["True"]


@posix
@pytest.mark.parametrize("end", ["SIGKILL", "SIGTERM", "exit", "os._exit"])
def test_worker_ends_with_python(end):
    code = PROLOGUE + textwrap.dedent(
        f"""
        def show():
            print(*pids(), *roots(), sep="\\n", flush=True)
            if {end!r} == "os._exit": os._exit(0)
        if {end!r} == "exit":
            GraphNMF(3, 5).fit(X)
            show()
            sys.exit()
        at_first_progress(show)
        GraphNMF(3, 5, {ENDLESS}).fit(X)
        """
    )
    python = subprocess.Popen([sys.executable, "-B", "-c", code], stdout=subprocess.PIPE, text=True)
    limit = threading.Timer(120, python.kill)
    limit.start()
    try:
        pid, root = int(python.stdout.readline()), Path(python.stdout.readline().strip())
        if end.startswith("SIG"):
            assert is_running(pid) and root.is_dir()
            python.send_signal(getattr(signal, end))
        python.wait(60)
        assert wait_until(lambda: not is_running(pid))
        assert wait_until(lambda: not root.exists())
    finally:
        limit.cancel()
        python.kill()
        python.stdout.close()
        python.wait()


@posix
def test_fork_has_workers_of_its_own():
    printed = run_python(
        PROLOGUE
        + textwrap.dedent(
            """
            model = GraphNMF(3, 5).fit(X)
            parent = pids()
            child = os.fork()
            if child == 0:
                again = GraphNMF(3, 5).fit(X)
                same = np.array_equal(model.components_, again.components_)
                fine = same and pids() != parent and len(pids()) == 1
                _worker.shutdown()
                os._exit(0 if fine else 1)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            GraphNMF(3, 5).fit(X)
            print(pids() == parent)
            """
        )
    )
    assert printed.split() == ["0", "True"]


@posix
def test_what_libraries_print_does_not_damage_messages(X, tmp_path, monkeypatch):
    """An agent prints on standard output from another thread, as a library might."""
    javac = os.path.join(os.path.dirname(os.path.realpath(_java.find().java)), "javac")
    if not os.path.exists(javac):
        pytest.skip("there is no javac to compile a library that prints")
    (tmp_path / "Agent.java").write_text(
        # A library is first used by a command, after the worker has taken standard output for its messages.
        "public class Agent { public static void premain(String words) { java.io.PrintStream first = System.out;"
        " Thread noise = new Thread(() -> { try { while (System.out == first) Thread.sleep(5);"
        " for (int i = 0; i < 500; i++) {"
        ' System.out.println("noise on standard output"); Thread.sleep(5); } } catch (InterruptedException e) { } });'
        " noise.setDaemon(true); noise.start(); } }"
    )
    subprocess.run([javac, "Agent.java"], cwd=tmp_path, check=True)
    (tmp_path / "manifest").write_text("Premain-Class: Agent\n")
    jar = os.path.join(os.path.dirname(javac), "jar")
    classes = [path.name for path in tmp_path.glob("Agent*.class")]
    subprocess.run([jar, "cfm", "agent.jar", "manifest", *classes], cwd=tmp_path, check=True)
    monkeypatch.setenv("GRAPNEL_JAVA_OPTS", f"-javaagent:{tmp_path}/agent.jar")
    model = GraphNMF(3, 5).fit(X)
    worker = _worker._POOL._all[0]
    assert wait_until(lambda: "noise on standard output" in worker._error_lines)
    assert np.array_equal(GraphNMF(3, 5).fit(X).components_, model.components_)


# In a Python of its own: the processes that other tests gave to joblib end by themselves at any time, and with them their files.
LEAKS = PROLOGUE + textwrap.dedent(
    """
    import gc
    import grapnel
    def resources():
        gc.collect()
        return len(os.listdir("/proc/self/fd")), threading.active_count()
    def resident():
        with open(f"/proc/{pids()[0]}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    def fit():
        GraphNMF(2, 3, options={"max_iter": 5}).fit(X)
    fit()
    grapnel.shutdown()
    before = resources()
    for _ in range(FITS):
        fit()
    print(len(pids()), resident() < 1_500_000)
    for _ in range(KILLS):
        os.kill(pids()[0], signal.SIGKILL)
        fit()
    grapnel.shutdown()
    after, end = resources(), time.monotonic() + 60
    while after != before and time.monotonic() < end:  # threads that read from a process end soon after it
        time.sleep(0.1)
        after = resources()
    print("leaks nothing" if after == before else f"{before} files and threads became {after}")
    """
)


def use_and_leak_nothing(fits, kills, interrupts):
    program = LEAKS.replace("FITS", str(fits)).replace("KILLS", str(kills))
    assert run_python(program, timeout=3600).splitlines() == ["1 True", "leaks nothing"]
    waits = ", ".join(["0.3"] * interrupts)
    printed = run_python(INTERRUPTED.replace("WAITS", f"[{waits}]"), timeout=1200)
    assert printed.splitlines() == ["interrupted True True"] * interrupts + ["True"]


@posix
def test_nothing_leaks():
    use_and_leak_nothing(fits=15, kills=2, interrupts=1)


@posix
@pytest.mark.slow
def test_nothing_leaks_in_a_long_session():
    use_and_leak_nothing(fits=1000, kills=20, interrupts=20)
