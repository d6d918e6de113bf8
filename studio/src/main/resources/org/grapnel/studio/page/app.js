/** Starts the page: takes the token, shows the page that the address names, and handles what all pages share. */
import {forgetToken, get, post, takeToken} from "./api.js";
import {ask, button, h, notice} from "./dom.js";
import {watchDrops} from "./upload.js";

const main = document.getElementById("main");
const PAGES = {
  data: {load: () => import("./data.js"), nav: "nav-data", title: "Data"},
  new: {load: () => import("./form.js"), nav: "nav-data", title: "New run"},
  runs: {load: () => import("./runs.js"), nav: "nav-runs", title: "Runs"},
  run: {load: () => import("./run.js"), nav: "nav-runs", title: "Run"},
  explore: {load: () => import("./explore.js"), nav: "nav-runs", title: "Explore"},
  compare: {load: () => import("./compare.js"), nav: "nav-runs", title: "Compare"},
};
const SHORTCUTS_KEY = "grapnel-studio-shortcuts";
let leaving = new AbortController();
let first = true;
let current = {};

const shortcutsOn = () => localStorage.getItem(SHORTCUTS_KEY) !== "off";

const route = () => {
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?", 2);
  const [, page = "", ...rest] = path.split("/");
  let name = "";
  try { name = decodeURIComponent(rest.join("/")); } catch { /* an address that is no text names nothing */ }
  return {page: PAGES[page] ? page : "data", name, query: new URLSearchParams(query)};
};

const showWithoutToken = refused => {
  leaving.abort();
  document.title = "Open Grapnel Studio";
  const field = h("input", {id: "token-line", type: "text", autocomplete: "off", spellcheck: "false", "aria-describedby": "token-error"});
  const error = h("p", {class: "error", id: "token-error"});
  main.replaceChildren(h("h1", {text: "Open Grapnel Studio"}),
    h("div", {class: "notice", test: "no-token"},
      h("p", {text: refused ? "The server does not accept the token of this tab. It was probably started again, with a new one." : "This page has no token yet. It keeps other programs and pages away from your data."}),
      h("p", {text: "Open the line that grapnel studio printed when it started:"}),
      h("pre", {text: `studio ${location.origin}/#token=…`})),
    h("form", {class: "stack", id: "token-form", on: {submit: event => {
      event.preventDefault();
      const found = /token=([\w-]+)/.exec(field.value);
      if (found) location.hash = `#token=${found[1]}`;
      else { error.textContent = "This line has no token. Copy the whole line, from studio to its end."; field.focus(); }
    }}}, h("label", {for: "token-line", text: "Or paste the line here"}), field, error, h("button", {type: "submit", class: "primary", text: "Open", id: "token-open"})));
};

const showError = error => {
  main.replaceChildren(h("h1", {text: "This page cannot be shown"}), notice("alarm", error.message, [], "page-error"),
    h("div", {class: "actions"}, button("Try again", "retry", () => show()), h("a", {href: "#/data", text: "Data"}), h("a", {href: "#/runs", text: "Runs"})));
};

const show = async () => {
  if (!takeToken()) { showWithoutToken(false); return; }
  leaving.abort();
  leaving = new AbortController();
  const {signal} = leaving, {page, name, query} = route(), {load, nav, title} = PAGES[page];
  for (const id of ["nav-data", "nav-runs"]) {
    const anchor = document.getElementById(id);
    if (id === nav) anchor.setAttribute("aria-current", "page"); else anchor.removeAttribute("aria-current");
  }
  document.title = `${name ? `${name} · ` : ""}${title} · Grapnel Studio`;
  main.className = `page-${page}`;
  const context = {main, name, query, signal, refresh: show, drop: null, keys: {}};
  try {
    const made = await load();
    if (signal.aborted) return;
    current = context;
    await made.show(context);
    if (signal.aborted) return;
    if (!first) (main.querySelector("h1") ?? main).focus?.({preventScroll: true});
    if (!first) scrollTo(0, 0);
    first = false;
  } catch (error) {
    if (!signal.aborted && error.status !== 401) showError(error);
  }
};

const HELP = [
  ["Everywhere", [["?", "this help"], ["g d", "go to Data"], ["g r", "go to Runs"], ["/", "go to the search field"], ["Esc", "close, or clear a selection"]]],
  ["Explore", [["+ −", "zoom in, zoom out"], ["0", "show everything"], ["arrow keys", "move the picture (it needs the focus)"], ["L", "lasso on or off; Shift and drag is a lasso, too"]]],
  ["Runs", [["Enter", "open the run that has the focus"], ["Enter on ✎", "rename it; Esc keeps the old title"]]],
];

const help = async () => {
  if (document.querySelector("dialog[open]")) return;
  const toggle = h("input", {type: "checkbox", id: "shortcuts", checked: shortcutsOn(), on: {change: () => localStorage.setItem(SHORTCUTS_KEY, toggle.checked ? "on" : "off")}});
  const studio = await get("/api/studio").catch(() => null);
  const answer = await ask("Help", [
    ...HELP.map(([title, keys]) => h("section", {}, h("h3", {text: title}), h("dl", {class: "keys"}, ...keys.flatMap(([key, words]) => [h("dt", {}, h("kbd", {text: key})), h("dd", {text: words})])))),
    h("label", {class: "check"}, toggle, "Shortcuts of a single key"),
    studio ? h("p", {class: "faint", text: `Grapnel ${studio.version} · folder ${studio.path} · ${studio.jobs} ${studio.jobs === 1 ? "run" : "runs"} at a time. Everything stays on this machine.`}) : null,
  ], [{text: "End the server", value: "shutdown", test: "shutdown"}, {text: "Close", value: "", kind: "primary", test: "help-close"}], {id: "help"});
  if (answer !== "shutdown") return;
  const sure = await ask("End the server?", h("p", {text: "Runs in progress keep the point reached and go on at the next start."}),
    [{text: "Keep it running", value: ""}, {text: "End the server", value: "yes", kind: "alarm", test: "shutdown-sure"}], {id: "shutdown"});
  if (sure !== "yes") return;
  await post("/api/shutdown", {});
  leaving.abort();
  forgetToken();
  main.replaceChildren(h("h1", {text: "The server has ended"}), h("p", {text: "Start it again with grapnel studio, and open the line that it prints."}));
};

const isTyping = target => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(checkbox|radio|button)$/.test(target.type));

let waitsForPage = false;
const onKey = event => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key !== "Escape" && !shortcutsOn()) return;
  const after = waitsForPage;
  waitsForPage = false;
  if (after && event.key === "d") location.hash = "#/data";
  else if (after && event.key === "r") location.hash = "#/runs";
  else if (event.key === "g") waitsForPage = true;
  else if (event.key === "?") help();
  else if (event.key === "/") main.querySelector("input[type=search]")?.focus();
  else if (current.keys?.[event.key]) current.keys[event.key](event);
  else return;
  event.preventDefault();
};

document.getElementById("help-open").addEventListener("click", help);
document.getElementById("skip").addEventListener("click", event => { event.preventDefault(); main.focus(); });
addEventListener("keydown", onKey);
addEventListener("hashchange", show);
addEventListener("studio-token-refused", () => { forgetToken(); showWithoutToken(true); });
addEventListener("studio-online", ({detail}) => {
  const words = document.getElementById("offline");
  words.hidden = detail;
  if (!detail) words.textContent = "The server does not answer. This page tries again; runs go on as long as the server lives.";
});
watchDrops(() => current);
show();
if (takeToken()) get("/api/studio").then(studio => { document.getElementById("folder").textContent = studio.folder; }).catch(() => {});
