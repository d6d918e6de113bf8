/** Explores a run: its samples as a picture, coloured by anything, with a lasso, a search, markers, and new samples by a dropped file. */
import {buffer, get, part, post, runPath, text} from "./api.js";
import {announce, button, count, download, h, link, notice, number, parseCsv, pause, placementName, swatch, table, toCsv} from "./dom.js";
import {Scatter, VIRIDIS_COLOURS, colourCodes, colourNumbers} from "./scatter.js";
import {chosen, uploadAll} from "./upload.js";

const FOUND = 12, MANY_CLASSES = 40, FACTS = 6;

export const loadPoints = async (id, samples, signal) => {
  const bytes = await buffer(runPath(id, "/explore/points"), signal);
  return {x: new Float32Array(bytes, 0, samples), y: new Float32Array(bytes, 4 * samples, samples)};
};

export const loadColouring = async (id, colouring, signal) => {
  if (colouring.feature !== undefined) return {values: new Float32Array(await buffer(runPath(id, `/explore/feature?index=${colouring.feature}`), signal))};
  const bytes = await buffer(runPath(id, `/explore/colour?key=${part(colouring.key)}`), signal);
  return colouring.kind === "class" ? {codes: new Int32Array(bytes)} : {values: new Float32Array(bytes)};
};

const scale = (low, high, name) => {
  const bar = h("span", {class: "ramp", "aria-hidden": "true"});
  bar.style.backgroundImage = `linear-gradient(90deg, ${VIRIDIS_COLOURS.join(", ")})`;
  return h("div", {class: "scale"}, h("span", {class: "name", text: name}), h("span", {text: number(low)}), bar, h("span", {text: number(high)}));
};

/** What the colours mean: the scale of numbers, or a button for each class that takes its code. */
export const showLegend = (place, colouring, {codes}, range, onClass) => {
  if (range) { place.replaceChildren(scale(range.low, range.high, colouring.name)); return; }
  const sizes = new Uint32Array(colouring.classes.length), isGroup = colouring.key === "group";
  for (const code of codes) if (code >= 0) sizes[code]++;
  place.replaceChildren(...colouring.classes.slice(0, MANY_CLASSES).map((text, i) => h("button", {type: "button", class: "legend-item", "data-test": "legend-item", title: "Select these samples", on: {click: () => onClass(i)}},
    swatch(i), h("span", {class: "hidden", text: isGroup ? "Select" : `Select ${colouring.name}`}), h("span", {text: isGroup ? `group ${text}` : text}), h("span", {class: "faint", text: `(${number(sizes[i])})`}), h("span", {class: "hidden", text: "samples"}))), colouring.classes.length > MANY_CLASSES ? h("span", {class: "faint", text: `and ${colouring.classes.length - MANY_CLASSES} more`}) : "");
};

/** Selects the samples of a class, or nothing if it has none. */
export const selectClass = (plot, codes, code) => {
  const mask = Uint8Array.from(codes, one => Number(one === code));
  plot.select(mask.includes(1) ? mask : null);
};

/** How far the places of the samples can be trusted. */
const MEANINGS = {
  "t-SNE": "Only distances between near samples mean something.",
  "principal components": "The first two: samples that are far apart here differ; samples that lie together may differ in other components.",
};

/** Waits until a run that places samples has ended, then reads where they went. */
const waitForPlaces = async (id, signal, say) => {
  for (;;) {
    const run = await get(runPath(id), signal);
    if (run.state === "done") break;
    if (run.state === "failed" || run.state === "stopped") throw new Error(run.message ?? "The new samples could not be placed.");
    say(run.phase ?? run.state);
    await pause(400, signal);
  }
  const found = await get(runPath(id), signal), name = ["placement.csv", "labels.csv"].find(file => (found.files ?? []).some(one => one.name === file)) ?? "labels.csv";
  return parseCsv(await text(runPath(id, `/files/${name}`), signal));
};

export const show = async context => {
  const {main, name: id, signal} = context;
  const [run, found] = await Promise.all([get(runPath(id), signal), get(runPath(id, "/explore"), signal)]);
  const features = (found.features ?? []).map(feature => ({feature: feature.index, name: feature.name, kind: "number", key: `feature:${feature.index}`, score: feature.score}));
  const colourings = [...found.colourings, ...features], byKey = new Map(colourings.map(one => [one.key, one]));
  const first = byKey.get("group") ?? colourings[0];
  const cache = new Map();
  const valuesOf = async colouring => {
    if (!cache.has(colouring.key)) cache.set(colouring.key, await loadColouring(id, colouring, signal));
    return cache.get(colouring.key);
  };
  const [{x, y}] = await Promise.all([loadPoints(id, found.samples, signal), first ? valuesOf(first) : null]);
  let names = null, current = first, selection = null;
  const nameOf = sample => names?.[sample] ?? `sample ${sample + 1}`;

  // places of the page
  const legend = h("div", {id: "legend", class: "legend"}), facts = h("div", {id: "facts", "aria-live": "polite"}), chosenWords = h("p", {id: "selected", role: "status", class: "faint", text: "Nothing is selected. The lasso selects samples."});
  const tip = h("p", {class: "tip", hidden: true, "aria-hidden": "true"}), placed = h("div", {id: "placed"});
  const export_ = button("Export as CSV", "export", () => exportSelection(), {id: "export", disabled: true}), clear = button("Clear", "clear-selection", () => plot.select(null), {id: "clear-selection", disabled: true});

  const describe = async sample => {
    plot.pick(sample);
    if (sample < 0) { facts.replaceChildren(h("p", {class: "faint", text: "Click a sample to see its facts."})); return; }
    const wanted = [...found.colourings, ...features.filter(one => one.key === current.key)];
    const values = await Promise.all(wanted.map(valuesOf));
    const row = (one, at) => [one.name, at.codes ? one.classes?.[at.codes[sample]] ?? "–" : number(at.values[sample])];
    facts.replaceChildren(h("h3", {text: nameOf(sample)}), h("dl", {class: "facts-list"}, ...wanted.flatMap((one, i) => { const [key, value] = row(one, values[i]); return [h("dt", {text: key}), h("dd", {text: value})]; })));
    const top = features.filter(one => one.key !== current.key).slice(0, FACTS);
    if (top.length) facts.append(h("details", {}, h("summary", {text: "Its values of the best features"}), h("div", {class: "more-facts", text: "…"})));
    facts.querySelector("details")?.addEventListener("toggle", async event => {
      const all = await Promise.all(top.map(valuesOf));
      event.target.querySelector(".more-facts").replaceChildren(h("dl", {class: "facts-list"}, ...top.flatMap((one, i) => [h("dt", {text: one.name}), h("dd", {text: number(all[i].values[sample])})])));
    }, {once: true});
  };

  const plot = new Scatter(x, y, {
    label: `${found.embedding} of ${count(found.samples, "sample")}`, id: "plot", signal,
    onPick: sample => { describe(sample); },
    onHover: (sample, px, py) => {
      tip.hidden = sample < 0;
      if (sample < 0) return;
      const at = cache.get(current.key), value = at?.codes ? current.classes?.[at.codes[sample]] : at?.values ? number(at.values[sample]) : "";
      tip.textContent = `${nameOf(sample)} · ${value ?? "–"}`;
      tip.style.transform = `translate(${Math.min(px + 14, plot.width - 160)}px, ${Math.max(0, py - 34)}px)`;
    },
    onSelect: mask => {
      selection = mask;
      const many = mask ? mask.reduce((sum, one) => sum + one, 0) : 0;
      export_.disabled = clear.disabled = !mask;
      chosenWords.textContent = mask ? `${count(many, "sample")} selected of ${number(found.samples)}${groupsOf(mask)}` : "Nothing is selected. The lasso selects samples.";
    },
  });

  const groupsOf = mask => {
    const group = byKey.get("group"), codes = cache.get("group")?.codes;
    if (!codes) return "";
    const sizes = new Map();
    for (let j = 0; j < mask.length; j++) if (mask[j]) sizes.set(codes[j], (sizes.get(codes[j]) ?? 0) + 1);
    const sorted = [...sizes].sort((a, b) => b[1] - a[1]);
    return `: ${sorted.slice(0, 4).map(([code, many]) => `${number(many)} of group ${group.classes?.[code] ?? code}`).join(", ")}${sorted.length > 4 ? ", …" : ""}`;
  };

  const colourBy = async colouring => {
    current = colouring;
    menu.value = colouring.key;
    const at = await valuesOf(colouring);
    if (signal.aborted || current !== colouring) return;
    const range = at.values ? colourNumbers(at.values) : null;
    plot.setColours(range ? range.colours : colourCodes(at.codes));
    showLegend(legend, colouring, at, range, code => selectClass(plot, at.codes, code));
    plot.element.dataset.colour = colouring.key;
    for (const row of main.querySelectorAll("[data-marker]")) row.classList.toggle("chosen", Number(row.dataset.marker) === colouring.feature);
    if (plot.picked >= 0) await describe(plot.picked);
  };

  const exportSelection = async () => {
    await namesReady;
    const all = await Promise.all(found.colourings.map(valuesOf)), extra = current.feature === undefined ? null : await valuesOf(current);
    const rows = [["sample", "index", ...found.colourings.map(one => one.key), ...(extra ? [current.name] : []), "x", "y"]];
    for (let j = 0; j < found.samples; j++) if (selection?.[j]) {
      rows.push([nameOf(j), j, ...found.colourings.map((one, i) => all[i].codes ? one.classes?.[all[i].codes[j]] : all[i].values[j]), ...(extra ? [extra.values[j]] : []), x[j], y[j]]);
    }
    const url = URL.createObjectURL(new Blob([toCsv(rows)], {type: "text/csv"}));
    download(`${id}-selection.csv`, url);
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    announce(`${count(rows.length - 1, "sample")} exported.`);
  };

  // controls
  const group = (label, some) => some.length ? h("optgroup", {label}, ...some.map(one => h("option", {value: one.key, text: one.name}))) : null;
  const menu = h("select", {id: "colour-by", on: {change: () => colourBy(byKey.get(menu.value))}}, group("Samples", found.colourings), group("Kept features", features));
  const lasso = button("Lasso", "lasso", () => {
    plot.lassoOn = !plot.lassoOn;
    lasso.setAttribute("aria-pressed", String(plot.lassoOn));
    plot.element.classList.toggle("lasso", plot.lassoOn);
  }, {id: "lasso", "aria-pressed": "false", "aria-keyshortcuts": "l"});
  const zoom = h("div", {class: "zoom", role: "group", "aria-label": "Zoom"}, button("+", "zoom-in", () => plot.zoomBy(1.5), {id: "zoom-in", "aria-label": "Zoom in"}),
    button("−", "zoom-out", () => plot.zoomBy(1 / 1.5), {id: "zoom-out", "aria-label": "Zoom out"}), button("Show all", "zoom-reset", () => plot.reset(), {id: "zoom-reset", "aria-keyshortcuts": "0"}));

  const results = h("ul", {class: "results", id: "search-results"});
  const search = h("input", {type: "search", id: "search", placeholder: "Sample or feature", "aria-label": "Search samples and features", autocomplete: "off"});
  const goTo = entry => {
    if (entry.sample === undefined) { colourBy(entry.colouring); announce(`Coloured by ${entry.name}.`); } else { plot.centre(entry.sample); describe(entry.sample); }
  };
  const matches = () => {
    const asked = search.value.trim().toLowerCase(), all = [];
    if (!asked) return all;
    for (const colouring of colourings) if (colouring.name.toLowerCase().includes(asked)) { all.push({name: colouring.name, colouring}); if (all.length >= FOUND / 2) break; }
    for (let j = 0; names && j < names.length && all.length < FOUND; j++) if (names[j].toLowerCase().includes(asked)) all.push({name: names[j], sample: j});
    return all.sort((a, b) => Number(b.name.toLowerCase() === asked) - Number(a.name.toLowerCase() === asked));
  };
  const showResults = () => {
    const all = matches();
    results.replaceChildren(...all.map(entry => h("li", {}, button(entry.name, "search-result", () => goTo(entry), {class: "quiet"}), h("span", {class: "faint", text: entry.sample !== undefined ? "sample" : entry.colouring.feature === undefined ? "colour" : "feature"}))));
    if (search.value.trim() && !all.length) results.replaceChildren(h("li", {class: "faint", text: names ? "Nothing has this name." : "The names of the samples are still on their way."}));
  };
  search.addEventListener("input", showResults);
  search.addEventListener("keydown", event => { if (event.key === "Enter") { const [best] = matches(); if (best) goTo(best); } });

  // markers
  const markerGroups = [...new Set((found.markers ?? []).map(marker => marker.group))];
  const markerBody = h("tbody", {});
  const markerMenu = h("select", {id: "marker-group", "aria-label": "Markers of the group", on: {change: () => fillMarkers()}}, ...markerGroups.map(value => h("option", {value, text: `Group ${value}`})));
  const fillMarkers = () => markerBody.replaceChildren(...found.markers.filter(marker => String(marker.group) === markerMenu.value).map(marker => h("tr", {"data-marker": marker.index},
    h("th", {scope: "row"}, button(marker.name, "marker", () => { const colouring = byKey.get(`feature:${marker.index}`); if (colouring) colourBy(colouring); }, {class: "quiet"})),
    h("td", {class: "number", text: number(marker.auc)}), h("td", {class: "number", text: number(marker.mean_in)}), h("td", {class: "number", text: number(marker.mean_out)}))));
  const markers = markerGroups.length ? h("section", {"aria-labelledby": "markers-title"}, h("div", {class: "title-row"}, h("h2", {id: "markers-title", text: "Markers"}), markerMenu),
    h("div", {class: "scroll short"}, h("table", {class: "full", id: "markers"}, h("caption", {class: "hidden", text: "Markers of a group; click one to colour by it"}),
      h("thead", {}, h("tr", {}, ...["Feature", "AUC", "Mean in", "Mean out"].map((text, i) => h("th", {scope: "col", text, class: i ? "number" : ""})))), markerBody))) : null;
  if (markerGroups.length) fillMarkers();

  // new samples
  const place = async data => {
    const status = h("p", {class: "faint", role: "status", text: "The new samples are placed…"});
    placed.replaceChildren(status);
    placed.scrollIntoView({block: "nearest"});
    try {
      const {id: made} = await post("/api/runs", {data, command: "transform", run: id, options: {}}, signal);
      const [head, ...rows] = await waitForPlaces(made, signal, phase => { status.textContent = `The new samples are placed: ${phase}.`; });
      const sizes = new Map();
      const groupAt = Math.max(1, head.findIndex(one => one === "cluster" || one === "group"));
      for (const row of rows) sizes.set(row[groupAt], (sizes.get(row[groupAt]) ?? 0) + 1);
      placed.replaceChildren(h("p", {}, `${count(rows.length, "new sample")}: `, [...sizes].sort((a, b) => b[1] - a[1]).map(([value, many]) => `${number(many)} in group ${value}`).join(", "), ". ", link("The whole result", `#/run/${part(made)}`)),
        table("Groups of the new samples", head.map(placementName), rows.slice(0, 500).map(row => row.map((cell, i) => i && cell !== "" && !Number.isNaN(Number(cell)) ? Number(cell) : cell)), {numeric: head.map((_, i) => i).slice(1), test: "placed"}));
      announce(`${count(rows.length, "new sample")} placed.`);
    } catch (error) {
      if (!signal.aborted) placed.replaceChildren(notice("alarm", error.message, [], "place-error"));
    }
  };
  const input = h("input", {type: "file", id: "new-samples-input", class: "hidden", tabindex: -1, "aria-label": "New samples", on: {change: async () => { const arrived = await uploadAll(chosen(input)); input.value = ""; if (arrived.length) place(arrived[0]); }}});
  context.drop = {words: "Drop a file to place its samples in the groups of this run.", take: ([data]) => place(data)};
  Object.assign(context.keys, {l: () => lasso.click(), L: () => lasso.click(), "+": () => plot.zoomBy(1.5), "=": () => plot.zoomBy(1.5), "-": () => plot.zoomBy(1 / 1.5), "0": () => plot.reset(), Escape: () => plot.select(null)});

  main.replaceChildren(h("p", {class: "crumbs"}, link("Runs", "#/runs"), " / ", link(run.title || run.id, `#/run/${part(id)}`)), h("h1", {tabindex: -1, text: "Explore"}),
    h("div", {class: "explore"},
      h("div", {class: "picture"}, h("div", {class: "controls"}, h("label", {for: "colour-by"}, "Colour by"), menu, lasso, zoom), h("div", {class: "plot-box"}, plot.element, tip), legend,
        h("div", {class: "selection"}, chosenWords, h("div", {class: "actions"}, export_, clear)), h("p", {class: "faint", id: "embedding", text: `${found.embedding}. ${MEANINGS[found.embedding] ?? ""}`})),
      h("div", {class: "side"}, h("section", {"aria-label": "Search"}, search, results), h("section", {"aria-labelledby": "sample-title"}, h("h2", {id: "sample-title", text: "Sample"}), facts), markers,
        h("section", {"aria-labelledby": "place-title"}, h("h2", {id: "place-title", text: "New samples"}), h("p", {class: "faint", text: "Drop a file on this page to see which groups its samples belong to."}),
          h("div", {class: "actions"}, button("Choose a file…", "place", () => input.click(), {id: "place"})), input, placed))));
  facts.replaceChildren(h("p", {class: "faint", text: "Click a sample to see its facts."}));
  plot.resize();
  if (first) await colourBy(first);
  performance.mark("explore-visible");
  main.dataset.ready = "true";
  const namesReady = get(runPath(id, "/explore/names"), signal).then(answer => { ({names} = answer); if (search.value) showResults(); }).catch(() => {});
};
