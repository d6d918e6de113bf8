/** What is in a data set: preview, columns with their roles, hints, and suggestions to take with one click. */
import {get, part} from "./api.js";
import {announce, button, bytes, count, debounce, h, link, notice, number, percent, seconds, table} from "./dom.js";
import {draft, list, save, set} from "./drafts.js";

const ROLES = [["feature", "Feature"], ["id", "Name"], ["label", "Label"], ["color", "Colour"], ["drop", "Drop"]];
const KINDS = {whole: "integer"};
const MANY = 60;
/** The server reads few data at a time; a request beyond these is sent again. */
const BUSY = 503, BUSY_MILLIS = 2000;
const READING = ["labels", "features-in-rows", "variable", "drop", "columns", "id", "one-hot", "color", "decimal", "sheet", "delimiter", "header", "missing-words", "resize", "picture",
  "recipe", "log1p", "clip", "impute", "missing", "drop-constant", "top-variance", "normalize", "feature-scale"];

/** The options that change how the data is read, as a query. */
const query = options => {
  const words = new URLSearchParams();
  for (const name of READING) {
    const value = options[name];
    if (value === undefined || value === false || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) words.append(name, one);
  }
  return words.size ? `?${words}` : "";
};

/** The roles of columns by the option that gives them; a feature needs one only where its column holds no numbers. */
const ROLE_OF = {labels: "label", id: "id", drop: "drop", color: "color", "one-hot": "feature"};
const SEVERAL = ["drop", "color", "one-hot"];
const WORDS_KINDS = ["category", "text", "date"];

const roleOf = (column, options) => {
  const key = Object.keys(ROLE_OF).find(one => SEVERAL.includes(one) ? list(options[one]).includes(column.name) : options[one] === column.name);
  return ROLE_OF[key] ?? {dropped: "drop", "one-hot": "feature"}[column.role] ?? column.role;
};

const setOption = (options, key, name) => {
  for (const one of ["labels", "id"]) if (options[one] === name) set(options, one);
  for (const one of SEVERAL) set(options, one, list(options[one]).filter(other => other !== name));
  if (key) options[key] = SEVERAL.includes(key) ? [...list(options[key]), name] : name;
};

const setRole = (options, column, role) =>
  setOption(options, Object.keys(ROLE_OF).find(key => ROLE_OF[key] === role && (role !== "feature" || WORDS_KINDS.includes(column.kind))), column.name);

/** Finds an option with its value in a sentence of the server, such as "leave it out with --drop date". */
const optionIn = sentence => {
  const found = /--(drop|labels|id|missing|impute|normalize|color|one-hot|recipe)[ =]('([^']+)'|"([^"]+)"|[^\s;:)]+)/.exec(sentence);
  return found ? [found[1], (found[3] ?? found[4] ?? found[2]).replace(/[.,]$/, "")] : null;
};

const summary = found => {
  const facts = [
    ["Samples", number(found.samples)], ["Features", number(found.features)],
    found.min === null || found.min === undefined ? null : ["Values", `${number(found.min)} to ${number(found.max)}`],
    ["Missing cells", number(found.missing?.count ?? 0)],
    found.zero_share === undefined || found.zero_share === null ? null : ["Zeros", percent(found.zero_share)],
    found.negative?.count ? ["Negative", number(found.negative.count)] : null,
    Object.keys(found.classes ?? {}).length ? ["Classes", number(Object.keys(found.classes).length)] : null,
    found.estimate ? ["A fit takes about", `${seconds(found.estimate.seconds)}, ${bytes(found.estimate.bytes)}`] : null,
  ];
  return h("dl", {class: "cards", id: "facts"}, ...facts.filter(Boolean).map(([name, value]) => h("div", {}, h("dt", {text: name}), h("dd", {text: value}))));
};

/** The cells of a table are texts, of all its columns; of other formats there are the numbers of the features. */
const preview = ({columns, rows}, found) => {
  const isTable = rows.flat().some(cell => typeof cell === "string"), all = isTable ? found.columns?.length ?? 0 : found.features;
  return h("section", {class: "preview", "aria-labelledby": "preview-title"}, h("h2", {id: "preview-title", text: "The first rows"}),
    all > columns.length ? h("p", {class: "faint", text: `The first ${number(columns.length)} of ${number(all)} ${isTable ? "columns" : "features"}.`}) : null,
    table("The first rows of the table", columns, rows, {test: "preview", hideCaption: true}));
};

const range = column => column.min === undefined || column.min === null
  ? (column.examples ?? []).slice(0, 3).join(", ") : `${number(column.min)} – ${number(column.max)}`;

const columnRow = (column, options, choose) => {
  const role = roleOf(column, options);
  const roles = h("div", {class: "roles", role: "group", "aria-label": `Role of ${column.name}`}, ...ROLES.map(([key, words]) =>
    h("button", {type: "button", text: words, "data-role": key, test: `role-${key}`, "aria-pressed": String(role === key), on: {click: event => choose(column, key, event.currentTarget)}})));
  return h("tr", {"data-column": column.name, class: role === "text" ? "undecided" : ""},
    h("th", {scope: "row", text: column.name}), h("td", {class: "wide", text: KINDS[column.kind] ?? column.kind}),
    h("td", {}, roles, column.advice ? h("p", {class: "advice", text: column.advice}) : null),
    h("td", {class: "wide words", text: range(column)}),
    h("td", {class: "wide number", text: number(column.distinct)}),
    h("td", {class: column.missing ? "wide number warn" : "wide number", text: number(column.missing ?? 0)}));
};

const columnTable = (columns, guesses, options, choose) => {
  const isFirst = column => roleOf(column, options) !== "feature" || Boolean(column.advice) || guesses.includes(column.name);
  const body = h("tbody", {});
  const search = h("input", {type: "search", id: "column-search", placeholder: "Name of a column", "aria-label": "Search the columns"});
  const more = button("", "columns-more", () => { shown = Infinity; fill(); });
  let shown = MANY;
  const fill = () => {
    const asked = search.value.trim().toLowerCase();
    const found = columns.filter(({name}) => name.toLowerCase().includes(asked));
    const sorted = asked ? found : [...found.filter(isFirst), ...found.filter(column => !isFirst(column))];
    body.replaceChildren(...sorted.slice(0, shown).map(column => columnRow(column, options, choose)));
    more.hidden = found.length <= shown;
    more.textContent = `Show all ${number(found.length)} columns`;
  };
  search.addEventListener("input", fill);
  fill();
  return h("section", {"aria-labelledby": "columns-title"}, h("div", {class: "title-row"}, h("h2", {id: "columns-title", text: "Columns"}), columns.length > 12 ? search : null),
    h("p", {class: "faint", text: "Features are what the groups come from. A name, a label or a colour is never a feature."}),
    h("div", {class: "scroll"}, h("table", {class: "full", id: "columns"}, h("caption", {class: "hidden", text: "Columns and their roles"}),
      h("thead", {}, h("tr", {}, h("th", {scope: "col", text: "Column"}), h("th", {scope: "col", class: "wide", text: "Kind"}), h("th", {scope: "col", text: "Role"}), h("th", {scope: "col", class: "wide", text: "Range or examples"}),
        h("th", {scope: "col", class: "wide number", text: "Distinct"}), h("th", {scope: "col", class: "wide number", text: "Missing"}))), body)), more);
};

const isTaken = (wanted, options) => Object.keys(wanted).length > 0 && Object.entries(wanted).every(([key, value]) =>
  list(value).every(one => list(options[key]).map(String).includes(String(one))));

const words = options => Object.entries(options ?? {}).map(([key, value]) => value === true ? `--${key}` : `--${key} ${list(value).join(",")}`).join(" ");

const suggestionsOf = (found, options) => {
  const all = (found.suggestions ?? []).filter(one => !isTaken(one.options ?? {}, options));
  const offered = new Set(all.flatMap(({options: set}) => Object.keys(set ?? {})));
  for (const guess of (found.label_guesses ?? []).slice(0, 3))
    if (!options.labels && !offered.has("labels")) all.push({text: `${guess} may hold labels: use it to score the groups, never as a feature.`, options: {labels: guess}});
  if (found.recipe && !options.recipe && !offered.has("recipe")) all.push({text: `The data look like those of the recipe ${found.recipe}.`, options: {recipe: found.recipe}});
  return all;
};

export const showDescription = async context => {
  const {main, name, signal} = context;
  const here = draft(name);
  const status = h("p", {class: "faint status", role: "status", id: "describe-status", text: "Reading the data…"});
  const body = h("div", {id: "description", "aria-busy": "true"});
  const start = link("New run", `#/new/${part(name)}`, {class: "button primary", id: "new-run"});
  main.replaceChildren(h("p", {class: "crumbs"}, link("Data", "#/data")), h("div", {class: "title-row"}, h("h1", {tabindex: -1, text: name}), start), status, body);
  context.keys.n = () => start.click();
  let last = null, calls = 0;

  const take = options => {
    for (const [key, value] of Object.entries(options)) {
      if (ROLE_OF[key]) for (const column of SEVERAL.includes(key) ? list(value) : [value]) setOption(here.options, key, column);
      else set(here.options, key, value);
    }
    save();
    read();
  };
  const choose = (column, role, pressed) => {
    setRole(here.options, column, role);
    column.role = role;
    save();
    for (const one of body.querySelectorAll("[data-column]")) {
      const found = last.columns.find(candidate => candidate.name === one.dataset.column);
      for (const choice of one.querySelectorAll("[data-role]")) choice.setAttribute("aria-pressed", String(choice.dataset.role === roleOf(found, here.options)));
    }
    pressed.focus();
    readSoon();
  };
  const suggestion = ({text, options}) => h("li", {}, h("span", {text}),
    ...Object.keys(options ?? {}).length ? [h("code", {class: "faint", text: words(options)}), button("Take it", "suggestion", () => take(options), {"aria-label": `Take it: ${text}`})] : []);

  const render = (found, error) => {
    const focused = document.activeElement?.closest?.("[data-column]")?.dataset.column, role = document.activeElement?.dataset?.role;
    const parts = [];
    if (error) {
      const fix = found && suggestionsOf(found, here.options).length ? null : optionIn(error.message);
      const undecided = (found?.columns ?? []).some(column => roleOf(column, here.options) === "text");
      parts.push(notice("alarm", "This data cannot be used yet", [error.message,
        undecided ? "Choose a role for each marked column below: for instance Label for the classes that you know, Colour for a batch." : null,
        fix ? button(`Apply --${fix[0]} ${fix[1]}`, "apply-fix", () => take({[fix[0]]: fix[1]}), {class: "primary"}) : null].filter(Boolean), "describe-error"));
    }
    if (found) {
      const ideas = suggestionsOf(found, here.options);
      if (ideas.length) parts.push(h("section", {class: "notice", "aria-labelledby": "ideas"}, h("h2", {id: "ideas", text: "Suggestions"}), h("ul", {class: "ideas"}, ...ideas.map(suggestion))));
      const chosenOptions = READING.filter(key => here.options[key] !== undefined);
      if (chosenOptions.length) parts.push(h("p", {class: "chips", id: "chosen"}, "Chosen: ", ...chosenOptions.map(key => h("span", {class: "chip"}, `--${key} ${here.options[key] === true ? "" : list(here.options[key]).join(",")}`,
        button("×", "chosen-remove", () => { set(here.options, key); save(); read(); }, {class: "quiet", "aria-label": `Take back --${key}`})))));
      if (found.samples !== undefined) parts.push(summary(found));
      if (found.preview) parts.push(preview(found.preview, found));
      if (found.columns?.length) parts.push(columnTable(found.columns, found.label_guesses ?? [], here.options, choose));
      const offered = new Set((found.suggestions ?? []).map(({text}) => text));
      const hints = [...found.hints ?? [], ...found.notices ?? []].filter(text => !offered.has(text));
      if (hints.length) parts.push(h("section", {"aria-labelledby": "hints"}, h("h2", {id: "hints", text: "Hints"}), h("ul", {class: "hints"}, ...hints.map(text => h("li", {text})))));
      const classes = Object.entries(found.classes ?? {});
      if (classes.length) parts.push(table("Classes", ["class", "samples"], classes.slice(0, 40), {numeric: [1], test: "classes"}));
    }
    body.replaceChildren(...parts);
    if (focused) [...body.querySelectorAll("[data-column]")].find(one => one.dataset.column === focused)?.querySelector(role ? `[data-role="${role}"]` : "button")?.focus({preventScroll: true});
  };

  const describe = async call => {
    body.setAttribute("aria-busy", "true");
    try {
      const found = await get(`/api/data/${part(name)}/describe${query(here.options)}`, signal);
      if (call !== calls) return;
      last = found;
      if (found.labels && !here.options.labels) { // a column of text that the server took as labels, without which a run would be refused
        here.options.labels = found.labels;
        save();
      }
      render(found, null);
      status.textContent = `${count(found.samples, "sample")}, ${count(found.features, "feature")}`;
    } catch (error) {
      if (signal.aborted || call !== calls) return;
      if (error.status === BUSY) {
        status.textContent = "Waiting: other data are being read …";
        await new Promise(done => setTimeout(done, BUSY_MILLIS));
        if (!signal.aborted && call === calls) await describe(call);
        return;
      }
      if (error.status !== 422 && error.status !== 400) { if (!last) throw error; }
      if (error.body?.columns) last = error.body;
      render(last, error);
      status.textContent = "";
      announce(error.message);
    } finally {
      if (call === calls) body.removeAttribute("aria-busy");
    }
  };
  /** One request at a time: choices made meanwhile are sent together when it has been answered. */
  let before = Promise.resolve();
  const read = () => {
    const call = ++calls, done = before.then(() => call === calls && !signal.aborted ? describe(call) : undefined);
    before = done.catch(() => {});
    return done;
  };
  const readSoon = debounce(() => { if (!signal.aborted) read(); }, 250);
  await read();
};
