/** The table of runs: sort, filter, rename, tag, pin, delete, compare. */
import {get, part, patch, remove, runPath} from "./api.js";
import {announce, ask, button, count, h, link, number, pause, seconds, when} from "./dom.js";

const AGAIN = 3000, FEWEST = 2, MOST = 6;
const TRUST_ORDER = {good: 3, doubtful: 2, none: 1};
const COLUMNS = [
  {key: "title", name: "Run", value: run => (run.title || run.id).toLowerCase()},
  {key: "state", name: "State", value: run => run.state},
  {key: "trust", name: "Trust", value: run => TRUST_ORDER[run.trust] ?? 0},
  {key: "data", name: "Data", value: run => run.data ?? "", wide: true},
  {key: "command", name: "Command", value: run => run.command ?? "", wide: true},
  {key: "clusters", name: "Groups", value: run => run.clusters ?? -1, numeric: true, wide: true},
  {key: "keep", name: "Kept", value: run => run.keep ?? -1, numeric: true, wide: true},
  {key: "nmi", name: "NMI", value: run => run.nmi ?? -1, numeric: true, wide: true},
  {key: "seconds", name: "Time", about: "The whole run; of a run of the command line: its computing time", value: run => run.seconds ?? -1, numeric: true, wide: true},
  {key: "created", name: "Created", value: run => run.created ?? "", wide: true},
];
const STATES = ["queued", "running", "done", "failed", "stopped"];

/** One row is made by hand and copied, because that is faster than making each element. */
const template = () => {
  const cell = (key, properties = {}) => h("td", {"data-cell": key, ...properties});
  return h("tr", {},
    h("td", {class: "pick"}, h("input", {type: "checkbox", "data-act": "pick"})),
    h("td", {class: "pin"}, h("button", {type: "button", class: "quiet", "data-act": "pin", "data-test": "pin"})),
    h("th", {scope: "row", class: "title"}, h("a", {"data-test": "run-link"}), h("button", {type: "button", class: "quiet pencil", "data-act": "rename", "data-test": "pencil", text: "✎"}), h("span", {class: "tags"})),
    ...COLUMNS.slice(1).map(({key, numeric, wide}) => cell(key, {class: [numeric ? "number" : "", wide ? "wide" : ""].join(" ").trim() || null})));
};

const fillRow = (made, run, isPicked) => {
  const name = run.title || run.id, [pick, pin, title, ...cells] = made.children;
  made.dataset.run = run.id;
  pick.firstChild.checked = isPicked;
  pick.firstChild.setAttribute("aria-label", `Select ${name}`);
  pin.firstChild.textContent = run.pinned ? "★" : "☆";
  pin.firstChild.setAttribute("aria-pressed", String(Boolean(run.pinned)));
  pin.firstChild.setAttribute("aria-label", `Pin ${name}`);
  const [anchor, pencil, tags] = title.children;
  anchor.textContent = name;
  anchor.href = `#/run/${part(run.id)}`;
  pencil.setAttribute("aria-label", `Rename ${name}`);
  tags.replaceChildren(...(run.tags ?? []).map(text => h("span", {class: "chip", text})));
  const texts = {
    state: run.state === "running" && Number.isFinite(run.share) ? `running ${Math.round(100 * run.share)} %` : run.state, trust: run.trust ?? "–", data: run.data ?? "–", command: run.command ?? "–", clusters: number(run.clusters),
    keep: number(run.keep), nmi: number(run.nmi), seconds: seconds(run.seconds) || "–", created: when(run.created),
  };
  for (const cell of cells) cell.textContent = texts[cell.dataset.cell];
  cells[0].className = `state-cell ${run.state}`;
  cells[1].className = `trust-cell ${run.trust ?? ""}`;
};

const kept = {sort: "created", down: true, text: "", state: "", tag: ""};

export const show = async context => {
  const {main, signal} = context;
  let {runs} = await get("/api/runs", signal);
  let known = JSON.stringify(runs);
  const picked = new Set();
  const rowTemplate = template();
  const body = h("tbody", {});
  const live = h("span", {class: "faint", id: "runs-count", role: "status"});
  const byId = id => runs.find(run => run.id === id);

  const search = h("input", {type: "search", id: "runs-search", placeholder: "Title, data, command", "aria-label": "Filter the runs by text", value: kept.text, on: {input: () => { kept.text = search.value; fill(); }}});
  const stateMenu = h("select", {id: "runs-state", "aria-label": "Filter by state", on: {change: () => { kept.state = stateMenu.value; fill(); }}}, h("option", {value: "", text: "all states"}), ...STATES.map(state => h("option", {value: state, text: state})));
  stateMenu.value = kept.state;
  const tagMenu = h("select", {id: "runs-tag", "aria-label": "Filter by tag", on: {change: () => { kept.tag = tagMenu.value; fill(); }}});
  const heads = new Map(COLUMNS.map(column => [column.key, h("th", {scope: "col", class: [column.numeric ? "number" : "", column.wide ? "wide" : "", `col-${column.key}`].join(" ").trim(), title: column.about},
    h("button", {type: "button", class: "sort", "data-test": `sort-${column.key}`, text: column.name, on: {click: () => {
      if (kept.sort === column.key) kept.down = !kept.down; else Object.assign(kept, {sort: column.key, down: Boolean(column.numeric) || column.key === "created" || column.key === "trust"});
      fill();
    }}}))]));
  const allPick = h("input", {type: "checkbox", id: "pick-all", "aria-label": "Select all runs that are shown"});

  const shownRuns = () => {
    const words = kept.text.trim().toLowerCase(), column = COLUMNS.find(({key}) => key === kept.sort), sign = kept.down ? -1 : 1;
    return runs.filter(run => (!kept.state || run.state === kept.state) && (!kept.tag || (run.tags ?? []).includes(kept.tag))
      && (!words || [run.title, run.id, run.data, run.command, run.model, ...run.tags ?? []].some(text => text?.toLowerCase().includes(words))))
      .map(run => ({run, value: column.value(run)}))
      .sort((a, b) => Number(Boolean(b.run.pinned)) - Number(Boolean(a.run.pinned)) || sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)).map(({run}) => run);
  };
  const showPicked = () => {
    for (const id of picked) if (!byId(id)) picked.delete(id);
    const many = picked.size;
    for (const one of [tag, pin, erase]) one.disabled = many < 1;
    compare.disabled = many < FEWEST || many > MOST;
    chosenWords.textContent = many ? `${number(many)} selected${compare.disabled ? `; ${FEWEST} to ${MOST} runs can be compared` : ""}` : "Select runs to compare, tag, pin or delete them.";
  };
  /** Rows are kept while their run is shown, so that the focus stays on its control; a row that moves loses it and gets it back. */
  const fill = () => {
    const shown = shownRuns(), focused = body.contains(document.activeElement) ? document.activeElement : null, at = [...body.rows].indexOf(focused?.closest("tr"));
    const rows = new Map([...body.rows].map(row => [row.dataset.run, row]));
    const now = shown.map(run => {
      const made = rows.get(run.id) ?? rowTemplate.cloneNode(true);
      fillRow(made, run, picked.has(run.id));
      return made;
    });
    if (now.length !== body.rows.length || now.some((row, i) => row !== body.rows[i])) body.replaceChildren(...now);
    if (focused && focused !== document.activeElement) (focused.isConnected ? focused : body.rows[Math.min(at, now.length - 1)]?.querySelector("a") ?? search).focus({preventScroll: true});
    for (const [key, head] of heads) if (key === kept.sort) head.setAttribute("aria-sort", kept.down ? "descending" : "ascending"); else head.removeAttribute("aria-sort");
    live.textContent = shown.length === runs.length ? count(runs.length, "run") : `${number(shown.length)} of ${count(runs.length, "run")}`;
    empty.hidden = shown.length > 0;
    empty.replaceChildren(...runs.length ? ["No run fits the filter."] : ["There are no runs yet. Choose ", link("Data", "#/data"), " to start one."]);
    allPick.checked = shown.length > 0 && shown.every(run => picked.has(run.id));
  };
  const fillTags = () => {
    const tags = [...new Set(runs.flatMap(run => run.tags ?? []))].sort();
    tagMenu.replaceChildren(h("option", {value: "", text: "all tags"}), ...tags.map(text => h("option", {value: text, text})));
    tagMenu.value = tags.includes(kept.tag) ? kept.tag : kept.tag = "";
  };

  const change = async (run, values) => {
    try {
      const changed = await patch(runPath(run.id), values);
      Object.assign(run, changed);
      Object.assign(byId(run.id) ?? run, changed); // the table may have been read again meanwhile
    } catch (error) {
      await ask("This could not be changed", h("p", {text: error.message}), [{text: "Close", value: "", kind: "primary"}]);
    }
  };
  const chosenRuns = () => [...picked].map(byId).filter(Boolean);

  const startRename = row => {
    const run = byId(row.dataset.run), title = row.querySelector(".title"), anchor = title.querySelector("a");
    if (title.querySelector("input")) return;
    const field = h("input", {type: "text", class: "rename", value: run.title || run.id, maxlength: 200, "aria-label": "New title", "data-test": "rename-field"});
    let over = false;
    const end = async (keep, isKey) => {
      if (over) return;
      over = true;
      const words = field.value.trim();
      if (keep && words !== (run.title || run.id)) { await change(run, {title: words}); announce(`Renamed to ${run.title || run.id}.`); }
      field.replaceWith(anchor);
      fillRow(row, run, picked.has(run.id));
      if (isKey) anchor.focus();
    };
    field.addEventListener("keydown", event => {
      if (event.key === "Enter") end(true, true);
      else if (event.key === "Escape") end(false, true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    field.addEventListener("blur", () => end(true, false));
    anchor.replaceWith(field);
    field.focus();
    field.select();
  };

  const tagChosen = async () => {
    const some = chosenRuns(), field = h("input", {type: "text", id: "tags-field", value: some.length === 1 ? (some[0].tags ?? []).join(", ") : "", autocomplete: "off"});
    const answer = await ask(some.length === 1 ? `Tags of ${some[0].title || some[0].id}` : `Add tags to ${count(some.length, "run")}`,
      [h("label", {for: "tags-field", text: "Tags, with commas between them"}), field], [{text: "Cancel", value: "cancel"}, {text: "Save", value: "yes", kind: "primary", test: "tags-save"}], {id: "tags"});
    if (answer !== "yes") return;
    const tags = field.value.split(",").map(text => text.trim()).filter(Boolean);
    for (const run of some) await change(run, {tags: some.length === 1 ? tags : [...new Set([...run.tags ?? [], ...tags])]});
    fillTags();
    fill();
  };
  const pinChosen = async () => {
    const some = chosenRuns(), pinned = !some.every(run => run.pinned);
    for (const run of some) await change(run, {pinned});
    fill();
  };
  const deleteChosen = async () => {
    const some = chosenRuns();
    const answer = await ask(some.length === 1 ? "Delete this run?" : `Delete ${some.length} runs?`,
      [h("p", {text: "Their folders are removed from the disk."}), h("ul", {}, ...some.slice(0, 8).map(run => h("li", {text: run.title || run.id})), some.length > 8 ? h("li", {text: `and ${some.length - 8} more`}) : null)],
      [{text: "Keep", value: "", test: "delete-no"}, {text: "Delete", value: "yes", kind: "alarm", test: "delete-yes"}], {id: "delete-runs"});
    if (answer !== "yes") return;
    const failures = [];
    for (const run of some) {
      try {
        await remove(runPath(run.id));
        runs = runs.filter(other => other !== run);
        picked.delete(run.id);
      } catch (error) { failures.push(`${run.title || run.id}: ${error.message}`); }
    }
    fill();
    showPicked();
    announce(`${count(some.length - failures.length, "run")} deleted.`);
    if (failures.length) await ask(some.length === 1 ? "The run cannot be deleted" : "Not all could be deleted", h("ul", {}, ...failures.map(text => h("li", {text}))), [{text: "Close", value: "", kind: "primary"}]);
  };

  const compare = button("Compare", "runs-compare", () => { location.hash = `#/compare?${[...picked].map(id => `run=${part(id)}`).join("&")}`; }, {id: "runs-compare", class: "primary"});
  const tag = button("Tag…", "runs-tag-edit", tagChosen, {id: "runs-tag-edit"}), pin = button("Pin", "runs-pin", pinChosen, {id: "runs-pin"}), erase = button("Delete…", "runs-delete", deleteChosen, {id: "runs-delete", class: "alarm"});
  const chosenWords = h("span", {class: "faint", id: "picked"});
  const empty = h("p", {class: "faint", id: "runs-empty", hidden: true});

  body.addEventListener("click", async event => {
    const act = event.target.dataset?.act, row = event.target.closest("tr");
    if (act === "pick") {
      if (event.target.checked) picked.add(row.dataset.run); else picked.delete(row.dataset.run);
      showPicked();
    } else if (act === "rename") startRename(row);
    else if (act === "pin") {
      const run = byId(row.dataset.run);
      await change(run, {pinned: !run.pinned});
      fill();
    }
  });
  allPick.addEventListener("change", () => {
    for (const run of shownRuns()) if (allPick.checked) picked.add(run.id); else picked.delete(run.id);
    fill();
    showPicked();
  });

  fillTags();
  fill();
  showPicked();
  main.replaceChildren(h("div", {class: "title-row"}, h("h1", {tabindex: -1, text: "Runs"}), live),
    h("div", {class: "filters"}, search, stateMenu, tagMenu), h("div", {class: "actions tools"}, compare, tag, pin, erase, chosenWords),
    h("div", {class: "scroll"}, h("table", {class: "full runs", id: "runs"}, h("caption", {class: "hidden", text: "Runs in the folder"}),
      h("thead", {}, h("tr", {}, h("th", {scope: "col", class: "pick"}, allPick), h("th", {scope: "col", class: "pin"}, h("span", {class: "hidden", text: "Pinned"})), ...heads.values())), body)), empty);

  const isEdited = () => body.querySelector("input.rename") || document.querySelector("dialog[open]");
  (async () => {
    for (;;) {
      const active = runs.some(run => run.state === "running" || run.state === "queued");
      await pause(active ? AGAIN : 4 * AGAIN, signal);
      if (signal.aborted) return;
      if (document.hidden || isEdited()) continue;
      try {
        const found = await get("/api/runs", signal), words = JSON.stringify(found.runs);
        if (words === known || isEdited()) continue;
        known = words;
        runs = found.runs;
        fillTags();
        fill();
        showPicked();
      } catch { /* the line at the top says that the server does not answer */ }
    }
  })();
};
