/** The data of the folder, and the page of one data set. */
import {get, part, post, remove} from "./api.js";
import {announce, ask, button, bytes, h, link, when} from "./dom.js";
import {chosen, uploadAll} from "./upload.js";

const openFirst = names => { if (names.length) location.hash = `#/data/${part(names[0])}`; };

const pickers = () => {
  const files = h("input", {type: "file", multiple: true, id: "file-input", class: "hidden", tabindex: -1, "aria-label": "Files"});
  const folder = h("input", {type: "file", id: "folder-input", class: "hidden", tabindex: -1, webkitdirectory: true, "aria-label": "A folder"});
  for (const input of [files, folder]) {
    input.addEventListener("change", async () => {
      const names = await uploadAll(chosen(input));
      input.value = "";
      openFirst(names);
    });
  }
  return h("section", {class: "drop-zone", id: "drop-zone", "aria-labelledby": "bring"},
    h("h2", {id: "bring", text: "Drop a file or a folder here"}),
    h("p", {class: "faint", text: "Tables (csv, tsv, xlsx, parquet), matrices (npy, npz, mtx, mat), h5ad, 10x, arff, svm, a zip or a folder of pictures. Nothing leaves this machine."}),
    h("div", {class: "actions"}, button("Choose files…", "choose-file", () => files.click(), {class: "primary", id: "choose-file"}),
      button("Choose a folder…", "choose-folder", () => folder.click(), {id: "choose-folder"})), files, folder);
};

const example = async (name, event) => {
  const pressed = event.currentTarget;
  pressed.disabled = true;
  announce(`The example ${name} is made.`);
  try {
    const answer = await post(`/api/examples/${name}`, {});
    location.hash = `#/data/${part(answer.name)}`;
  } catch (error) {
    pressed.disabled = false;
    pressed.after(h("span", {class: "error", role: "alert", text: error.message}));
  }
};

const deleteData = async (name, context) => {
  const answer = await ask(`Delete ${name}?`, h("p", {text: "It is removed from the folder on disk. Runs made from it stay."}),
    [{text: "Keep it", value: "", test: "delete-no"}, {text: "Delete", value: "yes", kind: "alarm", test: "delete-yes"}], {id: "delete-data"});
  if (answer !== "yes") return;
  try {
    await remove(`/api/data/${part(name)}`);
    announce(`${name} is deleted.`);
    context.refresh();
  } catch (error) {
    await ask(`${name} cannot be deleted`, h("p", {text: error.message}), [{text: "Close", value: "", kind: "primary"}]);
  }
};

const row = (one, context) => h("tr", {},
  h("th", {scope: "row"}, one.readable === false ? h("span", {class: "faint", test: "unreadable", text: `${one.name}: ${one.reason}`}) : link(one.name, `#/data/${part(one.name)}`, {test: "data-link"})),
  h("td", {class: "number", text: bytes(one.bytes)}),
  h("td", {class: "wide", text: one.kind}),
  h("td", {class: "wide", text: when(one.modified)}),
  h("td", {class: "number"}, one.readable === false ? "" : button("Delete", "data-delete", () => deleteData(one.name, context), {class: "quiet erase", "aria-label": `Delete ${one.name}`})));

const showList = async context => {
  const {data} = await get("/api/data", context.signal);
  const list = data.length
    ? h("div", {class: "scroll"}, h("table", {class: "full", id: "data-list"}, h("caption", {class: "hidden", text: "Data in the folder"}),
      h("thead", {}, h("tr", {}, h("th", {scope: "col", text: "Name"}), h("th", {scope: "col", class: "number", text: "Size"}), h("th", {scope: "col", class: "wide", text: "Kind"}),
        h("th", {scope: "col", class: "wide", text: "Changed"}), h("th", {scope: "col"}, h("span", {class: "hidden", text: "Actions"})))),
      h("tbody", {}, ...data.map(one => row(one, context)))))
    : h("p", {class: "faint", id: "data-empty", text: "The folder has no data yet."});
  context.main.replaceChildren(h("h1", {tabindex: -1, text: "Data"}), pickers(),
    h("section", {class: "examples", "aria-labelledby": "examples"}, h("h2", {id: "examples", text: "Try an example"}),
      h("p", {class: "faint", text: "One click adds it to the folder: pictures of digits with labels, or samples of known groups with the features that mark them."}),
      h("div", {class: "actions"},
        button("Handwritten digits", "example-digits", event => example("digits", event), {id: "example-digits"}),
        button("Made data with markers", "example-markers", event => example("markers", event), {id: "example-markers"}))),
    h("section", {"aria-labelledby": "in-folder"}, h("h2", {id: "in-folder", text: "In the folder"}), list));
};

/** Shows the list, or the description of the data set that the address names. */
export const show = async context => {
  if (!context.name) { await showList(context); return; }
  const {showDescription} = await import("./describe.js");
  await showDescription(context);
};
