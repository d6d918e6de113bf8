/** Curves over one axis; a series of marks is drawn as crosses. spec.lines holds the axes and the series of every view. */
grapnel.kinds.lines = (() => {
  const {colour, dash, number, svg, text, axis, legend, stroke, finder, nearest} = grapnel;

  const draw = (spec, width, view) => {
    const {x, y, series} = spec.lines[view];
    const usable = value => value !== null && (!y.log || value > 0);
    const points = series.map((s, i) => s.x.map((at, j) => ({at, value: s.y[j], i, name: s.name})).filter(p => usable(p.value) && (!x.log || p.at > 0)));
    const all = points.flat();
    const made = svg(width, 10);
    const curves = series.map((s, i) => ({...s, i})).filter(s => !s.marks);
    const top = legend(made, series.map(s => s.name), width, 0,
      (group, left, at, i) => series[i].marks ? cross(group, left, at, colour(i)) : stroke(group, left, at, i)) + 22;
    const height = width < 500 ? 250 : 320;
    const [left, right, bottom] = [62, 14, top + height];
    const domain = (values, axis) => {
      const [low, high] = d3.extent(values);
      if (low === undefined) return axis.log ? [1, 10] : [0, 1];
      if (low === high) return axis.log ? [low / 2, high * 2] : [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
      return [low, high];
    };
    const X = (x.log ? d3.scaleLog() : d3.scaleLinear()).domain(domain(all.map(p => p.at), x)).range([left, width - right]);
    const Y = (y.log ? d3.scaleLog() : d3.scaleLinear()).domain(domain(all.map(p => p.value), y)).nice().range([bottom, top]);
    const tickWords = y.log && Y.domain()[1] / Y.domain()[0] > 30 ? d3.axisLeft(Y).ticks(5, "~g") : d3.axisLeft(Y).ticks(5).tickFormat(number);
    for (const tick of y.log ? Y.ticks(5).filter(t => Number.isInteger(Math.log10(t))) : Y.ticks(5))
      made.append("line").attr("x1", left).attr("x2", width - right).attr("y1", Y(tick)).attr("y2", Y(tick)).attr("stroke", "currentColor").attr("stroke-opacity", 0.1);
    axis(made, tickWords, left, 0);
    axis(made, d3.axisBottom(X).ticks(Math.max(3, Math.floor(width / 110)), x.log ? "~g" : undefined), 0, bottom);
    text(made, left, top - 9, y.title).attr("font-size", 11);
    text(made, width - right, bottom + 34, x.title, "end").attr("font-size", 11);
    const path = d3.line(p => X(p.at), p => Y(p.value));
    for (const s of curves)
      made.append("path").attr("d", path(points[s.i])).attr("fill", "none").attr("stroke", colour(s.i)).attr("stroke-width", 2)
        .attr("stroke-linejoin", "round").attr("stroke-dasharray", dash(s.i));
    for (const p of all.filter(p => series[p.i].marks || points[p.i].length === 1)) cross(made, X(p.at), Y(p.value), colour(p.i));
    nearest(made, finder(all.map(p => ({x: X(p.at), y: Y(p.value), tip: `${p.name}\n${x.title} ${number(p.at)}\n${number(p.value)}`}))));
    return made.attr("height", bottom + 42).attr("viewBox", [0, 0, width, bottom + 42]);
  };
  const cross = (parent, x, y, ink) => parent.append("path").attr("d", `M${x - 4},${y - 4}l8,8m0,-8l-8,8`).attr("stroke", ink).attr("stroke-width", 2).attr("fill", "none");

  const rows = spec => [["view", "series", "x", "y"], ...spec.lines.flatMap((view, v) =>
    view.series.flatMap(s => s.x.map((at, j) => [spec.views?.[v] ?? view.y.title, s.name, at, s.y[j]])))];
  return {draw, rows};
})();
