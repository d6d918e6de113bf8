/** Talks to the server: requests with the token, uploads with progress, and streams of events. */
import {pause} from "./dom.js";

const KEY = "grapnel-studio-token";
const FIRST_WAIT = 500, LONGEST_WAIT = 8000;
let token = "";

/** Takes the token out of the address bar before anything else can read it there. */
export const takeToken = () => {
  const found = /^#token=([\w-]+)(?:&?(.*))?$/.exec(location.hash);
  if (found) {
    token = found[1];
    sessionStorage.setItem(KEY, token);
    history.replaceState(null, "", location.pathname + (found[2]?.startsWith("/") ? `#${found[2]}` : "#/data"));
  } else token ||= sessionStorage.getItem(KEY) ?? "";
  return token !== "";
};

export const forgetToken = () => {
  token = "";
  sessionStorage.removeItem(KEY);
};

/** An answer that is an error: the server's sentence, and the option that it concerns if there is one. */
export class ApiError extends Error {
  constructor(status, message, option, body) {
    super(message);
    Object.assign(this, {status, option: option?.replace(/^--?/, ""), body});
  }
}

const failure = (status, text) => {
  let body = {};
  try { body = JSON.parse(text); } catch { /* an answer without JSON has no details */ }
  if (status === 401) dispatchEvent(new Event("studio-token-refused"));
  return new ApiError(status, body.error ?? `The server answered with status ${status}.`, body.option, body);
};

const NO_ANSWER = "The server does not answer. If grapnel studio has ended, start it again and open the line that it prints.";

const send = async (method, path, {body, signal} = {}) => {
  const headers = {Authorization: `Bearer ${token}`};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, cache: "no-store"});
  } catch (error) {
    if (signal?.aborted) throw error;
    dispatchEvent(new CustomEvent("studio-online", {detail: false}));
    throw new ApiError(0, NO_ANSWER);
  }
  dispatchEvent(new CustomEvent("studio-online", {detail: true}));
  if (!answer.ok) throw failure(answer.status, await answer.text());
  return answer;
};

const json = async (method, path, options) => {
  const answer = await send(method, path, options);
  const text = await answer.text();
  return text ? JSON.parse(text) : {};
};

const GETS = {signal: undefined};
export const get = (path, signal) => json("GET", path, {...GETS, signal});
export const post = (path, body, signal) => json("POST", path, {body, signal});
export const patch = (path, body) => json("PATCH", path, {body});
export const remove = path => json("DELETE", path);
export const text = async (path, signal) => (await send("GET", path, {signal})).text();
export const buffer = async (path, signal) => (await send("GET", path, {signal})).arrayBuffer();

export const part = name => encodeURIComponent(name);
export const runPath = (id, rest = "") => `/api/runs/${part(id)}${rest}`;

export const hasFile = (run, name) => (run.files ?? []).some(file => file.name === name);
/** Whether the samples of a run can be drawn: without these files they have no places. */
export const hasPoints = run => hasFile(run, "embedding.csv") || hasFile(run, "scores.npy");

/** Sends a file; returns a promise of the answer and a function that cancels. */
export const upload = (path, file, onProgress) => {
  const call = new XMLHttpRequest();
  const done = new Promise((resolve, reject) => {
    call.open("PUT", path);
    call.setRequestHeader("Authorization", `Bearer ${token}`);
    call.upload.addEventListener("progress", event => onProgress(event.loaded, event.total || file.size));
    call.addEventListener("load", () => {
      if (call.status >= 200 && call.status < 300) resolve(call.responseText ? JSON.parse(call.responseText) : {});
      else reject(failure(call.status, call.responseText));
    });
    call.addEventListener("error", () => reject(new ApiError(0, `The upload broke off. ${NO_ANSWER}`)));
    call.addEventListener("abort", () => reject(new ApiError(-1, "The upload was cancelled. Nothing was kept.")));
    call.send(file);
  });
  return {done, cancel: () => call.abort()};
};

const emit = (block, onEvent) => {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  if (data.length) onEvent(name, JSON.parse(data.join("\n")));
};

const readEvents = async (body, onEvent) => {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    rest = (rest + value).replaceAll("\r\n", "\n");
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      emit(rest.slice(0, end), onEvent);
      rest = rest.slice(end + 2);
    }
  }
};

/** Follows a stream of events until isOver() or the signal; a broken stream is opened again, later each time. */
export const follow = async (path, {onEvent, isOver, signal}) => {
  let wait = FIRST_WAIT;
  while (!signal.aborted && !isOver()) {
    try {
      const answer = await send("GET", path, {signal});
      await readEvents(answer.body, (name, data) => { wait = FIRST_WAIT; onEvent(name, data); });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
    }
    if (isOver()) return;
    await pause(wait, signal);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
};
