"""What bench/all measures: each part is a generator of figures and curves."""
import csv, json, os, re, shutil

from .measure import HOME, SCRIPT_LIMIT, SHARED, Failure, data, figure, made, median, run, shown

JAVA = ["java", "-XX:MaxDirectMemorySize=8g", "-cp", "bench/target/*:bench/target/lib/*"]
OUT = "bench/target/run"


class Sizes:
    """The sizes of the parts: those of the page, or tiny ones."""

    def __init__(self, quick, asked):
        self.quick, self.asked = quick, asked
        self.turns = asked or (1 if quick else 3)
        self.small, self.large = (5_000, 20_000) if quick else (200_000, 1_000_000)


def rows(text):
    """The cells of the rows of all Markdown tables in a text, without the heads."""
    found, lines = [], text.splitlines()
    for i, line in enumerate(lines):
        head = i + 1 < len(lines) and lines[i + 1].startswith("|---")
        if line.startswith("|") and not line.startswith("|---") and not head:
            found.append([cell.strip() for cell in line.strip()[1:-1].split("|")])
    if not found:
        raise Failure("the script printed no row")
    return found


def number(cell):
    """The first number of a cell, or None."""
    found = re.search(r"-?\d+(\.\d+)?", cell)
    return float(found.group()) if found else None


def neighbors(sizes):
    ours = {}
    for columns in (20, 50):
        for n in (sizes.small, sizes.large):
            file = data(n, columns)
            making = shown(made(n, columns, 10, file))
            mine = [*JAVA, "org.grapnel.bench.NeighborsRun", file, 5, 2, "approximate"]
            peers = {"hnswlib": ["bench/peers/hnswlib_neighbors.py", file, 5, 0.95], "faiss": ["bench/peers/faiss_neighbors.py", file, 5, 0.95]}
            if n == sizes.small:
                peers["pynndescent"] = ["bench/peers/pynndescent_neighbors.py", file, 5]
            own, theirs, faults, extra = [], {p: [] for p in peers}, {}, {p: [] for p in peers}
            for _ in range(sizes.turns):
                own.append([float(x) for x in run(mine, given="").output.split("\t")])
                for peer, command in peers.items():
                    if peer in faults:
                        continue
                    try:
                        found = json.loads(run([*command, *extra[peer]]).output)
                        theirs[peer].append(found)
                        extra[peer] = [found[name] for name in ("ef", "nprobe") if name in found]  # the choice of the first turn
                    except Failure as fault:
                        faults[peer] = str(fault)
            ours[n, columns] = median(turn[0] for turn in own)
            recall = min(turn[2] for turn in own)
            for peer, command in peers.items():
                found = theirs[peer]
                note = f"recall ours {recall:.3f}" + ("" if recall >= 0.95 else ", which is below 0.95")
                if found:
                    least = min(turn["recall"] for turn in found)
                    setting = "".join(f", {name} {found[0][name]}" for name in ("ef", "nprobe") if name in found[0])
                    note += f", {peer} {least:.3f}{setting}" + ("" if least >= 0.95 else ", which is below 0.95")
                    if peer == "pynndescent":
                        note += f"; its compiler, {found[0]['first']:.1f} s, is not counted"
                yield figure(f"5 neighbours of {n:,} × {columns}", ours[n, columns], commands=(making, shown(mine, ""), shown(command)), peer=peer,
                             theirs=median(turn["seconds"] for turn in found) if found else None, fault=faults.get(peer), note=note, turns=[turn[0] for turn in own],
                             aim=("ratio", "at_least", 2) if peer == "hnswlib" and n == sizes.large else None)
        yield figure(f"growth from {sizes.small:,} to {sizes.large:,} × {columns}, {sizes.large / sizes.small:.0f} × the samples", ours[sizes.large, columns] / ours[sizes.small, columns], unit="×",
                     aim=("ours", "at_most", 7))


def fit(file, clusters, keep, *options):
    return ["./grapnel", "fit", file, "--clusters", clusters, "--keep", keep, "--no-report", *options, "-o", OUT]


def fitted(command):
    """Runs a fit into a new folder. Returns what run returns."""
    shutil.rmtree(os.path.join(HOME, OUT), ignore_errors=True)
    return run(command)


def million(sizes):
    file = data(sizes.large, 20)
    making, command = shown(made(sizes.large, 20, 10, file)), fit(file, 10, 10)
    describe = ["./grapnel", "data", "describe", file, "--rank", 10, "--keep", 10, "--json"]
    told = json.loads(run(describe).output)["estimate"]
    seconds, peaks, steps = [], [], []
    for _ in range(sizes.turns):
        ended = fitted(command)
        seconds.append(ended.seconds)
        peaks.append(ended.peak / 1e9)
        with open(os.path.join(HOME, OUT, "trace.csv")) as source:
            trace = list(csv.DictReader(source))
        iterations = int(trace[-1]["iteration"]) - int(trace[0]["iteration"])
        steps.append((float(trace[-1]["seconds"]) - float(trace[0]["seconds"])) / max(1, iterations))
    name, commands = f"fit of {sizes.large:,} × 20", (making, shown(command))
    yield figure(f"{name}, from start to files", median(seconds), commands=commands, aim=("ours", "at_most", 120), turns=seconds)
    yield figure(f"{name}, peak memory", median(peaks), unit="GB", commands=commands, aim=("ours", "at_most", 4), turns=peaks)
    yield figure(f"{name}, an iteration", median(steps), commands=commands, aim=("ours", "at_most", 0.6), turns=steps, note=f"{iterations} iterations; from trace.csv")
    yield figure(f"{name}, peak memory", median(peaks), unit="GB", commands=(*commands, shown(describe)), peer="estimate of `data describe`", theirs=told["bytes"] / 1e9,
                 aim=("either", "at_most", 1.5), contest=False, note="the estimate is that of a fit with its report")
    yield figure(f"{name}, from start to files", median(seconds), commands=(*commands, shown(describe)), peer="estimate of `data describe`", theirs=told["seconds"], contest=False,
                 note="the estimate is that of a fit with its report")


def nmf(sizes):
    command = ["bench/nmf", SHARED, sizes.turns, "coil20" if sizes.quick else "uniform,documents"]
    for name, error, sklearn, rcppml, cold, *_ in rows(run(command, SCRIPT_LIMIT).output):
        sparse = name.startswith("documents")
        note = f"relative error {error}; iterations: ours {cold.split('(')[-1].rstrip(')')}"
        yield figure(f"NMF, {name}", number(cold), commands=[shown(command)], peer="scikit-learn", theirs=number(sklearn), note=note + ", scikit-learn 100", aim=("share", "at_most", 0.5 if sparse else 0.25))
        known = not rcppml.startswith("nan")
        yield figure(f"NMF, {name}", number(cold), commands=[shown(command)], peer="RcppML", theirs=number(rcppml) if known else None, fault=None if known else "failed, or stopped after 20 minutes",
                     note=note + f", RcppML {rcppml.split('(')[-1].rstrip(')')}" if known else note, aim=("share", "at_most", 1 if sparse else 0.25))
    case, iterations = "bench/target/umist", 5 if sizes.quick else 100
    making = ["bench/peers/nmf_case.py", os.path.join(SHARED, "data/umist_2576.csv.gz"), 20, case]
    peer = ["bench/peers/r_nmf.R", case, 20, iterations]
    run(making)
    theirs, ours, fault = [], [], None
    try:
        for _ in range(sizes.turns):
            theirs.append(json.loads(run(peer).output.splitlines()[-1]))
            mine, goal = [*JAVA, "org.grapnel.bench.NmfRun", case, 2], f"{theirs[0]['error']:.8f}"
            ours.append([float(x) for x in run(mine, given=goal).output.split("\t")])
    except Failure as stopped:
        fault = str(stopped)
    if not ours:
        yield figure("NMF, umist_2576, r = 20", None, commands=(shown(making), shown(peer)), peer="R's NMF", fault=fault)
        return
    yield figure("NMF, umist_2576, r = 20", median(turn[0] for turn in ours), commands=(shown(making), shown(peer), shown(mine, goal)), peer="R's NMF", theirs=median(turn["seconds"] for turn in theirs),
                 fault=fault, turns=[turn[0] for turn in ours],
                 note=f"relative error {theirs[0]['error']:.6f}, which its Euclidean algorithm (`lee`) has after {theirs[0]['iterations']} iterations from its own start; ours from another start; iterations: ours {ours[0][1]:.0f}")


def small(sizes):
    command = ["bench/run", "--only", "LIBRAS", *(["--turns", sizes.asked or 1] if sizes.asked or sizes.quick else []), SHARED]
    for name, theirs, mine, _, _, _, cold, gap in rows(run(command, SCRIPT_LIMIT).output):
        yield figure(f"an iteration, {name}", number(mine), unit="ms", commands=[shown(command)], peer="NumPy, same iteration", theirs=number(theirs), aim=("ratio", "at_least", 5),
                     note=f"warm JVM; first fit of a new JVM {cold} ms; objectives differ by {gap}")


def start(sizes):
    if sizes.quick and not os.path.exists(os.path.join(HOME, "bench/target/old/cli/target")):
        raise Failure("left out of --quick: version 0.1 is not built (bench/old build)")
    command = ["bench/start", *([sizes.turns] if sizes.asked or sizes.quick else [])]
    for name, theirs, mine, _ in rows(run(command, SCRIPT_LIMIT).output):
        bare = name == "`--help`"
        aim = ("share", "at_most", 0.6) if name == "`grapnel --help`" else ("share", "at_most", 0.7) if "fit libras" in name else None
        yield figure("`grapnel --help`" if bare else name, number(mine), commands=[shown(command)], peer="a minimal picocli program" if bare else "Grapnel 0.1", theirs=number(theirs), aim=aim,
                     note=f"processor seconds: ours {mine.split('(')[-1].rstrip(')')}, peer {theirs.split('(')[-1].rstrip(')')}")


def read(sizes):
    command = ["bench/csv", *([2000, 100, 1] if sizes.quick else [20000, 1000, sizes.asked] if sizes.asked else [])]
    for name, theirs, mine, _, cold, _, their_memory, our_memory, _ in rows(run(command, SCRIPT_LIMIT).output):
        for mode, cell in (("warm JVM", mine), ("new JVM", cold)):
            yield figure(f"reading {name}, {mode}", number(cell), commands=[shown(command)], peer="pandas", theirs=number(theirs), aim=("ratio", "at_least", 2) if mode == "warm JVM" else None)
        yield figure(f"reading {name}, peak memory", number(our_memory), unit="× the matrix", commands=[shown(command)], peer="pandas", theirs=number(their_memory), aim=("ours", "at_most", 2), note="after the first turn")


def growth(sizes):
    """Seconds of whole processes over n, p, k and r, with one and with two threads."""
    n, p, k, r = (1_000, 20, 5, 5) if sizes.quick else (10_000, 50, 20, 10)
    wide = 40 if sizes.quick else 200
    curves = {
        "n": ("samples", [(m, p, k, r) for m in ([500, 1_000, 2_000] if sizes.quick else [1_000, 3_000, 10_000, 30_000, 100_000])]),
        "p": ("features", [(n, q, k, r) for q in ([20, 40] if sizes.quick else [50, 100, 200, 500, 1_000])]),
        "k": ("kept features", [(n, wide, q, r) for q in ([5, 20] if sizes.quick else [10, 20, 50, 100])]),
        "r": ("groups", [(n, p, k, q) for q in ([3, 5] if sizes.quick else [5, 10, 20, 40])])}
    known = {}
    for letter, (what, cases) in curves.items():
        at = "npkr".index(letter)
        fixed = ", ".join(f"{name} = {cases[0][i]:,}" for i, name in enumerate("npkr") if i != at)
        lines = {threads: [] for threads in (1, 2)}
        for case in cases:
            rows_, columns, keep, groups = case
            file = data(rows_, columns, groups)
            commands = {threads: fit(file, groups, keep, "--threads", threads) for threads in lines}
            if case not in known:
                taken = {threads: [] for threads in lines}
                for _ in range(sizes.turns):
                    for threads in lines:
                        taken[threads].append(fitted(commands[threads]).seconds)
                    if sum(map(sum, taken.values())) > 40:
                        break  # a long run needs no median to be believed, and the whole part should end soon
                known[case] = taken
            for threads in lines:
                lines[threads].append([case[at], median(known[case][threads])])
        last = [shown(made(rows_, columns, groups, file)), *(shown(command) for command in commands.values())]
        yield {"over": letter, "label": what, "fixed": fixed, "commands": last, "turns": [len(known[case][1]) for case in cases], "points": {f"{threads} thread" + "s" * (threads > 1): points for threads, points in lines.items()}}
    many = [(case, taken) for case, taken in known.items() if case[1:] == (p, k, r)]
    yield {"over": "threads", "label": "threads", "fixed": f"p = {p}, k = {k}, r = {r}", "commands": [], "turns": [],
           "points": {f"{case[0]:,} samples": [[threads, median(taken[threads])] for threads in taken] for case, taken in (many[len(many) // 2], many[-1])}}
    case, taken = many[-1]
    file = data(*case[:2], case[3])
    yield figure(f"fit of {case[0]:,} × {case[1]}, one thread over two", median(taken[1]) / median(taken[2]), unit="×",
                 commands=[shown(fit(file, case[3], case[2], "--threads", threads)) for threads in (1, 2)], note=f"medians of {len(taken[1])} turns: {median(taken[1]):.2f} s and {median(taken[2]):.2f} s")


PARTS = {"neighbors": neighbors, "million": million, "nmf": nmf, "small": small, "start": start, "read": read, "growth": growth}
