/** One run: its progress while it goes on, then its result. */
import {follow, get, hasFile, hasPoints, part, patch, post, remove, runPath, text} from "./api.js";
import {announce, ask, button, bytes, count, download, h, link, notice, number, parseCsv, placementName, seconds, table, when} from "./dom.js";
import {drawCurves} from "./charts.js";
import {fromWords, save, setDraft} from "./drafts.js";
import {chosen, uploadAll} from "./upload.js";

const FINAL = new Set(["done", "failed", "stopped"]);
const SHOWN_FEATURES = 20, REDRAW = 200;
const TRUST = {
  good: ["good", "These groups can be trusted", "The samples form groups that are clearly more than chance, and different ways of looking at the data find the same groups."],
  doubtful: ["warning", "Not all of these groups can be trusted", "There are signs of groups in the data, but some of the groups shown here may not be real. Check them before you build on them."],
  none: ["alarm", "Do not trust these groups", "Data without any groups would give a result like this one. The groups, their markers and the pictures are no evidence of real differences between samples."],
};
const sentence = words => words ? `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}` : "";

const STATES = {queued: "Waiting", running: "Running", done: "Done", failed: "Failed", stopped: "Stopped"};

const trust = summary => {
  const found = TRUST[summary.trust];
  const warnings = (summary.warnings ?? []).map(sentence);
  const checks = summary.trust_checks ?? [];
  return [found ? notice(found[0], found[1], [found[2], ...warnings], "trust") : warnings.length ? notice("warning", "Warnings", warnings, "warnings") : null,
    checks.length ? h("details", {class: "more"}, h("summary", {text: "What was checked"}),
      table("What was checked, without using labels", ["check", "measured", "needed", "result"],
        checks.map(check => [sentence(check.what).replace(/\.$/, ""), check.value, `at least ${number(check.needed)}`, check.passes ? "passed" : "not passed"]), {numeric: [1, 2]})) : null].filter(Boolean);
};

const scores = run => {
  const {summary} = run;
  const facts = [["Groups", summary.clusters_found ?? summary.clusters], ["Features kept", summary.kept ?? summary.keep], ["Samples", summary.samples], ["Features", summary.features],
    ["NMI", summary.nmi], ["Accuracy", summary.acc], ["ARI", summary.ari], ["Silhouette", summary.silhouette], ["Relative error", summary.relative_error],
    ["Objective", summary.objective], ["Iterations", summary.iterations], ["Time", run.seconds === summary.seconds ? null : seconds(run.seconds)], ["Computing time", seconds(summary.seconds)]]
    .filter(([, value]) => value !== null && value !== undefined && value !== "");
  return h("dl", {class: "cards", id: "scores"}, ...facts.map(([name, value]) => h("div", {}, h("dt", {text: name}), h("dd", {class: "large", text: number(value)}))));
};

const keptFeatures = async (run, signal) => {
  if (!hasFile(run, "features.csv")) return null;
  const [head, ...rows] = parseCsv(await text(runPath(run.id, "/files/features.csv"), signal));
  const at = name => head.indexOf(name), cells = row => [row[at("name")], Number(row[at("score")]), at("group") >= 0 ? row[at("group")] : null];
  const body = h("div", {id: "features"});
  const fill = shown => {
    const groups = at("group") >= 0;
    body.replaceChildren(table(`The kept features, best first (${rows.length})`, groups ? ["feature", "score", "marks group"] : ["feature", "score"],
      rows.slice(0, shown).map(row => groups ? cells(row) : cells(row).slice(0, 2)), {numeric: [1, 2], test: "features"}),
    ...(rows.length > shown ? [button(`Show all ${rows.length}`, "features-all", () => fill(rows.length))] : []));
  };
  fill(SHOWN_FEATURES);
  return h("section", {"aria-labelledby": "features-title"}, h("h2", {id: "features-title", text: "Kept features"}), body);
};

const openInTab = async (id, name) => {
  const tab = open("about:blank", "_blank"); // opened now, because a browser blocks a window that opens later
  try {
    const {url} = await post("/api/tickets", {run: id, name});
    if (tab) { tab.opener = null; tab.location.replace(url); } else location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
};

const reportSection = (run, signal) => {
  const place = h("div", {class: "report-place"});
  const load = async () => {
    const {url} = await post("/api/tickets", {run: run.id, name: "report.html"}, signal);
    place.replaceChildren(h("iframe", {src: url, sandbox: "allow-scripts allow-downloads", title: `Report of ${run.title || run.id}`, id: "report-frame", class: "report"}));
    place.parentElement.scrollIntoView({block: "start"}); // with its heading, which has the button for a new tab
  };
  const failed = error => { if (!signal.aborted) place.replaceChildren(notice("alarm", error.message)); };
  return {
    section: h("section", {id: "report", "aria-labelledby": "report-title", hidden: true}, h("div", {class: "title-row"}, h("h2", {id: "report-title", text: "Report"}),
      button("Open in a new tab", "report-tab", () => openInTab(run.id, "report.html").catch(failed), {id: "report-tab"})), place),
    show: async section => {
      section.hidden = !section.hidden;
      if (!section.hidden && !place.children.length) await load().catch(failed);
    },
  };
};

const files = run => h("details", {class: "more", id: "files"}, h("summary", {id: "files-open", text: `Download files (${(run.files ?? []).length})`}),
  h("ul", {class: "files"}, ...(run.files ?? []).map(file => h("li", {},
    button(file.name, "file", async event => {
      const place = event.currentTarget.closest("details");
      try {
        download(file.name, (await post("/api/tickets", {run: run.id, name: file.name})).url);
      } catch (error) { place.append(notice("alarm", error.message)); }
    }, {"aria-label": `Download ${file.name}`}), h("span", {class: "faint", text: bytes(file.bytes)})))));

const compareWith = async run => {
  const {runs} = await get("/api/runs");
  const others = runs.filter(other => other.id !== run.id && other.state === "done" && ["fit", "select", "tune"].includes(other.command ?? "fit"));
  const alike = [...others.filter(other => other.data === run.data), ...others.filter(other => other.data !== run.data)].slice(0, 200);
  if (!alike.length) { await ask("Nothing to compare with", h("p", {text: "There is no other finished run."}), [{text: "Close", value: "", kind: "primary"}]); return; }
  const menu = h("select", {id: "compare-other"}, ...alike.map(other => h("option", {value: other.id, text: `${other.title || other.id} (${other.data ?? "?"}, ${when(other.created)})`})));
  const answer = await ask("Compare with…", [h("label", {for: "compare-other", text: "The other run"}), menu], [{text: "Cancel", value: ""}, {text: "Compare", value: "yes", kind: "primary", test: "compare-go"}], {id: "compare-with"});
  if (answer === "yes") location.hash = `#/compare?run=${part(run.id)}&run=${part(menu.value)}`;
};

/** Starts a run that places new samples, and goes to it. */
export const placeSamples = async (run, data) => {
  const {id} = await post("/api/runs", {data, command: "transform", run, options: {}});
  location.hash = `#/run/${part(id)}`;
};

const placements = async (run, signal) => {
  const name = ["placement.csv", "labels.csv"].find(file => hasFile(run, file));
  if (!name) return null;
  const [head, ...rows] = parseCsv(await text(runPath(run.id, `/files/${name}`), signal));
  const numeric = head.map((_, i) => i).filter(i => i > 0);
  return h("section", {"aria-labelledby": "placed-title"}, h("h2", {id: "placed-title", text: "Groups of the new samples"}),
    table(`${count(rows.length, "new sample")}${rows.length > 500 ? ", the first 500" : ""}`, head.map(placementName), rows.slice(0, 500).map(row => row.map((cell, i) => i && cell !== "" && !Number.isNaN(Number(cell)) ? Number(cell) : cell)), {numeric, test: "placed"}));
};

const METHOD_SCORES = {nmi_mean: "NMI", acc_mean: "accuracy", relative_error_mean: "relative error", deviance_explained_mean: "deviance explained", kept_mean: "features kept", stability_jaccard: "stability", seconds_mean: "seconds"};

/** The methods that a run has compared, with the means of their scores. */
const methods = async (run, signal) => {
  if (!hasFile(run, "comparison.csv")) return null;
  const [head, ...rows] = parseCsv(await text(runPath(run.id, "/files/comparison.csv"), signal));
  const shown = Object.keys(METHOD_SCORES).map(key => [key, head.indexOf(key)]).filter(([, at]) => at >= 0 && rows.some(row => row[at]));
  return h("section", {"aria-labelledby": "methods-title"}, h("h2", {id: "methods-title", text: "Methods"}),
    table("Means of the scores of each method", ["method", ...shown.map(([key]) => METHOD_SCORES[key])],
      rows.map(row => [row[0], ...shown.map(([, at]) => row[at] ? Number(row[at]) : null)]), {numeric: shown.map((_, i) => i + 1), test: "methods"}));
};

/** Puts the options of a run back into the form, with the message beside the field that it concerns. */
const changeOptions = async run => {
  const command = run.command ?? "fit", options = fromWords(run.words, await get(`/api/options?command=${command}`));
  for (const key of ["drop", "color", "one-hot"]) if (typeof options[key] === "string") options[key] = options[key].split(",");
  setDraft(run.data, {command, options, title: run.state === "failed" ? run.title ?? "" : "", refusal: run.state === "failed" && run.message ? {option: run.option?.replace(/^--?/, ""), message: run.message} : null});
  save();
  location.hash = `#/new/${part(run.data)}`;
};

const rename = async (run, heading) => {
  const field = h("input", {type: "text", id: "run-title", value: run.title || run.id, maxlength: 200});
  const answer = await ask("Rename the run", [h("label", {for: "run-title", text: "Title"}), field], [{text: "Cancel", value: "cancel"}, {text: "Rename", value: "yes", kind: "primary", test: "rename-yes"}], {id: "rename"});
  if (answer !== "yes") return;
  const changed = await patch(runPath(run.id), {title: field.value.trim()});
  run.title = changed.title;
  heading.textContent = run.title || run.id;
};

/** The objective of a run that has ended, as a curve. */
const curve = (run, signal) => {
  if (!hasFile(run, "trace.csv")) return null;
  const plot = h("div", {class: "plot", id: "curve"}), figure = h("figure", {class: "chart"}, h("figcaption", {text: "Objective"}), plot);
  const draw = points => points.length ? drawCurves(plot, [{id: run.id, points: points.map(([x, y]) => [x, y])}]) : figure.remove();
  let isOver = false;
  follow(runPath(run.id, "/events"), {
    signal,
    isOver: () => isOver,
    onEvent: (kind, data) => {
      if (kind !== "history") return;
      isOver = true;
      Promise.resolve(draw(data.points)).catch(() => figure.remove());
    },
  }).catch(() => figure.remove());
  return figure;
};

const details = run => h("details", {class: "more"}, h("summary", {text: "Command and times"}),
  run.shell ? h("pre", {id: "run-command", text: run.shell}) : null,
  h("p", {class: "faint", text: [`Run ${run.id}`, run.data ? `data ${run.data}` : "", run.created ? `created ${when(run.created)}` : ""].filter(Boolean).join(", ")}));

const deleteRun = async (run, place) => {
  const answer = await ask("Delete this run?", h("p", {text: "It leaves the list of runs, with its title and tags."}), [{text: "Keep", value: "", test: "delete-no"}, {text: "Delete", value: "yes", kind: "alarm", test: "delete-yes"}], {id: "delete-run"});
  if (answer !== "yes") return;
  try {
    await remove(runPath(run.id));
    location.hash = "#/runs";
  } catch (error) { place.prepend(notice("alarm", error.message)); }
};

/** @param hasData whether the data of the run is in the folder: only then there is a page of it, and a run can be repeated */
const showResult = async (context, run, place, hasData) => {
  const {signal} = context, summary = run.summary ?? {}, canChange = hasData && run.words?.length && run.command !== "transform";
  const change = (words, id, properties = {}) => canChange ? button(words, id, event => changeOptions(run).catch(error => event.target.after(notice("alarm", error.message))), {id, ...properties}) : null;
  const again = change("Change options and run again", "again");
  const resume = run.resumable ? button("Continue", "resume", async event => {
    const pressed = event.currentTarget;
    pressed.disabled = true;
    try {
      await post(runPath(run.id, "/resume"), {});
      context.refresh();
    } catch (error) {
      pressed.disabled = false;
      place.prepend(notice("alarm", error.message));
    }
  }, {id: "resume", class: "primary"}) : null;
  if (run.state === "failed") {
    const refused = run.code === 2 || run.option;
    place.replaceChildren(notice("alarm", refused ? "The run was refused" : "The run failed", [run.message ?? "It ended without a message."], "run-error"),
      h("div", {class: "actions"}, resume, change("Change options", "change-options", {class: resume ? "" : "primary"}),
        hasData ? link("Back to the data", `#/data/${part(run.data)}`, {class: "button"}) : null), details(run));
    return;
  }
  if (run.state === "done" && !run.summary) {
    place.replaceChildren(notice("alarm", "The folder of this run is gone", [sentence(run.message || `there is no result in the folder ${run.id}`)], "run-gone"),
      h("div", {class: "actions"}, again, button("Delete…", "run-delete", () => deleteRun(run, place), {id: "run-delete", class: "alarm"})), details(run));
    return;
  }
  const parts = [];
  if (run.state === "stopped") parts.push(notice("warning", "The run was stopped", [resume ? "The point reached is kept. It can continue from there." : sentence(run.message ?? "there is no point to continue from")], "stopped"),
    h("div", {class: "actions"}, resume, again));
  if (run.summary) {
    parts.push(...trust(summary));
    if (summary.stop_reason && summary.converged === false && run.state === "done") parts.push(notice("warning", "The fit did not converge", [sentence(summary.stop_reason)]));
    const report = reportSection(run, signal);
    const newSamples = h("input", {type: "file", id: "new-samples-input", class: "hidden", tabindex: -1, "aria-label": "New samples"});
    newSamples.addEventListener("change", async () => {
      const names = await uploadAll(chosen(newSamples));
      if (names.length) await placeSamples(run.id, names[0]).catch(error => place.prepend(notice("alarm", error.message)));
    });
    const isFit = ["fit", "tune"].includes(run.command ?? "fit"), canExplore = (isFit || run.command === "select") && hasPoints(run);
    parts.push(h("div", {class: "actions", id: "result-actions"},
      canExplore ? link("Explore", `#/explore/${part(run.id)}`, {class: resume ? "button" : "button primary", id: "explore"}) : null,
      hasFile(run, "report.html") ? button("Report", "report-show", () => report.show(report.section), {id: "report-show", class: resume || canExplore ? "" : "primary"}) : null,
      isFit || run.command === "select" ? button("Compare with…", "compare", () => compareWith(run), {id: "compare"}) : null,
      isFit ? button("Place new samples", "place", () => newSamples.click(), {id: "place"}) : null, newSamples, run.state === "done" ? again : null));
    parts.push(scores(run));
    parts.push(report.section);
    if (run.command === "transform") parts.push(await placements(run, signal));
    else if (run.command === "compare") parts.push(await methods(run, signal));
    else parts.push(h("div", {class: "beside"}, await keptFeatures(run, signal), curve(run, signal)));
    parts.push(files(run));
  }
  parts.push(details(run));
  place.replaceChildren(...parts.filter(Boolean));
};

/** What is shown while a run goes on. */
const progressView = (run, id) => {
  const chart = h("figure", {class: "chart"}, h("figcaption", {text: "Objective"}), h("div", {class: "plot", id: "curve"}));
  const bar = h("progress", {id: "share", max: 1, "aria-label": "Share of the work that is done"}), phase = h("p", {id: "phase", class: "phase", text: "…"});
  const left = h("span", {id: "left"}), spent = h("span", {id: "spent"}), point = h("span", {id: "point"});
  const stop = button("Stop", "stop", async () => {
    stop.disabled = true;
    stop.textContent = "Stopping…";
    await post(runPath(id, "/stop"), {}).catch(error => { stop.disabled = false; stop.textContent = "Stop"; view.prepend(notice("alarm", error.message)); });
  }, {id: "stop"});
  const view = h("section", {class: "progress", "aria-label": "Progress"}, phase, bar, h("p", {class: "facts"}, spent, left, point), h("div", {class: "actions"}, stop), chart);
  const points = [];
  let drawn = 0, timer = 0, spoken = "";
  const draw = () => {
    timer = 0;
    drawn = performance.now();
    if (points.length && chart.isConnected) drawCurves(chart.querySelector(".plot"), [{id, points}]).catch(() => {});
  };
  const drawSoon = () => { if (!timer) timer = setTimeout(draw, Math.max(0, REDRAW - (performance.now() - drawn))); };
  return {
    view,
    history: ({points: all}) => { points.splice(0, points.length, ...all.map(([x, y]) => [x, y])); drawSoon(); },
    update: now => {
      if (now.phase && now.phase !== spoken) { spoken = now.phase; announce(now.phase); }
      if (now.phase) phase.textContent = sentence(now.phase).replace(/\.$/, "");
      else if (now.state === "queued") phase.textContent = now.position ? `Waiting, number ${now.position} in the queue` : "Waiting for other runs";
      else if (now.state === "running" && !spoken) phase.textContent = "Starting";
      const share = now.share ?? now.seconds / (now.left + now.seconds);
      if (Number.isFinite(share)) bar.value = share; else bar.removeAttribute("value");
      spent.textContent = Number.isFinite(now.seconds) ? `${seconds(now.seconds)} so far` : "";
      left.textContent = Number.isFinite(now.left) ? `about ${seconds(now.left)} left` : "";
      if (Number.isFinite(now.iteration)) {
        point.textContent = `iteration ${number(now.iteration)}${Number.isFinite(now.objective) ? `, objective ${number(now.objective)}` : ""}`;
        if (Number.isFinite(now.objective)) {
          if (points.length && now.iteration < points.at(-1)[0]) points.length = 0; // another restart
          if (!points.length || now.iteration > points.at(-1)[0]) points.push([now.iteration, now.objective]);
          drawSoon();
        }
      }
    },
    end: () => clearTimeout(timer),
  };
};

export const show = async context => {
  const {main, name: id, signal} = context;
  let run = await get(runPath(id), signal);
  const hasData = run.data_known;
  const heading = h("h1", {tabindex: -1, text: run.title || run.id});
  const state = h("span", {class: `state ${run.state}`, id: "state", text: STATES[run.state] ?? run.state});
  const place = h("div", {id: "run"});
  main.replaceChildren(h("p", {class: "crumbs"}, link("Runs", "#/runs"), ...(run.data ? [" / ", hasData ? link(run.data, `#/data/${part(run.data)}`) : run.data] : [])),
    h("div", {class: "title-row"}, heading, state, button("Rename", "rename", () => rename(run, heading), {id: "rename-run"})), place);
  const showState = words => { state.textContent = STATES[words] ?? words; state.className = `state ${words}`; };
  if (FINAL.has(run.state)) { await showResult(context, run, place, hasData); return; }

  const progress = progressView(run, id);
  place.replaceChildren(progress.view);
  progress.update(run);
  let last = run.state;
  follow(runPath(id, "/events"), {
    signal,
    isOver: () => FINAL.has(last),
    onEvent: (kind, data) => {
      if (kind === "history") progress.history(data);
      else progress.update(data);
      if (kind === "state" && data.state) { last = data.state; showState(last); }
    },
  }).then(async () => {
    progress.end();
    if (signal.aborted) return;
    run = await get(runPath(id), signal);
    showState(run.state);
    await showResult(context, run, place, hasData);
    announce(run.state === "done" ? "The run is done." : run.state === "failed" ? `The run failed. ${run.message ?? ""}` : "The run was stopped.");
  }).catch(error => { if (!signal.aborted) place.replaceChildren(notice("alarm", error.message, [], "page-error")); });
};
