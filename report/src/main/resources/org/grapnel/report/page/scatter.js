/** Samples as points in the plane, in one or two panels, coloured by the chosen classification. */
grapnel.kinds.scatter = (() => {
  const {colour, outline, number, svg, text, legend, dot, finder, nearest} = grapnel;

  const draw = (spec, width, view) => {
    const {name, classes, codes} = spec.colourings[view];
    const made = svg(width, 10);
    const columns = width >= 640 ? Math.min(2, spec.panels.length) : 1;
    const side = (width - (columns - 1) * 16) / columns, tall = Math.round(side * 0.85);
    const top = legend(made, classes, width, 0, dot) + 8;
    const r = codes.length > 5000 ? 1.6 : codes.length > 1500 ? 2.2 : codes.length > 400 ? 2.8 : 3.6;
    const points = [];
    spec.panels.forEach((panel, p) => {
      const left = (p % columns) * (side + 16), up = top + Math.floor(p / columns) * (tall + 34);
      text(made, left, up + 12, panel.title).attr("font-weight", 600);
      made.append("rect").attr("x", left).attr("y", up + 20).attr("width", side).attr("height", tall).attr("rx", 6)
        .attr("fill", "none").attr("stroke", "currentColor").attr("stroke-opacity", 0.2);
      // the same unit on both axes: in t-SNE only distances matter
      const [xs, ys] = [d3.extent(panel.x), d3.extent(panel.y)];
      const unit = Math.min((side - 24) / ((xs[1] - xs[0]) || 1), (tall - 24) / ((ys[1] - ys[0]) || 1));
      const X = v => left + side / 2 + (v - (xs[0] + xs[1]) / 2) * unit, Y = v => up + 20 + tall / 2 - (v - (ys[0] + ys[1]) / 2) * unit;
      const paths = new Map();
      codes.forEach((code, j) => {
        if (panel.x[j] === null) return;
        const [x, y] = [X(panel.x[j]), Y(panel.y[j])];
        if (!paths.has(code)) paths.set(code, []);
        paths.get(code).push(outline(code, x, y, r));
        points.push({x, y, tip: spec.names[j] + spec.colourings.map(c => `\n${c.name}: ${c.classes[c.codes[j]]}`).join("") + (spec.values ? `\n${spec.value_title}: ${number(spec.values[j])}` : "")});
      });
      for (const [code, outlines] of [...paths].sort((a, b) => a[0] - b[0]))
        made.append("path").attr("d", outlines.join("")).attr("fill", colour(code)).attr("fill-opacity", 0.8);
    });
    nearest(made, finder(points));
    const bottom = top + Math.ceil(spec.panels.length / columns) * (tall + 34) - 6;
    return made.attr("height", bottom).attr("viewBox", [0, 0, width, bottom]);
  };

  const rows = spec => [["sample", ...spec.panels.flatMap(p => [`${p.title} x`, `${p.title} y`]), ...spec.colourings.map(c => c.name), ...(spec.values ? [spec.value_title] : [])],
    ...spec.names.map((name, j) => [name, ...spec.panels.flatMap(p => [p.x[j], p.y[j]]), ...spec.colourings.map(c => c.classes[c.codes[j]]), ...(spec.values ? [spec.values[j]] : [])])];
  return {draw, rows};
})();
