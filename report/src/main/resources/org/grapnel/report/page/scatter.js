/** Samples as points in the plane, in one or two panels, coloured by classes, by numbers or by the values of a feature. */
grapnel.kinds.scatter = (() => {
  const {GREY, LINE, colour, outline, number, wrap, svg, text, textLines, legend, dot, finder, nearest} = grapnel;
  const NO_VALUE = 255, SHADES = 32, FARTHEST = 40;

  /** Everything the samples can be coloured by: {name, classes, codes} or {name, values}. The values of a feature are decoded when they are asked for. */
  const colourings = spec => spec.all ??= [...spec.colourings, ...(spec.features ? ofFeatures(spec.features, spec.names.length) : [])];
  const ofFeatures = ({names, indices, lows, highs, levels}, samples) => {
    const bytes = atob(levels);
    const decode = i => d3.range(samples).map(j => {
      const level = bytes.charCodeAt(i * samples + j);
      return level === NO_VALUE ? null : lows[i] + (highs[i] - lows[i]) * level / (NO_VALUE - 1);
    });
    const decoded = new Map();
    return names.map((name, i) => ({name, feature: indices[i], get values() {
      if (!decoded.has(i)) decoded.set(i, decode(i));
      return decoded.get(i);
    }}));
  };

  /** What the reader chose: the colouring, the highlighted sample, and the zoom of every panel. */
  const chosen = spec => spec.chosen ??= {colouring: 0, sample: null, zooms: spec.panels.map(() => d3.zoomIdentity), panels: []};

  const valueOf = (colouring, j) => colouring.classes ? colouring.classes[colouring.codes[j]] : number(colouring.values[j]);
  /** Lines that describe a sample: its name and its value in every colouring of the samples, and in the chosen feature. */
  const describe = (spec, j) => {
    const shown = colourings(spec)[chosen(spec).colouring];
    return [spec.names[j], ...[...spec.colourings, ...(shown.feature === undefined ? [] : [shown])].map(c => `${c.name}: ${valueOf(c, j)}`)];
  };

  /** Returns how to draw each sample: its place in the order of drawing, its shape, and its fill. Large numbers are drawn last, on top. */
  const looks = ({codes, values}) => {
    if (codes) return codes.map(code => ({order: code, shape: code, fill: colour(code)}));
    const [low, high] = d3.extent(values);
    return values.map(value => {
      if (value === null) return {order: -1, shape: 0, fill: GREY};
      const shade = high > low ? Math.round((value - low) / (high - low) * (SHADES - 1)) : 0;
      return {order: shade, shape: 0, fill: d3.interpolateViridis(shade / (SHADES - 1))};
    });
  };

  /** Draws the key of the colours; returns the y of its end. */
  const key = (made, colouring, width) => {
    if (colouring.classes) return legend(made, colouring.classes, width, 0, dot) + 8;
    const long = Math.min(220, width), beside = width - long - 12 >= 200, room = beside ? width - long - 12 : width;
    const [low, high] = d3.extent(colouring.values).map(end => number(end ?? null));
    const lines = wrap(colouring.name, room), deep = lines.length * LINE;
    textLines(made, beside ? long + 12 : 0, 10, lines, colouring.name);
    grapnel.kinds.heatmap.ramp(made, 0, beside ? 1 : deep + 4, long, low, high);
    return (beside ? Math.max(28, deep) : deep + 32) + 8;
  };

  /** Returns functions that give the place of a sample in a panel without zoom. */
  const scales = (panel, side, tall) => {
    // the same unit on both axes: in t-SNE only distances matter
    const [xs, ys] = [d3.extent(panel.x), d3.extent(panel.y)];
    const unit = Math.min((side - 24) / ((xs[1] - xs[0]) || 1), (tall - 24) / ((ys[1] - ys[0]) || 1));
    return [j => side / 2 + (panel.x[j] - (xs[0] + xs[1]) / 2) * unit, j => tall / 2 - (panel.y[j] - (ys[0] + ys[1]) / 2) * unit];
  };

  /** Draws panel p; returns its area and zoom behaviour, for the controls, and functions to find the point at a place. */
  const drawPanel = (made, spec, p, {left, up, side, tall}, samples, outlined) => {
    const state = chosen(spec), panel = spec.panels[p], clip = `clip-${spec.id}-${p}`;
    text(made, left, up - 8, panel.title).attr("font-weight", 600);
    made.append("clipPath").attr("id", clip).append("rect").attr("x", left).attr("y", up).attr("width", side).attr("height", tall);
    const points = made.append("g").attr("clip-path", `url(#${clip})`);
    const area = made.append("g").attr("transform", `translate(${left},${up})`).append("rect").attr("class", "area").attr("width", side).attr("height", tall).attr("rx", 6)
      .attr("fill", "transparent").attr("stroke", "currentColor").attr("stroke-opacity", 0.2);
    const [X, Y] = scales(panel, side, tall), inside = (x, y) => x >= left && x <= left + side && y >= up && y <= up + tall;
    const drawn = d3.range(samples.length).filter(j => panel.x[j] !== null);
    const alike = d3.sort(d3.group(drawn, j => samples[j].order), ([order]) => order).map(([, members]) => members);
    const r = samples.length > 5000 ? 1.6 : samples.length > 1500 ? 2.2 : samples.length > 400 ? 2.8 : 3.6;
    let find;
    const paint = () => {
      const zoom = state.zooms[p], place = j => [left + zoom.applyX(X(j)), up + zoom.applyY(Y(j))];
      const size = r * Math.min(2, Math.sqrt(zoom.k));
      points.selectAll("*").remove();
      for (const members of alike) {
        const {shape, fill} = samples[members[0]];
        const path = points.append("path").attr("d", members.map(j => outline(shape, ...place(j), size)).join("")).attr("fill", fill).attr("fill-opacity", 0.85);
        if (outlined) path.attr("stroke", "currentColor").attr("stroke-opacity", 0.4).attr("stroke-width", 0.4);
      }
      if (state.sample !== null && panel.x[state.sample] !== null) {
        const [x, y] = place(state.sample), {shape, fill} = samples[state.sample];
        points.append("path").attr("d", outline(shape, x, y, 5.5)).attr("fill", fill);
        points.append("circle").attr("class", "highlight").attr("cx", x).attr("cy", y).attr("r", 11).attr("fill", "none").attr("stroke", "currentColor").attr("stroke-width", 3);
      }
      const places = drawn.map(j => ({j, at: place(j)})).filter(({at}) => inside(...at));
      find = finder(places.map(({j, at: [x, y]}) => ({x, y, get tip() { return describe(spec, j).join("\n"); }})));
      area.style("touch-action", zoom.k > 1 ? "none" : "pan-x pan-y");
    };
    // without Ctrl the wheel scrolls the page, and so does one finger, unless there is something to move
    const zoom = d3.zoom().scaleExtent([1, FARTHEST]).extent([[0, 0], [side, tall]]).translateExtent([[0, 0], [side, tall]])
      .filter(event => event.type === "wheel" ? event.ctrlKey || event.metaKey : event.touches ? event.touches.length > 1 || state.zooms[p].k > 1 : !event.button)
      // pinching a touchpad sends small steps and a wheel large ones, so large ones are limited
      .wheelDelta(event => Math.max(-0.5, Math.min(0.5, -event.deltaY * (event.deltaMode ? 0.2 : 0.02))))
      .on("zoom", event => { state.zooms[p] = event.transform; paint(); });
    area.call(zoom).call(zoom.transform, state.zooms[p]);
    return {area, zoom, inside, find: (x, y) => find(x, y)};
  };

  const draw = (spec, width) => {
    const state = chosen(spec), colouring = colourings(spec)[state.colouring];
    const made = svg(width, 10);
    const columns = width >= 640 ? Math.min(2, spec.panels.length) : 1;
    const side = (width - (columns - 1) * 16) / columns, tall = Math.round(side * 0.85);
    const top = key(made, colouring, width), samples = looks(colouring);
    // points on a scale have a thin outline, so that both ends of the scale show on any page
    state.panels = spec.panels.map((_, p) =>
      drawPanel(made, spec, p, {left: (p % columns) * (side + 16), up: top + Math.floor(p / columns) * (tall + 34) + 20, side, tall}, samples, !colouring.classes));
    nearest(made, (x, y) => state.panels.find(({inside}) => inside(x, y))?.find(x, y));
    const bottom = top + Math.ceil(spec.panels.length / columns) * (tall + 34) - 6;
    return made.attr("height", bottom).attr("viewBox", [0, 0, width, bottom]);
  };

  const rows = spec => [["sample", ...spec.panels.flatMap(p => [`${p.title} x`, `${p.title} y`]), ...spec.colourings.map(c => c.name)],
    ...spec.names.map((name, j) => [name, ...spec.panels.flatMap(p => [p.x[j], p.y[j]]), ...spec.colourings.map(c => c.classes ? c.classes[c.codes[j]] : c.values[j])])];
  return {draw, rows, colourings, chosen, describe};
})();
