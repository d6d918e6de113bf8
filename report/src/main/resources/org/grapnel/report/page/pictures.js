/** Pictures of equal size: grey, each scaled to its largest value, with marked pixels in orange; or coloured on a logarithmic scale, the smallest value brightest. */
grapnel.kinds.pictures = (() => {
  const {number, svg, text, label} = grapnel;
  const MARK = {r: 238, g: 119, b: 51};

  const draw = (spec, width) => {
    const largest = spec.pictures.length === 1 ? 300 : 132;
    const columns = Math.max(1, Math.min(spec.pictures.length, Math.floor(width / (largest + 12))));
    const side = Math.min(largest, Math.floor((width - 12 * (columns - 1)) / columns));
    const tall = Math.max(8, Math.min(side * 2, Math.round(side * spec.height / spec.width)));
    const bottom = Math.ceil(spec.pictures.length / columns) * (tall + 26);
    const falling = spec.ink === "falling" ? fallingOver(spec.pictures.flatMap(picture => picture.values)) : null;
    const made = svg(width, bottom + (falling ? 36 : 0));
    spec.pictures.forEach((picture, i) => {
      const x = (i % columns) * (side + 12), y = Math.floor(i / columns) * (tall + 26);
      const high = d3.max(picture.values) || 1, marked = new Set(picture.marked ?? []);
      const shades = falling ? picture.values.map(falling.shade) : picture.values.map((v, pixel) => {
        const grey = Math.round(255 * Math.max(0, v ?? 0) / high);
        return marked.has(pixel) ? {r: (MARK.r * 3 + grey) >> 2, g: (MARK.g * 3 + grey) >> 2, b: (MARK.b * 3 + grey) >> 2} : {r: grey, g: grey, b: grey};
      });
      made.append("image").attr("href", grapnel.kinds.heatmap.image(shades, spec.width, spec.height)).attr("x", x).attr("y", y).attr("width", side).attr("height", tall)
        .attr("preserveAspectRatio", "none").attr("style", "image-rendering: pixelated");
      const frame = made.append("rect").attr("x", x).attr("y", y).attr("width", side).attr("height", tall).attr("fill", "transparent").attr("stroke", "currentColor").attr("stroke-opacity", 0.25);
      frame.on("pointermove pointerdown", function (event) {
        const [px, py] = d3.pointer(event, made.node());
        const column = Math.min(spec.width - 1, Math.max(0, Math.floor((px - x) / side * spec.width))), row = Math.min(spec.height - 1, Math.max(0, Math.floor((py - y) / tall * spec.height)));
        const pixel = row * spec.width + column;
        this.setAttribute("data-tip", `${picture.name}\nrow ${row}, column ${column}${marked.has(pixel) ? ", kept" : ""}\n${falling && !picture.values[pixel] ? "none" : `${spec.value} ${number(picture.values[pixel])}`.trim()}`);
      });
      label(made, x + side / 2, y + tall + 16, picture.name, side, "middle", 1);
    });
    if (falling) {
      grapnel.kinds.heatmap.ramp(made, 0, bottom, 160, number(falling.high), number(falling.low));
      text(made, 168, bottom + 9, spec.value).attr("font-size", 11);
    }
    return made;
  };
  const fallingOver = values => {
    const [low, high] = d3.extent(values.filter(v => v > 0)).map(end => end ?? 1);
    return {low, high, shade: v => v > 0 ? high > low ? Math.log(high / v) / Math.log(high / low) : 1 : {r: 0, g: 0, b: 0}};
  };

  const rows = spec => [["picture", "row", "column", "value", "marked"], ...spec.pictures.flatMap(p => p.values.map((v, i) =>
    [p.name, Math.floor(i / spec.width), i % spec.width, v, (p.marked ?? []).includes(i) ? 1 : 0]))];
  return {draw, rows};
})();
