"""Runs commands, and keeps what each part of bench/all measured as JSON."""
import datetime, json, os, platform, re, shlex, signal, statistics, subprocess, sys, time, traceback

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.path.abspath(os.environ.get("SHARED", os.path.join(HOME, "..", "shared")))
DATA = "bench/target/data"
PEER_LIMIT, SCRIPT_LIMIT = 20 * 60, 2 * 3600
PACKAGES = ("openjdk-17-jre-headless", "python3-numpy", "python3-sklearn", "python3-pandas", "python3-hnswlib", "python3-faiss", "python3-pynndescent", "r-cran-rcppml", "r-cran-nmf")


class Failure(Exception):
    """A command that ended with an error or took too long."""


def public(text):
    """Without the folders of this machine."""
    for folder, name in ((HOME + "/", ""), (HOME, "."), (SHARED, "$SHARED"), (os.path.expanduser("~"), "~")):
        text = text.replace(folder, name)
    return re.sub(r"/tmp/[\w./-]*", "/tmp/…", text)


def shown(command, given=None):
    text = public(shlex.join(map(str, command)))
    return text if given is None else f"echo {shlex.quote(given)} | {text}"


class Ended:
    def __init__(self, output, seconds, peak):
        self.output, self.seconds, self.peak = output, seconds, peak


def run(command, limit=PEER_LIMIT, given=None):
    """Runs a command in the project's folder. Returns its output, the seconds from start to end, and its largest resident size in bytes."""
    print(f"    {shown(command, given)}", file=sys.stderr, flush=True)
    environment = {**os.environ, "SHARED": SHARED, "GRAPNEL_BENCH_BUILT": "1", "OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2", "NUMBA_NUM_THREADS": "2", "PYTHONDONTWRITEBYTECODE": "1"}
    folder = os.path.join(HOME, "bench/target")
    os.makedirs(folder, exist_ok=True)
    out, err = (os.path.join(folder, name) for name in ("all.out", "all.err"))
    with open(out, "wb") as stdout, open(err, "wb") as stderr:
        began = time.monotonic()
        try:
            process = subprocess.Popen(list(map(str, command)), cwd=HOME, env=environment, stdin=subprocess.DEVNULL if given is None else subprocess.PIPE, stdout=stdout, stderr=stderr, start_new_session=True)
        except OSError as fault:
            raise Failure(public(str(fault)))
        if given is not None:
            process.stdin.write((given + "\n").encode())
            process.stdin.close()
        previous = signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
        signal.alarm(limit)
        try:
            _, status, used = os.wait4(process.pid, 0)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, previous)
        seconds = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
    text = open(out, errors="replace").read()
    if seconds >= limit:
        raise Failure(f"stopped after {limit / 60:.0f} minutes")
    if process.returncode:
        last = [line.strip() for line in open(err, errors="replace") if line.strip() and line.strip() != "Execution halted"][-2:] or ["no message"]
        raise Failure(public(f"exit code {process.returncode}: {' '.join(last)[:300]}"))
    return Ended(text, seconds, used.ru_maxrss * 1024)


def median(values):
    return statistics.median(values)


def figure(what, ours, unit="s", commands=(), peer=None, theirs=None, aim=None, contest=True, note="", fault=None, turns=None):
    """A figure of the page. `aim` is (what is bounded, at_least or at_most, bound); the former is ours, ratio (peer / ours), share (ours / peer) or
    either (the larger of both). `contest` is false if the peer cannot win, as an estimate. `turns`: all our measurements."""
    ratio = theirs / ours if ours and theirs is not None else None
    value = {"ours": ours, "ratio": ratio, "share": 1 / ratio if ratio else None, "either": max(ratio, 1 / ratio) if ratio else None}[aim[0]] if aim else None
    return {"what": what, "commands": [public(c) for c in commands], "peer": peer, "peer_value": theirs, "ours": ours, "unit": unit, "ratio": ratio, "aim": aim, "turns": turns,
            "reached": None if value is None else value >= aim[2] if aim[1] == "at_least" else value <= aim[2],
            "contest": bool(contest and ratio is not None), "peer_wins": bool(contest and ratio is not None and ratio < 1), "note": note, "fault": fault}


def data(rows, columns, groups=10):
    """The name of the file of made data, which is written once."""
    file = f"{DATA}/groups-{rows}x{columns}" + ("" if groups == 10 else f"-{groups}") + ".npy"
    if not os.path.exists(os.path.join(HOME, file)):
        os.makedirs(os.path.join(HOME, DATA), exist_ok=True)
        run(made(rows, columns, groups, file))
    return file


def made(rows, columns, groups, file):
    return ["bench/peers/groups.py", rows, columns, groups, file]


def build():
    print("bench/all: building ...", file=sys.stderr, flush=True)
    subprocess.run(["mvn", "-q", "--batch-mode", "-Dmaven.test.skip=true", "-Dchecks.skip", "package", "-pl", "cli,bench", "-am"], cwd=HOME, check=True)
    subprocess.run(["./grapnel", "--make-archive"], cwd=HOME, check=True, stdout=subprocess.DEVNULL)  # of classes, which later calls start from
    while any(name.endswith(".jsa.new") for name in os.listdir(os.path.join(HOME, "cli/target"))):
        time.sleep(0.1)  # another call makes it


def git(*words):
    return subprocess.run(["git", *words], cwd=HOME, capture_output=True, text=True).stdout.strip()


def machine():
    model = "unknown"
    if os.path.exists("/proc/cpuinfo"):
        model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), model)
    return {"architecture": platform.machine(), "cores": os.cpu_count(), "model": model}


def versions():
    found = {}
    for package in PACKAGES:
        try:
            told = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
        except OSError:
            return found
        if told.returncode == 0 and told.stdout:
            found[package] = told.stdout
    return found


class Store:
    """The results, one file for each part."""

    def __init__(self, quick):
        self.quick = quick
        self.folder = os.path.join(HOME, "bench/target/results", *(["quick"] if quick else []))
        os.makedirs(self.folder, exist_ok=True)

    def file(self, part):
        return os.path.join(self.folder, part + ".json")

    def load(self, part):
        if not os.path.exists(self.file(part)):
            return None
        with open(self.file(part)) as source:
            return json.load(source)

    def status(self, part):
        return (self.load(part) or {"status": "missing"})["status"]

    def save(self, part, result):
        with open(self.file(part) + ".new", "w") as out:
            json.dump(result, out, indent=1, ensure_ascii=False)
        os.replace(self.file(part) + ".new", self.file(part))

    def run(self, part, task, sizes):
        """Runs a part, and saves it after each figure. Returns false if it failed."""
        print(f"bench/all: {part}", file=sys.stderr, flush=True)
        began = time.monotonic()
        result = {"part": part, "status": "running", "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
                  "commit": git("rev-parse", "--short", "HEAD") + (" with changes" if git("status", "--porcelain", "--untracked-files=no", "--", ":!docs") else ""),
                  "machine": machine(), "versions": versions(), "load": [os.getloadavg()[0]], "quick": self.quick,
                  "command": " ".join(["bench/all", *(["--quick"] if self.quick else []), *([f"--turns {sizes.asked}"] if sizes.asked else []), part]), "figures": [], "curves": []}
        self.save(part, result)
        try:
            for found in task(sizes):
                result["curves" if "points" in found else "figures"].append(found)
                self.save(part, result)
            result["status"] = "done"
        except Failure as fault:
            result.update(status="failed", message=str(fault))
        except Exception as fault:
            traceback.print_exc()
            result.update(status="failed", message=public(f"{type(fault).__name__}: {fault}"))
        result["load"].append(os.getloadavg()[0])
        result["seconds"] = time.monotonic() - began
        self.save(part, result)
        if result["status"] == "failed":
            print(f"bench/all: {part} failed: {result['message']}", file=sys.stderr, flush=True)
        return result["status"] == "done"
