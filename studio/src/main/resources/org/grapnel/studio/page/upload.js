/** Brings files into the folder: dropped on the page or chosen, one by one or as a folder, with progress and a way to cancel. */
import {ApiError, get, part, post, remove, upload} from "./api.js";
import {announce, ask, button, bytes, h, percent} from "./dom.js";

const AT_ONCE = 4;

const EXISTS = 409, CANCELLED = -1;

const card = (name, size) => {
  const bar = h("progress", {max: 1, value: 0, "aria-label": `Upload of ${name}`});
  const words = h("span", {class: "faint", text: bytes(size)});
  const cancel = button("Cancel", "upload-cancel", () => {}, {"aria-label": `Cancel the upload of ${name}`});
  const made = h("div", {class: "upload", test: "upload"}, h("span", {class: "name", text: name}), bar, words, cancel);
  const place = document.getElementById("uploads");
  place.append(made);
  place.hidden = false;
  const close = () => { made.remove(); place.hidden = !place.children.length; };
  return {
    onCancel: action => { cancel.onclick = action; },
    progress: (loaded, total) => {
      bar.value = total ? loaded / total : 0;
      words.textContent = loaded < total ? `${bytes(loaded)} of ${bytes(total)}, ${percent(loaded / total)}` : "arrived; it is checked";
    },
    close,
    fail: message => {
      made.classList.add("failed");
      bar.remove();
      words.className = "error";
      words.textContent = message;
      words.setAttribute("role", "alert");
      cancel.textContent = "Close";
      cancel.setAttribute("aria-label", `Close the message about ${name}`);
      cancel.onclick = close;
    },
  };
};

const replaceIt = async name => {
  const answer = await ask(`${name} is already there`, h("p", {text: "The folder has data of this name. Replace them?"}),
    [{text: "Keep the old data", value: "", test: "replace-no"}, {text: "Replace them", value: "yes", kind: "primary", test: "replace-yes"}], {id: "replace"});
  return answer === "yes";
};

/** Whether the folder has data of this name; asked first, so that a large file is not sent twice. */
const isThere = async name => (await get("/api/data").catch(() => ({data: []}))).data.some(one => one.name === name);

/** Sends one file; returns the name that it got, or null if it did not arrive. */
export const uploadFile = async file => {
  let replaces = await isThere(file.name);
  if (replaces && !await replaceIt(file.name)) return null;
  const shown = card(file.name, file.size);
  const send = () => {
    const {done, cancel} = upload(`/api/data/${part(file.name)}?replace=${replaces}`, file, shown.progress);
    shown.onCancel(cancel);
    return done;
  };
  try {
    const answer = await send().catch(async error => {
      if (error.status !== EXISTS || replaces || !await replaceIt(file.name)) throw error;
      replaces = true;
      return send();
    });
    shown.close();
    announce(`${file.name} has arrived.`);
    return answer.name ?? file.name;
  } catch (error) {
    if (error.status === CANCELLED || error.status === EXISTS && !replaces) { shown.close(); announce(error.message); } else shown.fail(error.message);
    return null;
  }
};

/** Sends the files of a folder, several at once; the server shows the folder when all have arrived. */
const uploadFolder = async (name, files) => {
  let replaces = await isThere(name);
  if (replaces && !await replaceIt(name)) return null;
  const total = files.reduce((sum, {file}) => sum + file.size, 0), loaded = new Map(), place = `/api/data/${part(name)}`;
  const shown = card(`${name} (${files.length} files)`, total);
  const running = new Set(), rest = [...files];
  let stopped = false, isDeclined = false, id = "";
  const stop = () => { stopped = true; for (const cancel of running) cancel(); };
  const query = () => `?${new URLSearchParams({upload: id, replace: replaces})}`;
  const complete = () => post(`${place}/complete${query()}`, {});
  shown.onCancel(stop);
  const worker = async () => {
    while (rest.length && !stopped) {
      const {file, path} = rest.shift();
      const {done, cancel} = upload(`${place}/${path.split("/").map(part).join("/")}${query()}`, file, amount => {
        loaded.set(path, amount);
        shown.progress([...loaded.values()].reduce((sum, one) => sum + one, 0), total);
      });
      running.add(cancel);
      try { await done; } finally { running.delete(cancel); }
    }
  };
  try {
    id = (await post(`${place}/begin`, {})).upload;
    await Promise.all(Array.from({length: AT_ONCE}, worker));
    if (stopped) throw new ApiError(CANCELLED, "");
    const answer = await complete().catch(async error => {
      if (error.status !== EXISTS || replaces || !await isThere(name)) throw error;
      isDeclined = !await replaceIt(name);
      if (isDeclined) throw error;
      replaces = true;
      return complete();
    });
    shown.close();
    announce(`The folder ${name} has arrived.`);
    return answer.name ?? name;
  } catch (error) {
    stop();
    if (id) remove(`${place}/parts?upload=${id}`).catch(() => {}); // the server also drops, at the next upload, what is left for an hour
    if (error.status === CANCELLED || isDeclined) shown.close(); else shown.fail(error.message);
    return null;
  }
};

/** Sends files and folders ({file, path}); a path with a slash belongs to a folder. Returns the names that arrived. */
export const uploadAll = async entries => {
  const folders = new Map(), single = [];
  for (const entry of entries) {
    if (entry.path.split("/").some(step => step.startsWith("."))) continue;
    const slash = entry.path.indexOf("/");
    if (slash < 0) single.push(entry.file);
    else {
      const folder = entry.path.slice(0, slash);
      if (!folders.has(folder)) folders.set(folder, []);
      folders.get(folder).push({file: entry.file, path: entry.path.slice(slash + 1)});
    }
  }
  const names = [];
  for (const file of single) names.push(await uploadFile(file));
  for (const [folder, files] of folders) names.push(await uploadFolder(folder, files));
  return names.filter(Boolean);
};

/** The chosen files of an input, with the folder in their path if a folder was chosen. */
export const chosen = input => [...input.files].map(file => ({file, path: file.webkitRelativePath || file.name}));

const readAll = async reader => {
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (!some.length) return all;
    all.push(...some);
  }
};

const walk = async (entry, path) => {
  if (entry.isFile) return [{file: await new Promise((resolve, reject) => { entry.file(resolve, reject); }), path}];
  const inside = await readAll(entry.createReader());
  return (await Promise.all(inside.map(one => walk(one, `${path}/${one.name}`)))).flat();
};

const dropped = async transfer => {
  const entries = [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files].map(file => ({file, path: file.name}));
  return (await Promise.all(entries.map(entry => walk(entry, entry.name)))).flat();
};

/** Takes files that are dropped anywhere on the window; the page that is shown may want them for itself. */
export const watchDrops = currentPage => {
  const cover = document.getElementById("drop-cover"), words = document.getElementById("drop-words");
  let depth = 0;
  const hasFiles = event => [...event.dataTransfer?.types ?? []].includes("Files");
  const hide = () => { depth = 0; cover.hidden = true; };
  addEventListener("dragenter", event => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth++;
    words.textContent = currentPage().drop?.words ?? "Drop files or a folder to add them to the data.";
    cover.hidden = false;
  });
  addEventListener("dragover", event => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener("dragleave", event => { if (hasFiles(event) && --depth <= 0) hide(); });
  addEventListener("drop", async event => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hide();
    const page = currentPage(), names = await uploadAll(await dropped(event.dataTransfer));
    if (!names.length) return;
    if (page.drop) page.drop.take(names);
    else location.hash = `#/data/${part(names[0])}`;
  });
};
