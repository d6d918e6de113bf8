/** Makes elements, formats values, and tells screen readers what happened. */

const SPECIAL = {
  class: (made, value) => { made.className = value; },
  text: (made, value) => { made.textContent = value; },
  on: (made, value) => Object.entries(value).forEach(([type, listener]) => made.addEventListener(type, listener)),
  test: (made, value) => { made.dataset.test = value; },
};

/** Makes an element. Texts are always text nodes, never markup. */
export const h = (tag, properties = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (SPECIAL[name]) SPECIAL[name](made, value);
    else if (name === "value" || name === "checked") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return made;
};

export const button = (text, test, action, properties = {}) =>
  h("button", {type: "button", test, text, on: {click: action}, ...properties});

export const link = (text, href, properties = {}) => h("a", {href, text, ...properties});

/** Waits for a message of a screen reader; the last one counts. */
export const announce = words => { document.getElementById("live").textContent = words; };

export const bytes = count => {
  if (!Number.isFinite(count)) return "";
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0, value = count;
  while (value >= 1000 && unit < units.length - 1) { value /= 1000; unit++; }
  return unit === 0 ? `${value} ${value === 1 ? "byte" : "bytes"}` : `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
};

export const seconds = value => {
  if (!Number.isFinite(value)) return "";
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 90) return `${Math.round(value)} s`;
  if (value < 5400) return `${Math.round(value / 60)} min`;
  return `${(value / 3600).toFixed(1)} h`;
};

const FOUR_DIGITS = new Intl.NumberFormat("en", {maximumSignificantDigits: 4});

export const number = value => {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) return "none";
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return value.toLocaleString("en");
  const size = Math.abs(value);
  return size >= 1e6 || size < 1e-3 ? value.toExponential(2) : FOUR_DIGITS.format(value);
};

export const percent = share => `${Math.round(100 * share)} %`;

export const when = iso => {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  const two = value => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
};

export const count = (many, one, more = `${one}s`) => `${number(many)} ${many === 1 ? one : more}`;

/** Splits the text of a CSV file into rows of cells. */
export const parseCsv = text => {
  const rows = [];
  let row = [], cell = "", quoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (quoted) {
      if (letter !== "\"") cell += letter;
      else if (text[i + 1] === "\"") { cell += "\""; i++; }
      else quoted = false;
    } else if (letter === "\"") quoted = true;
    else if (letter === ",") { row.push(cell); cell = ""; }
    else if (letter === "\n") { row.push(cell.replace(/\r$/, "")); rows.push(row); row = []; cell = ""; }
    else cell += letter;
  }
  if (cell !== "" || row.length) { row.push(cell); rows.push(row); }
  return rows;
};

export const toCsv = rows => rows.map(row => row.map(value => {
  const words = String(value ?? "");
  return /[",\n\r]/.test(words) ? `"${words.replaceAll("\"", "\"\"")}"` : words;
}).join(",")).join("\n") + "\n";

/** The name of a column of placement.csv in words. */
export const placementName = name => name === "cluster" ? "group" : name.replaceAll("_", " ");

/** Saves what is at an address as a file. */
export const download = (name, url) => {
  const made = h("a", {href: url, download: name});
  document.body.append(made);
  made.click();
  made.remove();
};

/** Opens a modal dialog; the answer is the value of the button that closed it, or "" after Escape. */
export const ask = (title, content, buttons, {id = "dialog"} = {}) => new Promise(resolve => {
  const heading = h("h2", {id: `${id}-title`, text: title});
  const form = h("form", {method: "dialog"}, heading, ...[content].flat(),
    h("div", {class: "actions"}, ...buttons.map(({text, value, kind = "", test}) => h("button", {type: "submit", value, text, class: kind, test}))));
  const dialog = h("dialog", {id, "aria-labelledby": heading.id}, form);
  dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue); });
  form.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !event.target.matches("input[type=text]")) return;
    event.preventDefault(); // a form takes its first button for Enter, which is the one that cancels
    form.requestSubmit(form.querySelector("button.primary"));
  });
  document.body.append(dialog);
  dialog.showModal();
});

/** A table from rows of texts, numbers or elements; the first column is a row header. */
export const table = (caption, head, rows, {test, numeric = [], hideCaption = false} = {}) => h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": caption},
  h("table", {test}, h("caption", {text: caption, class: hideCaption ? "hidden" : ""}),
    h("thead", {}, h("tr", {}, ...head.map((name, i) => h("th", {scope: "col", text: name, title: name, class: numeric.includes(i) ? "number" : ""})))),
    h("tbody", {}, ...rows.map(row => h("tr", {}, ...row.map((cell, i) => {
      const made = h(i === 0 ? "th" : "td", i === 0 ? {scope: "row"} : {class: numeric.includes(i) ? "number" : ""});
      made.append(cell instanceof Node ? cell : typeof cell === "number" ? number(cell) : String(cell ?? "–"));
      return made;
    }))))));

export const notice = (tone, title, lines = [], test = undefined) => h("div", {class: `notice ${tone}`, test},
  h("strong", {text: title}), ...lines.map(line => line instanceof Node ? line : h("p", {text: line})));

/** Runs an action once no call came for a while. */
export const debounce = (action, wait) => {
  let timer = 0;
  return (...values) => { clearTimeout(timer); timer = setTimeout(() => action(...values), wait); };
};

export const pause = (milliseconds, signal) => new Promise(resolve => {
  const timer = setTimeout(resolve, milliseconds);
  signal?.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, {once: true});
});

/** Group colours: those of the report. */
export const COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#775544", "#00ddbb", "#bbbbee", "#dd5500", "#887799", "#aa7700",
  "#ee55cc", "#009999", "#6644bb", "#bb0022", "#66dd55", "#666644", "#006655", "#ddaa99", "#9977ff", "#ffaa44", "#ffaacc", "#88aa88"];
export const GREY = "#999999";
export const colour = i => i < 0 ? GREY : COLOURS[i % COLOURS.length];

export const swatch = i => {
  const made = h("span", {class: "swatch", "aria-hidden": "true"});
  made.style.backgroundColor = colour(i);
  return made;
};
