"""Writes docs/benchmarks.md and its pictures from the results of bench/all. No figure is written by hand."""
import os

from . import svg
from .measure import HOME
from .parts import PARTS

TITLES = {
    "neighbors": ("Neighbours", "The 5 nearest neighbours of all samples, ten round groups, recall at least 0.95, 2 threads. Each of our turns is a new JVM, so ours includes its start-up compilation but not reading; "
                  "peers use single precision, ours double. The recall of a peer is measured on 300 samples, ours by the search itself on samples with exact neighbours."),
    "million": ("A million samples", "Whole processes, from the shell to the files of the run folder."),
    "nmf": ("Plain NMF", "Seconds until the relative error that scikit-learn's coordinate descent has after 100 iterations from the same start; 2 threads; the first run of a new JVM. RcppML and R's NMF have a start of their own."),
    "small": ("Small data", "accPALM on the ℓ₂,₀ model against a NumPy implementation of the same iteration: same data, start and graph."),
    "start": ("Whole commands", "From the shell to the last byte, against version 0.1."),
    "read": ("Reading tables", "Uniform numbers of ten digits, plain and packed; 2 threads."),
    "growth": ("Growth", "Seconds of `grapnel fit` with the recommended method and no report, whole processes with the start of Java; round groups, as many as components; the axes are logarithmic."),
}
AIMS = {"ours": "{sign} {bound:g} {unit}", "ratio": "{sign} {bound:g} × as fast", "share": "{sign} {bound:g} of the peer's time", "either": "within {bound:g} ×"}


def amount(value, unit=None):
    if value is None:
        return "–"
    text = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{text} {unit}" if unit else text


def aim(f):
    return AIMS[f["aim"][0]].format(sign="≥" if f["aim"][1] == "at_least" else "≤", bound=f["aim"][2], unit=f["unit"]) if f["aim"] else ""


def outcome(f):
    words = []
    if f["ours"] is None or f["peer"] and f["peer_value"] is None:
        words.append("**no result**")
    if f["reached"] is not None:
        words.append("reached" if f["reached"] else "**missed**")
    if f["peer_wins"]:
        words.append(f"**{f['peer']} wins**")
    elif f["contest"]:
        words.append("Grapnel wins" if f["ratio"] > 1 else "equal")
    return ", ".join(words)


def table(figures):
    """The figures, and below them the commands, which the column `command` numbers."""
    commands = []
    for f in figures:
        commands += [c for c in f["commands"] if c not in commands]
    lines = ["| what | peer | theirs | ours | theirs / ours | aim | outcome | command | notes |", "|---|---|---|---|---|---|---|---|---|"]
    for f in figures:
        notes = [f["fault"] and f"{f['peer']}: {f['fault']}", f["note"], f"range of {len(f['turns'])} turns {amount(min(f['turns']))}–{amount(max(f['turns']))}" if f["turns"] and len(f["turns"]) > 1 else ""]
        cells = [f["what"], f["peer"] or "", amount(f["peer_value"], f["unit"]) if f["peer"] else "", amount(f["ours"], f["unit"]), f"**{f['ratio']:.2f}**" if f["ratio"] else "", aim(f), outcome(f),
                 ", ".join(str(commands.index(c) + 1) for c in f["commands"]), "; ".join(note for note in notes if note)]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return lines + listed(commands)


def listed(commands):
    return ["", "<details><summary>Commands</summary>", "", *(f"{i}. `{c}`" for i, c in enumerate(commands, 1)), "", "</details>"] if commands else []


def measured(result):
    m = result["machine"]
    load = " to ".join(f"{value:.1f}" for value in result["load"])
    text = f"`{result['command']}`, {result['date']}, commit {result['commit']}, {m['architecture']}, {m['cores']} cores ({m['model']}), load {load}"
    return text + (f"; it took {result['seconds'] / 60:.1f} minutes." if "seconds" in result else ".")


def picture(folder, name, title, label, points, fixed):
    """Writes an SVG. Returns the line of the page that shows it, with the numbers as its text alternative."""
    with open(os.path.join(folder, name), "w") as out:
        out.write(svg.draw(title, label, points))
    return f"![{title}, {fixed}. {svg.describe(points)}]({name})"


def curves(folder, result):
    lines = []
    for curve in result["curves"]:
        over = curve["over"]
        what = curve["label"] + ("" if over == "threads" else f" ({over})")
        lines += ["", f"**Over {what}**, {curve['fixed']}:" if curve["fixed"] else f"**Over {what}**:", "",
                  picture(folder, f"benchmarks-{over}.svg", f"Seconds of a fit over {curve['label']}", what, curve["points"], curve["fixed"])]
        names, xs = list(curve["points"]), [x for x, _ in next(iter(curve["points"].values()))]
        turns = curve["turns"]
        lines += ["", f"| {curve['label']} | " + " | ".join(f"{name}, s" for name in names) + (" | turns |" if turns else " |"), "|---" * (len(names) + 1 + bool(turns)) + "|",
                  *("| " + " | ".join([f"{x:,}", *(amount(curve["points"][name][i][1]) for name in names), *([str(turns[i])] if turns else [])]) + " |" for i, x in enumerate(xs))]
        if curve["commands"]:
            lines += ["", "Commands of the last row: " + "; ".join(f"`{c}`" for c in curve["commands"]) + "."]
    return lines


def neighbor_curves(folder, figures):
    """Ours and each peer that was measured at more than one size, for each number of features."""
    lines = []
    for columns in (20, 50):
        points = {}
        for f in figures:
            if f["what"].startswith("5 neighbours of ") and f["what"].endswith(f"× {columns}"):
                n = int(f["what"].split()[3].replace(",", ""))
                for name, value in (("Grapnel", f["ours"]), (f["peer"], f["peer_value"])):
                    if value is not None and [n, value] not in points.setdefault(name, []):
                        points[name].append([n, value])
        points = {name: line for name, line in points.items() if len(line) > 1}
        if points:
            lines += ["", picture(folder, f"benchmarks-neighbors-{columns}.svg", f"Seconds for 5 neighbours, {columns} features", "samples (n)", points, "2 threads")]
    return lines


def summary(results):
    """What was reached, and all figures that missed their aim or lost against a peer."""
    figures = [(part, f) for part, result in results.items() if result for f in result["figures"]]
    aims = [f for _, f in figures if f["reached"] is not None]
    contests = [f for _, f in figures if f["contest"]]
    if not figures:
        return ["Nothing has been measured yet."]
    lost = [f for f in contests if f["peer_wins"]]
    missed = [f for f in aims if not f["reached"]]
    def value(f):
        bounded = f["aim"][0]
        if bounded == "ours":
            return amount(f["ours"], f["unit"])
        return {"ratio": f"{f['ratio']:.2f} × as fast", "share": f"{1 / f['ratio']:.2f} of the peer's time", "either": f"{max(f['ratio'], 1 / f['ratio']):.2f} ×"}[bounded]

    lines = [f"{len(aims) - len(missed)} of {len(aims)} aims are reached. A peer wins {len(lost)} of {len(contests)} comparisons."]
    if missed:
        lines += ["", "Aims that are missed:", *(f"- {f['what']}{', against ' + f['peer'] if f['peer'] and f['aim'][0] != 'ours' else ''}: {value(f)}, aim {aim(f)}." for f in missed)]
    if lost:
        lines += ["", "Where a peer wins:", *(f"- {f['what']}: {f['peer']} {amount(f['peer_value'], f['unit'])}, ours {amount(f['ours'], f['unit'])}{' (' + f['note'] + ')' if f['note'] else ''}." for f in lost)]
    return lines


def write(store):
    folder = store.folder if store.quick else os.path.join(HOME, "docs")
    results = {part: store.load(part) for part in PARTS}
    known = [result for result in results.values() if result]
    lines = ["# Benchmarks", "", "<!-- Written by bench/all from its results and bench/earlier.md; do not edit. -->", "",
             "`bench/all` measures everything in the first sections on your machine and writes this page; `bench/all PART` measures one part again. Grapnel and the libraries take turns in one run; "
             "figures are medians unless a note says otherwise. *Theirs / ours* above 1 means that Grapnel is faster; below 1 the outcome says that the peer wins. Trust the ratios more than the seconds: on a shared machine both move from run to run. "
             "Commands run in the project's folder, after a build; `$SHARED` is the folder with the data of the paper and the NumPy implementation (`bench/all --help`).", ""]
    if store.quick:
        lines += ["**These are figures of `--quick`: tiny sizes that only test the script.**", ""]
    lines += ["## Summary", *summary(results)]
    missing = [part for part in PARTS if not results[part]]
    if missing:
        lines += ["", "Not measured: " + ", ".join(missing) + "."]
    packages = sorted({f"{name} {version}" for result in known for name, version in result["versions"].items()})
    if packages:
        lines += ["", "Versions (Debian): " + ", ".join(packages) + "."]
    for part, result in results.items():
        title, text = TITLES[part]
        lines += ["", f"## {title}", text, ""]
        if not result:
            lines.append(f"Not measured (`bench/all {part}`).")
            continue
        lines.append("Measured with " + measured(result))
        if result["status"] == "failed":
            lines += ["", f"**This part failed**: {result['message']}"]
        elif result["status"] == "running":
            lines += ["", "**This part did not finish**; these are the figures until then."]
        if result["figures"]:
            lines += ["", *table(result["figures"])]
        if part == "neighbors":
            lines += neighbor_curves(folder, result["figures"])
        lines += curves(folder, result)
    with open(os.path.join(HOME, "bench/earlier.md")) as source:
        lines += ["", source.read().rstrip()]
    with open(os.path.join(folder, "benchmarks.md"), "w") as out:
        out.write("\n".join(lines) + "\n")
