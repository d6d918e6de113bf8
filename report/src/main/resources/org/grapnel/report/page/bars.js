/** A bar for every name and series, horizontal (names on the left) or vertical (a histogram). Whiskers are one standard deviation. */
grapnel.kinds.bars = (() => {
  const {colour, widest, heights, number, svg, text, label, axis, legend} = grapnel;
  const SINGLE = "#5b7f95"; // not the colour of a group
  const words = (spec, name, s, i) => [name, spec.series.length > 1 ? s.name : null,
    `${spec.value} ${number(s.values[i])}${s.deviations?.[i] ? ` ± ${number(s.deviations[i])}` : ""}`].filter(w => w !== null).join("\n");
  const ends = spec => {
    const values = spec.series.flatMap(s => s.values.flatMap((v, i) => v === null ? [] : [v - (s.deviations?.[i] ?? 0), v + (s.deviations?.[i] ?? 0)]));
    const [low, high] = [Math.min(0, d3.min(values) ?? 0), Math.max(0, d3.max(values) ?? 1)];
    return low === high ? [0, 1] : [low, high];
  };
  const ink = (spec, s, i) => spec.colors ? colour(spec.colors[i]) : spec.series.length === 1 ? SINGLE : colour(s);

  const horizontal = (spec, width) => {
    const made = svg(width, 10);
    const top = legend(made, spec.series.map(s => s.name), width, 0,
      (group, x, y, i) => group.append("rect").attr("x", x - 7).attr("y", y - 5).attr("width", 12).attr("height", 11).attr("fill", colour(i))) + 6;
    const room = Math.min(Math.max(Math.ceil(widest(spec.names)), 30) + 8, Math.floor(width * 0.42));
    const numbers = 54;
    const X = d3.scaleLinear(ends(spec), [room, width - numbers]).nice();
    const bands = heights(spec.names, room - 8, Math.max(18, 12 * spec.series.length + 6));
    const bottom = top + d3.sum(bands);
    axis(made, d3.axisBottom(X).ticks(Math.max(2, Math.floor((width - room) / 90))).tickFormat(number), 0, bottom);
    text(made, width - numbers, bottom + 32, spec.value, "end").attr("font-size", 11);
    let y = top;
    spec.names.forEach((name, i) => {
      const band = bands[i], inner = Math.min(20, (band - 4) / spec.series.length), above = (band - inner * spec.series.length) / 2;
      label(made, room - 8, y + band / 2 + 4, name, room - 8, "end");
      spec.series.forEach((s, k) => {
        const value = s.values[i];
        if (value === null) return;
        const at = y + above + k * inner, sd = s.deviations?.[i];
        made.append("rect").attr("x", Math.min(X(0), X(value))).attr("y", at).attr("height", Math.max(1, inner - 1)).attr("rx", 2)
          .attr("width", Math.max(1, Math.abs(X(value) - X(0)))).attr("fill", ink(spec, k, i)).attr("data-tip", words(spec, name, s, i));
        if (sd) made.append("path").attr("d", `M${X(value - sd)},${at + inner / 2 - 3}v6m0,-3H${X(value + sd)}m0,-3v6`)
          .attr("stroke", "currentColor").attr("stroke-width", 1.3).attr("fill", "none").attr("pointer-events", "none");
        text(made, Math.max(X(0), X(value + (sd ?? 0))) + 5, at + inner / 2 + 4, number(value)).attr("font-size", Math.min(11, inner + 1));
      });
      y += band;
    });
    return made.attr("height", bottom + 38).attr("viewBox", [0, 0, width, bottom + 38]);
  };

  const vertical = (spec, width) => {
    const [left, top, bottom] = [54, 22, width < 500 ? 220 : 260];
    const made = svg(width, bottom + 40);
    const X = d3.scaleBand(spec.names, [left, width - 8]).padding(0.15);
    const Y = d3.scaleLinear(ends(spec), [bottom, top]).nice();
    axis(made, d3.axisLeft(Y).ticks(5).tickFormat(number), left, 0);
    const every = Math.ceil(spec.names.length / Math.max(2, Math.floor((width - left) / 46)));
    axis(made, d3.axisBottom(X).tickValues(spec.names.filter((_, i) => i % every === 0)), 0, bottom);
    text(made, left, 10, spec.value).attr("font-size", 11);
    text(made, width - 8, bottom + 34, spec.names_title ?? "", "end").attr("font-size", 11);
    spec.series.forEach((s, k) => spec.names.forEach((name, i) => {
      if (s.values[i] !== null)
        made.append("rect").attr("x", X(name)).attr("width", X.bandwidth()).attr("y", Y(s.values[i])).attr("height", Math.max(0, Y(0) - Y(s.values[i])))
          .attr("fill", ink(spec, k, i)).attr("data-tip", `${spec.names_title ?? ""} ${words(spec, name, s, i)}`.trim());
    }));
    return made;
  };

  const rows = spec => [["name", "series", "value", "deviation"], ...spec.names.flatMap((name, i) =>
    spec.series.map(s => [name, s.name, s.values[i], s.deviations?.[i]]))];
  return {draw: (spec, width) => spec.vertical ? vertical(spec, width) : horizontal(spec, width), rows};
})();
