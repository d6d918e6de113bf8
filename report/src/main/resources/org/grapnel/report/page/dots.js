/** A dot for every feature and group: its area is the share of samples above zero, its colour the mean, the stronger the larger, scaled per feature. */
grapnel.kinds.dots = (() => {
  const {bands, widest, heights, number, svg, text, label} = grapnel;
  // one hue that fades: a low mean is faint on a light and on a dark page
  const hue = "#d55e00", faint = 0.06;
  const percent = share => share === null ? "none" : `${d3.format(".3~g")(100 * share)} %`;

  /** From the smallest to the largest mean of the row. */
  const scaled = row => {
    const [low, high] = d3.extent(row.filter(v => v !== null));
    return value => high > low ? (value - low) / (high - low) : 0;
  };

  const disc = (parent, x, y, r, shade) => parent.append("circle").attr("cx", x).attr("cy", y).attr("r", r)
    .attr("fill", hue).attr("fill-opacity", faint + (1 - faint) * shade).attr("stroke", "currentColor").attr("stroke-opacity", 0.45).attr("stroke-width", 0.75);

  const draw = (spec, width) => {
    const [rows, columns] = [spec.row_names.length, spec.columns.length];
    const made = svg(width, 10);
    const strip = spec.row_bands.length ? 20 : 0;
    const room = strip + Math.min(Math.max(Math.ceil(widest(spec.row_names)), 24) + 8, Math.floor(width * 0.34));
    const across = Math.min(44, (width - room - 4) / columns), wide = across * columns;
    const largest = Math.min(20, across) / 2 - 0.75;
    text(made, 0, 11, "feature ↓  group →").attr("font-size", 11);
    bands(made, spec.columns, true, j => room + across * j, 18, 14);
    const edges = d3.cumsum([36, ...heights(spec.row_names, room - strip - 6, 20)]), [top, end] = [edges[0], edges[rows]];
    if (strip) bands(made, spec.row_bands, false, i => edges[i], room - strip, 16);
    let line = 0;
    for (const band of spec.row_bands.slice(0, -1)) {
      line += band.count;
      made.append("line").attr("x1", room).attr("x2", room + wide).attr("y1", edges[line]).attr("y2", edges[line]).attr("stroke", "currentColor").attr("stroke-opacity", 0.25);
    }
    spec.row_names.forEach((name, i) => {
      const middle = (edges[i] + edges[i + 1]) / 2;
      label(made, room - strip - 6, middle + 4, name, room - strip - 6, "end").attr("font-size", 11);
      const shade = scaled(spec.means[i]);
      spec.shares[i].forEach((share, j) => {
        if (share > 0) disc(made, room + across * (j + 0.5), middle, largest * Math.sqrt(share), shade(spec.means[i][j]));
      });
    });
    made.append("rect").attr("x", room).attr("y", top).attr("width", wide).attr("height", end - top).attr("fill", "transparent")
      .attr("stroke", "currentColor").attr("stroke-opacity", 0.25)
      .on("pointermove pointerdown", function (event) {
        const [x, y] = d3.pointer(event, made.node());
        const j = Math.min(columns - 1, Math.max(0, Math.floor((x - room) / across))), i = Math.min(rows - 1, Math.max(0, d3.bisect(edges, y) - 1));
        this.setAttribute("data-tip", `${spec.row_names[i]}\n${spec.columns[j].name}\nabove zero in ${percent(spec.shares[i][j])} of the samples\nmean ${number(spec.means[i][j])}`);
      });
    // the key starts at the left edge, so that it fits a telephone
    let at = end + 20, x = 0;
    const key = made.append("g").attr("font-size", 11);
    text(key, 0, at, "samples above zero").attr("font-size", 11);
    x = 118;
    for (const share of [0.25, 0.5, 0.75, 1]) {
      disc(key, x + 8, at - 4, Math.max(2, largest * Math.sqrt(share)), 0.5);
      text(key, x + 20, at, `${100 * share} %`).attr("font-size", 11);
      x += 56;
    }
    at += 20;
    text(key, 0, at, "mean, per feature").attr("font-size", 11);
    const ramp = key.append("linearGradient").attr("id", `ramp-${spec.id}`);
    for (const [offset, opacity] of [[0, faint], [1, 1]]) ramp.append("stop").attr("offset", offset).attr("stop-color", hue).attr("stop-opacity", opacity);
    key.append("rect").attr("x", 118).attr("y", at - 9).attr("width", 90).attr("height", 10).attr("fill", `url(#ramp-${spec.id})`).attr("stroke", "currentColor").attr("stroke-opacity", 0.25);
    text(key, 214, at, "smallest to largest").attr("font-size", 11);
    return made.attr("height", at + 10).attr("viewBox", [0, 0, width, at + 10]);
  };

  const rows = spec => [["feature", "group", "share above zero", "mean"],
    ...spec.row_names.flatMap((name, i) => spec.columns.map((group, j) => [name, group.name, spec.shares[i][j], spec.means[i][j]]))];
  return {draw, rows};
})();
