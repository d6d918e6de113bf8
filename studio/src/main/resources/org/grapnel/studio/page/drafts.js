/** What the user chose for a run that has not started yet, by data set; kept until the tab closes. */

const KEY = "grapnel-studio-drafts";
const COMMANDS = ["fit", "select", "tune", "compare"];

const load = key => {
  try { return JSON.parse(sessionStorage.getItem(key)) ?? {}; } catch { return {}; }
};
const drafts = load(KEY);

export {COMMANDS};

/** Returns the draft of a data set. The first one lets Grapnel suggest the numbers. */
export const draft = data => drafts[data] ??= {command: "fit", options: {clusters: "auto", keep: "auto"}, title: "", refusal: null};

export const save = () => {
  try { sessionStorage.setItem(KEY, JSON.stringify(drafts)); } catch { /* a full storage loses only what a reload would restore */ }
};

export const setDraft = (data, value) => {
  drafts[data] = value;
  save();
};

const isEmpty = value => value === undefined || value === null || value === "" || value === false || Array.isArray(value) && value.length === 0;

/** The options of a draft that a command knows and that have a value. */
export const known = (options, names) => Object.fromEntries(Object.entries(options).filter(([name, value]) => names.has(name) && !isEmpty(value)));

export const set = (options, name, value) => {
  if (isEmpty(value)) delete options[name];
  else options[name] = value;
};

export const list = value => Array.isArray(value) ? value : isEmpty(value) ? [] : String(value).split(",");

/** Reads the options back from the words of a command line, so that a run can be repeated with changes. */
export const fromWords = (words, model) => {
  const all = new Map(model.groups.flatMap(group => group.options).map(option => [option.option, option]));
  const options = {};
  for (let i = 0; i < words.length; i++) {
    const [flag, inline] = words[i].startsWith("--") ? [words[i].split("=", 1)[0], words[i].includes("=") ? words[i].slice(words[i].indexOf("=") + 1) : undefined] : [words[i]];
    const option = all.get(flag);
    if (!option) continue;
    const value = option.type === "flag" ? true : inline ?? words[++i];
    options[option.name] = option.type === "list" && options[option.name] ? `${options[option.name]},${value}` : value;
  }
  return options;
};
