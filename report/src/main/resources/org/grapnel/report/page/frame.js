"use strict";
/**
 * Shared by all figures: colours, text, legend, tooltip, downloads. A kind of figure has a function draw(spec, width, view) that
 * returns an svg, and a function rows(spec) that returns the rows of its CSV file. It may have a function controls(figure, spec, draw) that adds its own
 * controls to the figure, which call draw() after a change.
 */
const grapnel = (() => {
  // Paul Tol's "bright" scheme, safe for all kinds of colour blindness, then colours as far from these and from each other as possible
  // (CIEDE2000 of any two at least 18) that show on white and on black; grey is left out, because it means no group
  const colours = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#775544", "#00ddbb", "#bbbbee", "#dd5500", "#887799", "#aa7700",
    "#ee55cc", "#009999", "#6644bb", "#bb0022", "#66dd55", "#666644", "#006655", "#ddaa99", "#9977ff", "#ffaa44", "#ffaacc", "#88aa88"];
  const GREY = "#999999";
  const dashes = ["", "7 3", "2 3", "9 3 2 3", "12 4", "1 2", "5 2 1 2"];
  const LEGEND = 60;
  const kinds = {};
  const colour = i => i < 0 ? GREY : colours[i % colours.length];
  /** Black or white, whichever can be read on a colour. */
  const inkOn = fill => d3.lab(fill).l > 55 ? "#000" : "#fff";
  const dash = i => dashes[(i + Math.floor(i / colours.length)) % dashes.length];

  /** Outlines of equal area, so that classes differ in shape too: offset of the first point, then the rest of the path. */
  const shapes = [
    r => [-r, 0, `a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`],
    r => [-0.89 * r, -0.89 * r, `h${1.78 * r}v${1.78 * r}h${-1.78 * r}z`],
    r => [0, -1.3 * r, `l${1.2 * r},${2.1 * r}h${-2.4 * r}z`],
    r => [0, -1.35 * r, `l${1.2 * r},${1.35 * r}l${-1.2 * r},${1.35 * r}l${-1.2 * r},${-1.35 * r}z`],
    r => [-0.45 * r, -1.3 * r, `h${0.9 * r}v${0.85 * r}h${0.85 * r}v${0.9 * r}h${-0.85 * r}v${0.85 * r}h${-0.9 * r}v${-0.85 * r}h${-0.85 * r}v${-0.9 * r}h${0.85 * r}z`],
    r => [0, 1.3 * r, `l${1.2 * r},${-2.1 * r}h${-2.4 * r}z`],
    r => [-1.4 * r, -0.5 * r, `h${2.8 * r}v${r}h${-2.8 * r}z`],
  ];
  const shape = i => shapes[(i + Math.floor(i / colours.length)) % shapes.length];
  const outline = (i, x, y, r) => {
    const [dx, dy, rest] = shape(i)(r);
    return `M${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}${rest}`;
  };

  const characters = text => [...text];
  const truncate = (text, most) => characters(text).length <= most ? text : characters(text).slice(0, Math.max(1, most - 1)).join("") + "…";
  const number = value => value === null ? "none"
    : value === 0 ? "0"
    : Number.isInteger(value) && Math.abs(value) < 1e6 ? d3.format(",")(value)
    : Math.abs(value) >= 1e6 || Math.abs(value) < 1e-3 ? d3.format(".3~e")(value) : d3.format(".4~g")(value);

  const svg = (width, height) => d3.create("svg")
    .attr("viewBox", [0, 0, width, height]).attr("width", width).attr("height", height)
    .attr("font-size", 12).attr("font-family", "system-ui, sans-serif").attr("fill", "currentColor");

  const text = (parent, x, y, words, anchor = "start") => parent.append("text")
    .attr("x", x).attr("y", y).attr("text-anchor", anchor).text(words);

  // widths are measured, because a guess clips names of wide letters
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = "12px system-ui, sans-serif";
  const LONGEST = 300, LINE = 13, LINES = 12;
  const measure = words => pen.measureText(truncate(words, LONGEST)).width;
  const widest = names => names.reduce((most, name) => Math.max(most, measure(name)), 0);

  /** The number of letters at the start of a text that fit together with an ending; at least one. */
  const fitting = (letters, room, ending = "") => {
    let [low, high] = [1, Math.min(letters.length, LONGEST)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (measure(letters.slice(0, middle).join("") + ending) <= room) low = middle; else high = middle - 1;
    }
    return low;
  };

  /** Breaks a text into lines that fit: after a space or a sign where there is one, otherwise inside a word. The last of too many lines ends in an ellipsis. */
  const wrap = (words, room, most = LINES) => {
    const lines = [];
    let rest = words;
    while (measure(rest) > room && lines.length < most - 1) {
      const start = characters(rest).slice(0, fitting(characters(rest), room)).join("");
      const end = start.search(/[\s_\-.,;:/|)][^\s_\-.,;:/|)]*$/) + 1 || start.length;
      lines.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
    }
    const letters = characters(rest);
    lines.push(measure(rest) <= room ? rest : letters.slice(0, fitting(letters, room, "…")).join("") + "…");
    return lines;
  };

  const isCut = lines => lines.at(-1).endsWith("…");

  /** Draws the lines of a text from y on; one that was shortened has the full text as a tooltip. */
  const textLines = (parent, x, y, lines, words, anchor = "start") => {
    const made = text(parent, x, y, lines[0], anchor);
    for (const line of lines.slice(1)) made.append("tspan").attr("x", x).attr("dy", LINE).text(line);
    if (isCut(lines)) made.attr("data-tip", words);
    return made;
  };

  /** Text in as many lines as it needs, centred around y. */
  const label = (parent, x, y, words, room, anchor = "start", most = LINES) => {
    const lines = wrap(words, room, most);
    return textLines(parent, x, y - (lines.length - 1) * LINE / 2, lines, words, anchor);
  };

  /** The heights of rows whose names need several lines. */
  const heights = (names, room, least) => names.map(name => wrap(name, room).length).map(lines => lines > 1 ? Math.max(least, lines * LINE + 5) : least);

  /**
   * Draws the names of columns: across where all of them fit, otherwise upwards. Where a column is narrower than a line there is no room, and only the
   * tooltip has the name. Returns the height that the names take.
   */
  const columnNames = (parent, names, left, top, cell) => {
    const lines = Math.floor(cell / LINE), centre = j => left + cell * (j + 0.5);
    if (widest(names) + 4 <= cell) {
      names.forEach((name, j) => text(parent, centre(j), top + 11, name, "middle").attr("font-size", 11));
      return 17;
    }
    if (lines < 1) return 0;
    const rooms = [80, 120, 170, 240, 320], room = rooms.find(most => names.every(name => !isCut(wrap(name, most, lines)))) ?? rooms.at(-1);
    const tall = Math.ceil(widest(names.flatMap(name => wrap(name, room, lines))));
    names.forEach((name, j) => label(parent.append("g").attr("transform", `translate(${centre(j) + 4},${top + tall}) rotate(-90)`), 0, 0, name, room, "start", lines)
      .attr("font-size", 11));
    return tall + 5;
  };

  /** Draws an axis in the text colour of the page. */
  const axis = (parent, made, x, y) => {
    const drawn = parent.append("g").attr("transform", `translate(${x},${y})`).call(made);
    drawn.attr("font-size", 11).attr("font-family", null);
    drawn.selectAll(".domain").attr("stroke-opacity", 0.3);
    drawn.selectAll(".tick line").attr("stroke-opacity", 0.3);
    return drawn;
  };

  /** Draws the names of the classes from y on, in as many lines as needed; returns the y of the end. */
  const legend = (parent, names, width, y, sign) => {
    if (names.length < 2) return y;
    const group = parent.append("g");
    let x = 0, top = y, deep = 1;
    const place = (words, indent, drawn) => {
      const lines = wrap(words, width - indent - 4), room = indent + 14 + widest(lines);
      if (x > 0 && x + room > width) { x = 0; top += deep * LINE + 5; deep = 1; }
      drawn(x, top + 10);
      textLines(group, x + indent, top + 14, lines, words);
      x += room;
      deep = Math.max(deep, lines.length);
    };
    names.slice(0, LEGEND).forEach((name, i) => place(name, 18, (left, at) => sign(group, left + 8, at, i)));
    if (names.length > LEGEND) place(`and ${names.length - LEGEND} more`, 4, () => {});
    return top + deep * LINE + 7;
  };
  const dot = (parent, x, y, i) => parent.append("path").attr("d", outline(i, x, y, 4.5)).attr("fill", colour(i));
  const stroke = (parent, x, y, i) => parent.append("line").attr("x1", x - 9).attr("x2", x + 7).attr("y1", y).attr("y2", y)
    .attr("stroke", colour(i)).attr("stroke-width", 2.5).attr("stroke-dasharray", dash(i));

  /** Draws coloured bands over columns (horizontal) or beside rows. Each covers count cells, of which cell i starts at edge(i); its name is printed where it fits. */
  const bands = (parent, all, horizontal, edge, across, thick) => {
    let at = 0;
    for (const band of all) {
      const start = edge(at), room = Math.max(0.5, edge(at + band.count) - start - 0.75), fill = colour(band.color);
      const [x, y, w, h] = horizontal ? [start, across, room, thick] : [across, start, thick, room];
      parent.append("rect").attr("x", x).attr("y", y).attr("width", w).attr("height", h)
        .attr("fill", fill).attr("data-tip", band.name + (band.note ? `\n${band.note}` : ""));
      const fits = 6.2 * characters(band.short).length <= w && h >= 10;
      if (fits) text(parent, x + w / 2, y + h / 2 + 3.5, band.short, "middle").attr("font-size", 10).attr("fill", inkOn(fill)).attr("pointer-events", "none");
      at += band.count;
    }
  };

  // one tooltip for the page; it holds plain text, never markup
  const tip = {
    show(words, event) {
      const box = document.getElementById("tip");
      box.textContent = words;
      box.classList.toggle("long", words.length > 400);
      box.hidden = false;
      const {width, height} = box.getBoundingClientRect();
      const right = event.clientX + 14 + width <= innerWidth ? event.clientX + 14 : Math.max(4, event.clientX - width - 14);
      const below = event.clientY + 16 + height <= innerHeight ? event.clientY + 16 : Math.max(4, event.clientY - height - 12);
      box.style.left = `${Math.min(right, Math.max(4, innerWidth - width - 4))}px`;
      box.style.top = `${Math.max(4, Math.min(below, innerHeight - height - 4))}px`;
    },
    hide() { document.getElementById("tip").hidden = true; },
  };

  /** Returns a function that finds the point nearest to a place, if one is near. points: {x, y, tip} in the coordinates of the svg. */
  const finder = points => {
    const tree = d3.quadtree(points, point => point.x, point => point.y);
    return (x, y) => tree.find(x, y, 24);
  };

  /** Rings the point that find(x, y) returns for the place of the pointer, and shows its tooltip. */
  const nearest = (made, find) => {
    const ring = made.append("circle").attr("r", 7).attr("fill", "none").attr("stroke", "currentColor").attr("stroke-width", 2).attr("opacity", 0).attr("pointer-events", "none");
    const leave = () => { ring.attr("opacity", 0); tip.hide(); };
    made.on("pointermove pointerdown", event => {
      if (event.target.closest("[data-tip]")) return;
      const [x, y] = d3.pointer(event, made.node());
      const found = find(x, y);
      if (!found) return leave();
      ring.attr("cx", found.x).attr("cy", found.y).attr("opacity", 1);
      tip.show(found.tip, event);
    }).on("pointerleave", leave);
  };

  const save = (name, type, content) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], {type}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  const cell = value => {
    const words = value === null || value === undefined ? "" : String(value);
    return /[",\n\r]|^\s|\s$/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
  };
  const csv = rows => rows.map(row => row.map(cell).join(",")).join("\n") + "\n";

  /** Puts the symbol of its group before each name of a group in the text, so that the colours of the figures are found again in the tables. */
  const markGroups = () => {
    for (const name of document.querySelectorAll("[data-group]")) {
      const made = svg(14, 12).attr("aria-hidden", "true").attr("class", "symbol");
      dot(made, 6, 6, Number(name.dataset.group));
      name.prepend(made.node());
    }
  };

  /** Returns the picture as an SVG file, black on white. */
  const standalone = drawn => {
    const copy = drawn.cloneNode(true);
    copy.setAttribute("xmlns", drawn.namespaceURI);
    copy.setAttribute("color", "#1b1f24");
    for (const marked of copy.querySelectorAll("[data-tip]")) {
      const title = document.createElementNS(drawn.namespaceURI, "title");
      title.textContent = marked.dataset.tip;
      marked.append(title);
      marked.removeAttribute("data-tip");
    }
    const paper = document.createElementNS(drawn.namespaceURI, "rect");
    for (const [key, value] of [["width", "100%"], ["height", "100%"], ["fill", "#ffffff"]]) paper.setAttribute(key, value);
    copy.prepend(paper);
    return new XMLSerializer().serializeToString(copy);
  };

  /** Draws a figure at the available width, and again when the width or the chosen view changes. */
  const install = (figure, spec) => {
    const place = figure.querySelector(".plot");
    const kind = kinds[spec.kind];
    let view = 0, width = 0;
    const draw = () => {
      width = Math.max(280, Math.floor(place.clientWidth));
      const drawn = kind.draw(spec, width, view).node();
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", spec.alt);
      place.replaceChildren(drawn);
    };
    for (const [i, name] of (spec.views ?? []).entries()) {
      const input = Object.assign(document.createElement("input"), {type: "radio", name: `view-${spec.id}`, checked: i === 0});
      input.addEventListener("change", () => { view = i; draw(); });
      const words = document.createElement("label");
      words.append(input, " ", name);
      figure.querySelector(".views").append(words);
    }
    figure.querySelector("[data-action=csv]").addEventListener("click", () => save(`${spec.id}.csv`, "text/csv", csv(kind.rows(spec))));
    figure.querySelector("[data-action=svg]").addEventListener("click", () => save(`${spec.id}.svg`, "image/svg+xml", standalone(place.querySelector("svg"))));
    kind.controls?.(figure, spec, draw);
    draw();
    new ResizeObserver(() => { if (Math.abs(Math.max(280, Math.floor(place.clientWidth)) - width) > 1) draw(); }).observe(place);
  };

  const start = () => {
    // on pointermove too: the tooltip of a heat map or a picture depends on the position in it
    for (const event of ["pointerover", "pointermove", "pointerdown", "focusin"])
      document.addEventListener(event, e => {
        const marked = e.target.closest?.("[data-tip]");
        if (!marked) return;
        const box = marked.getBoundingClientRect();
        tip.show(marked.dataset.tip, e.clientX === undefined ? {clientX: box.left, clientY: box.bottom} : e);
      });
    for (const event of ["pointerout", "focusout"]) document.addEventListener(event, e => { if (e.target.closest?.("[data-tip]")) tip.hide(); });
    document.addEventListener("keydown", e => { if (e.key === "Escape") tip.hide(); });
    markGroups();
    const specs = JSON.parse(document.getElementById("figures").textContent);
    for (const spec of specs) install(document.querySelector(`[data-figure="${spec.id}"]`), spec);
    document.documentElement.dataset.drawn = "true";
  };

  return {kinds, start, GREY, LINE, bands, widest, wrap, textLines, heights, columnNames, colour, dash, outline, number, svg, text, label, axis, legend, dot, stroke, finder, nearest};
})();
