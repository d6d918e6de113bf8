/** A matrix of numbers as colours, with bands above its columns and beside its rows and, if asked, the numbers in its cells. */
grapnel.kinds.heatmap = (() => {
  const {bands, widest, heights, columnNames, number, svg, text, label} = grapnel;
  const inks = d3.range(256).map(i => d3.rgb(d3.interpolateViridis(i / 255)));
  // more rows have uniform heights, and only some have room for their name
  const NAMED = 60;

  /** Draws a grid of colours as one image. A shade is a number from 0 to 1, an rgb colour, or null for none. */
  const image = (shades, columns, rows) => {
    const canvas = Object.assign(document.createElement("canvas"), {width: columns, height: rows});
    const pen = canvas.getContext("2d"), pixels = pen.createImageData(columns, rows);
    shades.forEach((shade, i) => {
      if (shade === null) return;
      const {r, g, b} = typeof shade === "number" ? inks[Math.round(255 * shade)] : shade;
      pixels.data.set([r, g, b, 255], 4 * i);
    });
    pen.putImageData(pixels, 0, 0);
    return canvas.toDataURL();
  };

  /** Draws the key of the colours with the words for its ends. */
  const ramp = (parent, x, y, width, low, high) => {
    parent.append("image").attr("href", image(d3.range(64).map(i => i / 63), 64, 1)).attr("x", x).attr("y", y).attr("width", width).attr("height", 10)
      .attr("preserveAspectRatio", "none");
    text(parent, x, y + 23, low).attr("font-size", 11);
    text(parent, x + width, y + 23, high, "end").attr("font-size", 11);
  };

  const ends = values => d3.extent(values.filter(v => v !== null));
  const scale = ([low, high]) => value => value === null ? null : high > low ? (value - low) / (high - low) : 0;
  /** The range of the whole matrix from 0, so that a matrix of ones is not drawn as if it were empty. */
  const fromZero = values => { const [low, high] = ends(values); return [Math.min(0, low ?? 0), high ?? 0]; };

  /** Formats a number with as many digits as fit. */
  const fitting = (value, room) => [4, 3, 2].map(digits => Number.isInteger(value) ? number(value) : d3.format(`.${digits}~g`)(value))
    .find((words, i) => i === 2 || 6.5 * words.length <= room);

  const draw = (spec, width) => {
    const [rows, columns] = [spec.row_names.length, spec.column_names.length];
    const made = svg(width, 10);
    const strip = spec.row_bands ? 20 : 0;
    const room = strip + Math.min(Math.max(Math.ceil(widest(spec.row_names)), 24) + 8, Math.floor(width * 0.34));
    const wide = Math.min(width - room - 4, spec.numbers ? 64 * columns : Infinity);
    const tall = Math.max(spec.numbers ? 24 : rows <= NAMED ? 14 : 4, Math.min(spec.numbers ? 30 : 22, Math.floor(460 / rows)));
    let top = 18;
    text(made, 0, 11, `${spec.row_title} ↓  ${spec.column_title} →`).attr("font-size", 11);
    if (spec.bands) {
      bands(made, spec.bands, true, j => room + wide * j / columns, top, 14);
      if (room - strip > 44) text(made, room - strip - 6, top + 11, "group", "end").attr("font-size", 11);
      top += 18;
    }
    top += columnNames(made, spec.column_names, room, top, wide / columns);
    const tallest = rows <= NAMED ? heights(spec.row_names, room - strip - 6, tall) : Array(rows).fill(tall);
    const edges = d3.cumsum([top, ...tallest]), end = edges[rows];
    const range = spec.scale === "from_least" ? ends(spec.values.flat()).map(end => end ?? 0) : fromZero(spec.values.flat()), whole = scale(range);
    const shades = spec.values.flatMap(row => row.map(spec.scale === "by_row" ? scale(ends(row)) : whole));
    // an image has rows of one height, so rows of different heights are repeated pixel by pixel
    const lines = tallest.every(height => height === tallest[0]) ? d3.range(rows) : tallest.flatMap((height, i) => Array(height).fill(i));
    made.append("image").attr("href", image(lines.flatMap(i => shades.slice(i * columns, (i + 1) * columns)), columns, lines.length))
      .attr("x", room).attr("y", top).attr("width", wide).attr("height", end - top)
      .attr("preserveAspectRatio", "none").attr("style", "image-rendering: pixelated");
    if (spec.row_bands) bands(made, spec.row_bands, false, i => edges[i], room - strip, 16);
    const every = Math.ceil(14 / tall), middle = i => (edges[i] + edges[i + 1]) / 2;
    spec.row_names.forEach((name, i) => {
      if (i % every === 0) label(made, room - strip - 6, middle(i) + 4, name, room - strip - 6, "end", rows <= NAMED ? undefined : 1).attr("font-size", 11);
      if (spec.numbers) spec.values[i].forEach((value, j) => value === 0 || value === null ? null
        : text(made, room + wide * (j + 0.5) / columns, middle(i) + 4, fitting(value, wide / columns - 6), "middle")
        .attr("font-size", 11).attr("pointer-events", "none").attr("fill", shades[i * columns + j] > 0.6 ? "#000" : "#fff"));
    });
    for (const frame of spec.frames ?? [])
      for (const [ink, thick] of [["#000", 5], ["#fff", 2]]) // black and white, so that one of them shows on any colour
        made.append("rect").attr("x", room + wide * frame.column / columns + 2).attr("y", edges[frame.row] + 2).attr("width", wide / columns - 4).attr("height", tallest[frame.row] - 4)
          .attr("fill", "none").attr("stroke", ink).attr("stroke-width", thick);
    made.append("rect").attr("x", room).attr("y", top).attr("width", wide).attr("height", end - top).attr("fill", "transparent")
      .on("pointermove pointerdown", function (event) {
        const [x, y] = d3.pointer(event, made.node());
        const j = Math.min(columns - 1, Math.max(0, Math.floor((x - room) / wide * columns))), i = Math.min(rows - 1, Math.max(0, d3.bisect(edges, y) - 1));
        const what = spec.frames?.find(frame => frame.row === i && frame.column === j)?.what;
        this.setAttribute("data-tip", `${spec.row_title} ${spec.row_names[i]}\n${spec.column_title} ${spec.column_names[j]}\n${spec.value_title} ${number(spec.values[i][j])}${what ? `\n${what}` : ""}`);
      });
    const bottom = end + 10;
    const key = made.append("g"), long = Math.min(160, wide);
    ramp(key, room, bottom, long, ...(spec.scale === "by_row" ? ["smallest of the row", "largest"] : range.map(number)));
    const beside = room + long + 8 + widest([spec.value_title]) <= width, height = bottom + (beside ? 30 : 45);
    text(key, beside ? room + long + 8 : width, bottom + (beside ? 9 : 38), spec.value_title, beside ? "start" : "end").attr("font-size", 11);
    return made.attr("height", height).attr("viewBox", [0, 0, width, height]);
  };

  const rows = spec => [[spec.row_title, ...spec.column_names], ...spec.row_names.map((name, i) => [name, ...spec.values[i]])];
  return {draw, rows, image, ramp};
})();
