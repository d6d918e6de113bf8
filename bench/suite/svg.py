"""Draws curves as SVG, by hand: log-log axes, readable in light and dark."""
import html, math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 520, 300, 62, 20, 44, 48
STYLE = """
    .page { fill: #ffffff } text { fill: #24292f; font: 13px sans-serif } .grid { stroke: #d8dee4 } .middle { text-anchor: middle } .end { text-anchor: end }
    .line { fill: none; stroke-width: 2.5 } .s0 { stroke: #0969da } .s1 { stroke: #bc4c00; stroke-dasharray: 7 4 } .s2 { stroke: #1a7f37; stroke-dasharray: 2 3 } .s3 { stroke: #8250df; stroke-dasharray: 10 3 2 3 }
    .f0 { fill: #0969da } .f1 { fill: #bc4c00 } .f2 { fill: #1a7f37 } .f3 { fill: #8250df }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d }
      .s0 { stroke: #58a6ff } .s1 { stroke: #f0883e } .s2 { stroke: #3fb950 } .s3 { stroke: #bc8cff } .f0 { fill: #58a6ff } .f1 { fill: #f0883e } .f2 { fill: #3fb950 } .f3 { fill: #bc8cff }
    }"""


def short(value):
    if value >= 1e6: return f"{value / 1e6:g} M"
    if value >= 1e4: return f"{value / 1e3:g} k"
    return f"{value:g}"


def ticks(low, high):
    """1, 2 and 5 times the powers of ten, so that low and high are inside; only the powers if that is enough."""
    all_ = [m * 10.0 ** e for e in range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2) for m in (1, 2, 5)]
    first, last = max(t for t in all_ if t <= low * 1.0001), min(t for t in all_ if t >= high / 1.0001)
    inside = [t for t in all_ if first <= t <= last]
    if len(inside) < 3:  # so that a small difference does not look large
        inside = all_[all_.index(first) - 1:all_.index(last) + 2]
    powers = [t for t in inside if f"{t:e}".startswith("1.0")]
    return inside if len(inside) <= 9 else sorted({first, *powers, last})


def describe(points):
    """The text alternative of some lines."""
    return "; ".join(f"{name}: " + ", ".join(f"{x:,g} takes {y:.3g} s" for x, y in line) for name, line in points.items())


def draw(title, label, points):
    """An SVG of seconds over `label`; points is {name: [[x, seconds], ...]}."""
    xs, ys = ([point[i] for line in points.values() for point in line] for i in (0, 1))
    across = sorted(set(xs)) if len(set(xs)) <= 6 else ticks(min(xs), max(xs))
    up = ticks(min(ys), max(ys))
    span = lambda first, last: math.log(last / first) or 1.0
    x = lambda v: LEFT + 8 + (WIDTH - LEFT - RIGHT - 16) * math.log(v / min(xs)) / span(min(xs), max(xs))
    y = lambda v: HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * math.log(v / up[0]) / span(up[0], up[-1])
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{html.escape(title)}. {html.escape(describe(points))}">',
           f"  <style>{STYLE}\n  </style>", f'  <rect class="page" width="{WIDTH}" height="{HEIGHT}" rx="6"/>', f'  <text x="{LEFT}" y="18" font-weight="bold">{html.escape(title)}</text>']
    for value in up:
        out.append(f'  <line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"/><text class="end" x="{LEFT - 6}" y="{y(value) + 4:.1f}">{short(value)}</text>')
    for value in across:
        out.append(f'  <line class="grid" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/><text class="middle" x="{x(value):.1f}" y="{HEIGHT - BOTTOM + 17}">{short(value)}</text>')
    out.append(f'  <text class="middle" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}">{html.escape(label)}</text>')
    out.append(f'  <text class="middle" transform="translate(15 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)">seconds</text>')
    legend = LEFT
    for i, (name, line) in enumerate(points.items()):
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line)
        out.append(f'  <polyline class="line s{i}" points="{path}"/>' + "".join(f'<circle class="f{i}" cx="{x(a):.1f}" cy="{y(b):.1f}" r="3.5"/>' for a, b in line))
        out.append(f'  <line class="line s{i}" x1="{legend}" x2="{legend + 26}" y1="32" y2="32"/><text x="{legend + 31}" y="36">{html.escape(name)}</text>')
        legend += 48 + 7 * len(name)
    return "\n".join([*out, "</svg>", ""])
