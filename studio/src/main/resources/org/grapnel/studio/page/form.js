/** The form of a new run: the few options that matter, all others behind a fold, and the equivalent command. */
import {get, part, post} from "./api.js";
import {announce, button, debounce, h, link, notice} from "./dom.js";
import {COMMANDS, draft, known, save, set} from "./drafts.js";

const FIRST = ["clusters", "keep", "recipe"];
const WORDS = {clusters: "Groups", keep: "Features to keep", recipe: "Recipe", labels: "Known labels", rank: "Components"};
/** The first fields in plain words; the fold has the words of the command line. */
const PLAIN = {
  clusters: "How many groups of samples to look for. auto: the number that the data suggest.",
  keep: "How many features to keep. auto: as many as separate the groups best.",
  recipe: "A usual preparation for counts, text or pictures. auto: the one that the data look like.",
  labels: "Classes that you know: a column, or a file with one label per line. They score the groups and are never a feature.",
  rank: "The number of parts that the data are split into. Empty: the number of groups.",
};
const EXAMPLES = {labels: "a column or a file", rank: "a number"};
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const ABOUT = {
  fit: "Find groups and the features that tell them apart.",
  select: "Only select features; groups are a by-product.",
  tune: "Try several values of the parameters, and compare them.",
  compare: "Run several methods on the same data, and compare their scores.",
};

const IS_WHOLE = /^[-+]?\d+$/;
/** Why a text is no value of an option of numbers, in the words of the command line; "" if it is one. */
const numberFault = (option, text, mayBeAuto) => {
  const {largest} = option, size = largest && IS_WHOLE.test(text) ? BigInt(text.replace(/^[-+]/, "")) : null;
  if (largest ? size !== null && size <= BigInt(largest) : NUMBER.test(text)) return "";
  return `'${text}' is not ${largest ? `a whole number of at most ${largest}` : "a number"}${mayBeAuto ? ", or auto" : ""}.`;
};

/** Only a fit has suggestions for these two. */
const canSuggest = (command, option) => command === "fit" && (option.name === "clusters" || option.name === "keep") || (option.choices ?? []).includes("auto") && option.type === "number";

const models = new Map();
const modelOf = async (command, signal) => {
  if (!models.has(command)) models.set(command, await get(`/api/options?command=${command}`, signal));
  return models.get(command);
};

const control = (option, id, value) => {
  const common = {id, "data-option": option.name, "aria-describedby": `about-${option.name} error-${option.name}`};
  if (option.type === "flag") return h("input", {...common, type: "checkbox", checked: value === true || value === "true"});
  if (option.type === "choice") {
    const made = h("select", common, h("option", {value: "", text: option.default ? `default: ${option.default}` : "default"}), ...(option.choices ?? []).map(choice => h("option", {value: choice, text: choice})));
    made.value = value ?? "";
    return made;
  }
  const text = Array.isArray(value) ? value.join(",") : value ?? "";
  return h("input", {...common, type: "text", inputmode: option.type === "number" ? "decimal" : null, value: text, autocomplete: "off", spellcheck: "false",
    placeholder: option.default ? `default: ${option.default}` : option.label ?? "", list: option.type === "file" ? "data-names" : null});
};

const valueOf = (input, option) => {
  if (option.type === "flag") return input.checked;
  const words = input.value.trim();
  return option.type === "number" && !option.largest && NUMBER.test(words) ? Number(words) : words;
};

export const show = async context => {
  const {main, name, signal} = context, here = draft(name);
  if (context.query.has("command") && COMMANDS.includes(context.query.get("command"))) here.command = context.query.get("command");
  const [model, data] = await Promise.all([modelOf(here.command, signal), get("/api/data", signal).catch(() => ({data: []}))]);
  let options = model.groups.flatMap(group => group.options.map(option => ({...option, heading: group.heading})));
  const byName = () => new Map(options.map(option => [option.name, option]));
  const inputs = new Map();

  /** "auto" is a word only for commands that have suggestions. */
  const sent = () => Object.fromEntries(Object.entries(known(here.options, byName())).filter(([key, value]) => value !== "auto" || key === "recipe" || byName().get(key).type === "choice" || canSuggest(here.command, byName().get(key))));
  const body = () => ({data: name, command: here.command, options: sent(), title: here.title});

  const clearErrors = () => {
    for (const error of main.querySelectorAll(".field .error")) error.textContent = "";
    for (const input of main.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    general.replaceChildren();
  };
  const showError = ({option, message}, takeFocus) => {
    const input = option && inputs.get(option);
    if (!input) { general.replaceChildren(notice("alarm", message, [], "form-error")); if (takeFocus) general.querySelector(".notice").scrollIntoView({block: "center"}); return; }
    input.setAttribute("aria-invalid", "true");
    main.querySelector(`#error-${CSS.escape(option)}`).textContent = message;
    if (input.closest("details")) input.closest("details").open = true;
    for (const hidden of main.querySelectorAll(".field[hidden]")) if (hidden.contains(input)) hidden.hidden = false;
    if (takeFocus) { input.disabled = false; input.focus(); announce(message); }
  };

  const shell = h("code", {id: "command", text: " "});
  let asked = 0, hasTried = false;
  /** A value that is missing or no number need not become a run that fails. */
  const wrongValue = isComplete => {
    const all = sent();
    for (const option of options) {
      if (isComplete && option.required && all[option.name] === undefined) return {option: option.name, message: `${option.option} is needed for ${here.command}.`};
      const value = all[option.name], suggests = canSuggest(here.command, option), mayBeAuto = suggests || (option.choices ?? []).includes("auto");
      const isNumber = option.largest || option.type === "number" || suggests;
      const fault = isNumber && value !== undefined && !(mayBeAuto && value === "auto") && numberFault(option, String(value), mayBeAuto);
      if (fault) return {option: option.name, message: fault};
    }
    return null;
  };
  const showCommand = async () => {
    const ask = ++asked, wrong = wrongValue(hasTried);
    if (wrong) { clearErrors(); showError(wrong, false); setCurrent(false); return; }
    try {
      const answer = await post("/api/command", body(), signal);
      if (ask !== asked) return;
      clearErrors();
      shell.textContent = answer.command;
      setCurrent(true);
    } catch (error) {
      if (signal.aborted || ask !== asked) return;
      clearErrors();
      showError(error, false);
      setCurrent(false);
    }
  };
  const showCommandSoon = debounce(() => { if (!signal.aborted) showCommand(); }, 250);
  const changed = (key, value) => {
    set(here.options, key, value);
    here.refusal = null;
    save();
    showCommandSoon();
  };

  const field = (option, words) => {
    const id = `opt-${option.name}`, suggests = canSuggest(here.command, option), isAuto = suggests && here.options[option.name] === "auto";
    const input = control(option, id, isAuto ? "" : sent()[option.name]);
    inputs.set(option.name, input);
    const read = () => changed(option.name, valueOf(input, option));
    input.addEventListener(option.type === "flag" || option.type === "choice" ? "change" : "input", read);
    const parts = [input];
    if (words && EXAMPLES[option.name]) input.placeholder = EXAMPLES[option.name];
    if (suggests) {
      input.disabled = isAuto;
      input.placeholder = "a number";
      const auto = h("input", {type: "checkbox", id: `auto-${option.name}`, checked: isAuto, on: {change: () => {
        input.disabled = auto.checked;
        changed(option.name, auto.checked ? "auto" : valueOf(input, option));
        if (!auto.checked) input.focus();
      }}});
      parts.push(h("label", {class: "check"}, auto, "auto"));
    }
    const label = h("label", {for: id}, words ?? option.option, words ? h("code", {class: "faint", text: option.option}) : option.label && option.type !== "flag" ? h("span", {class: "faint", text: option.label}) : null);
    return h("div", {class: `field type-${option.type}`, "data-field": option.name, "data-words": `${option.option} ${option.description} ${option.heading}`.toLowerCase()},
      label, h("div", {class: "inputs"}, ...parts), h("p", {class: "error", id: `error-${option.name}`}), h("p", {class: "about", id: `about-${option.name}`, text: words && here.command === "fit" && PLAIN[option.name] || option.description}));
  };

  const title = h("input", {type: "text", id: "title", value: here.title, maxlength: 200, autocomplete: "off", on: {input: () => { here.title = title.value; save(); showCommandSoon(); }}});
  const titleField = h("div", {class: "field"}, h("label", {for: "title", text: "Title"}), h("div", {class: "inputs"}, title), h("p", {class: "about", text: "What the list of runs shows. Empty: the name of its folder."}));
  const general = h("div", {id: "form-errors", role: "alert"});
  const few = h("div", {class: "few", id: "few"}), more = h("details", {class: "more", id: "more"}), about = h("p", {class: "faint", id: "command-about"});

  const fill = () => {
    inputs.clear();
    const all = byName();
    const first = [...FIRST.filter(key => all.has(key)), ...options.filter(option => option.first && !FIRST.includes(option.name)).map(option => option.name)];
    few.replaceChildren(...first.map(key => field(all.get(key), WORDS[key])), titleField);
    const groups = new Map();
    for (const option of options.filter(option => !first.includes(option.name))) {
      if (!groups.has(option.heading)) groups.set(option.heading, []);
      groups.get(option.heading).push(option);
    }
    const nothing = h("p", {class: "faint", text: "No option fits these words.", hidden: true});
    const search = h("input", {type: "search", id: "option-search", placeholder: "Word of an option", "aria-label": "Search the options"});
    const sections = [...groups].map(([heading, some]) => h("fieldset", {}, h("legend", {text: heading}), ...some.map(option => field(option))));
    search.addEventListener("input", () => {
      const words = search.value.trim().toLowerCase();
      for (const section of sections) {
        const fields = [...section.querySelectorAll(".field")];
        for (const one of fields) one.hidden = !one.dataset.words.includes(words);
        section.hidden = fields.every(one => one.hidden);
      }
      nothing.hidden = sections.some(section => !section.hidden);
    });
    const set = options.filter(option => !first.includes(option.name) && here.options[option.name] !== undefined).length;
    more.replaceChildren(h("summary", {id: "more-options", text: set ? `More options (${set} set)` : "More options"}), search, nothing, ...sections);
    about.textContent = ABOUT[here.command];
  };

  const chooseCommand = async command => {
    here.command = command;
    hasTried = false;
    save();
    const found = await modelOf(command, signal);
    options = found.groups.flatMap(group => group.options.map(option => ({...option, heading: group.heading})));
    fill();
    showCommand();
  };
  const commands = h("fieldset", {class: "segments", id: "commands"}, h("legend", {text: "What to do"}), ...COMMANDS.map(command =>
    h("label", {}, h("input", {type: "radio", name: "command", value: command, id: `command-${command}`, checked: command === here.command, on: {change: () => chooseCommand(command)}}), h("span", {text: command}))));

  const copy = button("Copy", "copy-command", async () => {
    try {
      await navigator.clipboard.writeText(shell.textContent);
      copy.textContent = "Copied";
      announce("The command is copied.");
    } catch {
      getSelection().selectAllChildren(shell);
      copy.textContent = "Marked: press Ctrl+C";
    }
    setTimeout(() => { copy.textContent = "Copy"; }, 2000);
  }, {id: "copy-command"});

  const earlier = h("p", {class: "error", id: "command-earlier", text: "This is not the command of the values above: one of them is refused.", hidden: true});
  /** Marks the command that is shown if it is not that of the values in the form. */
  const setCurrent = isCurrent => {
    copy.disabled = !isCurrent;
    earlier.hidden = isCurrent;
    shell.parentElement.classList.toggle("earlier", !isCurrent);
  };

  const start = h("button", {type: "submit", class: "primary", id: "start", text: "Start"});
  const form = h("form", {id: "run-form", novalidate: true, on: {submit: async event => {
    event.preventDefault();
    asked++; // the answer that is still on its way would take the error away
    hasTried = true;
    clearErrors();
    const wrong = wrongValue(true);
    if (wrong) { showError(wrong, true); return; }
    start.disabled = true;
    try {
      const {id} = await post("/api/runs", body());
      save();
      location.hash = `#/run/${part(id)}`;
    } catch (error) {
      start.disabled = false;
      showError(error, true);
    }
  }}}, commands, about, general, few, more,
  h("section", {class: "command", "aria-labelledby": "command-title"}, h("h2", {id: "command-title", text: "The same on the command line"}), earlier, h("div", {class: "copy-row"}, h("pre", {}, shell), copy)),
  h("div", {class: "actions sticky"}, start, link("Back to the data", `#/data/${part(name)}`, {class: "button"})));

  fill();
  main.replaceChildren(h("p", {class: "crumbs"}, link("Data", "#/data"), " / ", link(name, `#/data/${part(name)}`)), h("h1", {tabindex: -1, text: "New run"}), form,
    h("datalist", {id: "data-names"}, ...data.data.map(one => h("option", {value: one.name}))));
  await showCommand();
  if (here.refusal && !signal.aborted) {
    const {refusal} = here;
    setTimeout(() => showError(refusal, true), 0); // after the page has moved the focus to its heading
  }
};
