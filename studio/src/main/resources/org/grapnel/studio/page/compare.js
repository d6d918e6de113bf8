/** Two or more runs side by side. */
import {get, hasPoints, part, runPath} from "./api.js";
import {drawCurves} from "./charts.js";
import {button, count, h, link, notice, number, swatch, table} from "./dom.js";
import {Scatter, colourCodes, colourNumbers} from "./scatter.js";
import {loadColouring, loadPoints, selectClass, showLegend} from "./explore.js";

const SHOWN = 60;

const values = list => list.map(value => value === null || value === undefined ? "–" : value === true ? "yes" : value === false ? "no" : value);

const nameList = (title, names, test) => h("details", {class: "more", test}, h("summary", {text: `${title} (${names.length})`}), h("p", {class: "names", text: names.length ? `${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? ", …" : ""}` : "none"}));

const agreement = (one, nameOf) => {
  const title = h("h3", {text: `${nameOf(one.a)} and ${nameOf(one.b)}`});
  if (!one.table) return h("div", {class: "agreement", test: "agreement"}, title, h("p", {text: one.reason}));
  const {table: found} = one, total = Math.max(1, ...found.counts.flat());
  const cells = found.counts.map((row, i) => [`group ${found.rows[i]}`, ...row.map(many => {
    const cell = h("span", {class: "heat", text: number(many)});
    cell.style.setProperty("--share", `${Math.round(42 * many / total)}%`);
    return cell;
  })]);
  return h("div", {class: "agreement", test: "agreement"}, title,
    h("p", {}, "ARI ", h("strong", {text: number(one.ari)}), ", NMI ", h("strong", {text: number(one.nmi)}), h("span", {class: "faint", text: ". 1: the same groups; 0: no more alike than by chance."})),
    h("p", {text: `Samples in each pair of groups. Rows: ${nameOf(one.a)}. Columns: ${nameOf(one.b)}.`}),
    table(`Samples in each pair of groups: rows ${nameOf(one.a)}, columns ${nameOf(one.b)}`, ["Group", ...found.columns.map(column => `group ${column}`)], cells, {numeric: found.columns.map((_, i) => i + 1), hideCaption: true}));
};

/** The sample of each picture that is sample s of another one; orders name for each run the samples of the first, or are null where they stand alike. */
export const sampleLinks = orders => {
  const back = orders.map(order => { const inverse = order && new Int32Array(order.length); order?.forEach((first, s) => { inverse[first] = s; }); return inverse; });
  return (from, to, s) => { const first = orders[from] ? orders[from][s] : s; return back[to] ? back[to][first] : first; };
};

/** The pictures of the runs whose samples have places. */
const embeddings = async (all, sameSamples, allOrders, nameOf, signal) => {
  const runs = await Promise.all(all.map(id => get(runPath(id), signal))), drawn = runs.map(hasPoints), ids = all.filter((_, i) => drawn[i]), orders = allOrders.filter((_, i) => drawn[i]);
  const without = all.filter((_, i) => !drawn[i]).map(id => h("p", {class: "faint", test: "no-picture", text: `${nameOf(id)} has no picture: its folder has neither embedding.csv nor scores.npy.`}));
  const heading = h("h2", {id: "pictures-title", text: "Samples"});
  if (!ids.length) return {section: h("section", {"aria-labelledby": "pictures-title"}, heading, ...without), plots: []};
  const made = await drawPictures(ids, sameSamples, orders, nameOf, signal);
  return {...made, section: h("section", {"aria-labelledby": "pictures-title"}, heading, ...made.parts, ...without)};
};

const drawPictures = async (ids, sameSamples, orders, nameOf, signal) => {
  const all = await Promise.all(ids.map(async id => {
    const found = await get(runPath(id, "/explore"), signal);
    const first = found.colourings.find(one => one.key === "group") ?? found.colourings[0];
    const [{x, y}, at] = await Promise.all([loadPoints(id, found.samples, signal), first && loadColouring(id, first, signal)]);
    return {id, found, x, y, first, at, range: at?.values ? colourNumbers(at.values) : null};
  }));
  const linked = sameSamples && all.every(({found}) => found.samples === all[0].found.samples), words = h("p", {class: "faint", role: "status", id: "linked", text: ids.length < 2 ? "Use the lasso to select samples." : linked ? "Use the lasso in one picture: the same samples show in the others." : "The runs have other samples; the pictures are not linked."});
  const sameSample = sampleLinks(orders), moved = (mask, from, to) => { const other = new mask.constructor(mask.length); mask.forEach((one, s) => { other[sameSample(from, to, s)] = one; }); return other; };
  const plots = all.map(({id, found, x, y, at, range}, i) => {
    const plot = new Scatter(x, y, {label: `${found.embedding} of ${nameOf(id)}`, id: `plot-${i}`, signal, onPick: sample => { if (linked) plots.forEach((other, k) => other.pick(sample < 0 ? sample : sameSample(i, k, sample))); }, onSelect: mask => {
      if (linked) plots.forEach((other, k) => { if (k !== i) other.select(mask && moved(mask, i, k), false); });
      clear.disabled = !mask;
      words.textContent = mask ? `${count(mask.reduce((sum, one) => sum + one, 0), "sample")} selected${linked && ids.length > 1 ? " in all pictures" : ""}.` : "Nothing is selected.";
    }});
    if (at) plot.setColours(range ? range.colours : colourCodes(at.codes));
    return plot;
  });
  const legends = all.map(({first, at, range}, i) => {
    const legend = h("div", {class: "legend"});
    if (first) showLegend(legend, first, at, range, code => selectClass(plots[i], at.codes, code));
    return legend;
  });
  const lasso = button("Lasso", "lasso", () => {
    const on = !plots[0].lassoOn;
    for (const plot of plots) { plot.lassoOn = on; plot.element.classList.toggle("lasso", on); }
    lasso.setAttribute("aria-pressed", String(on));
  }, {id: "lasso", "aria-pressed": "false"});
  const clear = button("Clear", "clear-selection", () => { for (const plot of plots) plot.select(null); }, {id: "clear-selection", disabled: true});
  lasso.click();
  return {lasso, plots, parts: [h("div", {class: "actions"}, lasso, clear), words,
    h("div", {class: "pictures"}, ...plots.map((plot, i) => h("figure", {}, h("figcaption", {text: nameOf(ids[i])}), plot.element, legends[i])))]};
};

export const show = async context => {
  const {main, query, signal} = context, ids = query.getAll("run");
  const heading = h("h1", {tabindex: -1, text: "Compare"}), crumbs = h("p", {class: "crumbs"}, link("Runs", "#/runs"));
  if (ids.length < 2 || ids.length > 6) { main.replaceChildren(crumbs, heading, notice("", "Choose 2 to 6 runs", [h("p", {}, "Select them in ", link("Runs", "#/runs"), ", then press Compare.")])); return; }
  let found;
  const listed = get("/api/runs", signal);
  try {
    found = await get(`/api/compare?${ids.map(id => `run=${part(id)}`).join("&")}`, signal);
  } catch (error) {
    if (error.status !== 422) throw error;
    main.replaceChildren(crumbs, heading, notice("alarm", "These runs cannot be compared", [error.message], "compare-error"), h("div", {class: "actions"}, link("Choose other runs", "#/runs", {class: "button primary"})));
    return;
  }
  const titles = new Map((await listed).runs.map(run => [run.id, run.title || run.id])), nameOf = id => titles.get(id) ?? id;
  const head = ["Parameter", ...ids.map(nameOf)], numeric = ids.map((_, i) => i + 1), curve = h("div", {class: "plot", id: "curves"});
  const drawn = found.curves?.some(({points}) => points.length) ? h("figure", {class: "chart"}, h("figcaption", {}, "Objective ", ...ids.map((id, i) => h("span", {class: "key"}, swatch(i), nameOf(id)))), curve) : null;
  const {common = [], only = [], jaccard = []} = found.features ?? {};
  const pictures = h("div", {id: "pictures"});
  main.replaceChildren(crumbs, heading,
    h("ul", {class: "compared"}, ...ids.map((id, i) => h("li", {}, swatch(i), link(nameOf(id), `#/run/${part(id)}`)))),
    found.parameters?.length ? table("Parameters that differ", head, found.parameters.map(({name, values: all}) => [name, ...values(all)]), {test: "parameters", numeric}) : h("p", {text: "All parameters are the same."}),
    found.scores?.length ? table("Scores", ["Score", ...head.slice(1)], found.scores.map(({name, values: all}) => [name, ...values(all)]), {test: "scores", numeric}) : "",
    h("section", {"aria-labelledby": "overlap-title"}, h("h2", {id: "overlap-title", text: "Kept features"}),
      h("p", {text: `${count(common.length, "feature")} in all runs.`}),
      jaccard.length ? table("Overlap of the kept features (Jaccard: shared of all; 1 means the same)", ["Run", ...head.slice(1)], jaccard.map((row, i) => [nameOf(ids[i]), ...row]), {test: "overlap", numeric}) : "",
      nameList("In all runs", common, "common"), ...only.map((names, i) => nameList(`Only in ${nameOf(ids[i])}`, names, "only"))),
    found.agreement?.length ? h("section", {"aria-labelledby": "agreement-title"}, h("h2", {id: "agreement-title", text: "Agreement of the groups"}), ...found.agreement.map(one => agreement(one, nameOf))) : "",
    drawn ?? "", pictures);
  if (drawn) await drawCurves(curve, found.curves);
  try {
    const made = await embeddings(ids, (found.agreement ?? []).every(one => one.table), found.orders, nameOf, signal);
    if (signal.aborted) return;
    pictures.replaceChildren(made.section);
    context.keys.l = () => made.lasso?.click();
    context.keys.Escape = () => { for (const plot of made.plots) plot.select(null); };
    main.dataset.ready = "true";
  } catch (error) {
    if (!signal.aborted) pictures.replaceChildren(notice("", "The pictures cannot be shown", [error.message]));
  }
};
