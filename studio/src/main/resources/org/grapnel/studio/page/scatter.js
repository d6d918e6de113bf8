/** Many samples as points on a canvas, with zoom, pan, lasso and a search for the nearest point. */
import {GREY, colour, h} from "./dom.js";

const FEW = 15_000, SLOW = 12, REST = 160, FARTHEST = 200, REACH = 10, MARGIN = 0.04;
const VIRIDIS = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];
const SHADES = 64;

const rgb = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
const pack = ([r, g, b]) => (255 << 24 | b << 16 | g << 8 | r) >>> 0;
const mix = (a, b, share) => a.map((value, i) => Math.round(value + (b[i] - value) * share));
const shades = Uint32Array.from({length: SHADES}, (_, i) => {
  const at = i / (SHADES - 1) * (VIRIDIS.length - 1), low = Math.min(VIRIDIS.length - 2, Math.floor(at));
  return pack(mix(rgb(VIRIDIS[low]), rgb(VIRIDIS[low + 1]), at - low));
});
const NOTHING = pack(rgb(GREY));

/** Colours of classes, from their codes; a negative code is no class. */
export const colourCodes = codes => Uint32Array.from(codes, code => code < 0 ? NOTHING : pack(rgb(colour(code))));

/** Colours of numbers on the scale from the lowest to the highest one. */
export const colourNumbers = values => {
  let low = Infinity, high = -Infinity;
  for (const value of values) if (value === value) { if (value < low) low = value; if (value > high) high = value; }
  const unit = high > low ? (SHADES - 1) / (high - low) : 0;
  return {low, high, colours: Uint32Array.from(values, value => value === value ? shades[Math.round((value - low) * unit)] : NOTHING)};
};

export const VIRIDIS_COLOURS = VIRIDIS;

/** A mixed order that is the same each time, so that no class hides another, and any first part is a fair sample. */
const mixedOrder = n => {
  const order = Uint32Array.from({length: n}, (_, i) => i);
  let state = 12345;
  for (let i = n - 1; i > 0; i--) {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    const j = Math.floor(state / 4294967296 * (i + 1)), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
};

/** Offsets of the pixels of a dot in a picture of that width. */
const dot = (size, width) => {
  const offsets = [], middle = (size - 1) / 2, radius = size / 2;
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++)
    if (size < 4 || (x - middle) ** 2 + (y - middle) ** 2 <= radius * radius + 0.1) offsets.push(y * width + x);
  return Int32Array.from(offsets);
};

/** Points by square, so that the nearest one is found without looking at all. */
const buildGrid = (xs, ys) => {
  const side = Math.max(1, Math.min(512, Math.floor(Math.sqrt(xs.length / 3)))), cell = (x, y) => Math.min(side - 1, Math.max(0, Math.floor(y * side))) * side + Math.min(side - 1, Math.max(0, Math.floor(x * side)));
  const starts = new Uint32Array(side * side + 1), members = new Uint32Array(xs.length);
  for (let i = 0; i < xs.length; i++) starts[cell(xs[i], ys[i]) + 1]++;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  const next = starts.slice();
  for (let i = 0; i < xs.length; i++) members[next[cell(xs[i], ys[i])]++] = i;
  return {side, starts, members};
};

/** Whether a point is inside a polygon of x0, y0, x1, y1, … */
const inside = (polygon, x, y) => {
  let odd = false;
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    const [xi, yi, xj, yj] = [polygon[i], polygon[i + 1], polygon[j], polygon[j + 1]];
    if (yi > y !== yj > y && x < (xj - xi) * (y - yi) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
};

export class Scatter {
  /** The listeners are onPick(sample or -1), onSelect(mask of bytes or null) and onHover(sample or -1, x, y). */
  constructor(x, y, {label, onPick, onSelect, onHover, signal, id}) {
    Object.assign(this, {n: x.length, onPick, onSelect, onHover, lassoOn: false, picked: -1, mask: null, moving: false, fullTime: 0, lasso: null, pointers: new Map()});
    this.canvas = h("canvas", {"aria-hidden": "true"});
    this.overlay = h("canvas", {"aria-hidden": "true"});
    this.element = h("div", {class: "scatter", tabindex: 0, role: "group", "aria-label": `${label}. Plus and minus zoom, the arrow keys move, 0 shows everything, L is the lasso.`, id, "data-test": "scatter"}, this.canvas, this.overlay);
    this.normalise(x, y);
    this.order = mixedOrder(this.n);
    this.ox = Float32Array.from(this.order, j => this.x[j]);
    this.oy = Float32Array.from(this.order, j => this.y[j]);
    this.grid = buildGrid(this.x, this.y);
    this.setColours(new Uint32Array(this.n).fill(NOTHING));
    this.k = 1;
    this.tx = this.ty = 0;
    this.listen(signal);
  }

  /** Moves the points into the unit square, with one unit on both axes. */
  normalise(x, y) {
    let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < this.n; i++) if (x[i] === x[i] && y[i] === y[i]) {
      if (x[i] < left) left = x[i];
      if (x[i] > right) right = x[i];
      if (y[i] < bottom) bottom = y[i];
      if (y[i] > top) top = y[i];
    }
    const span = Math.max(right - left, top - bottom) || 1, unit = (1 - 2 * MARGIN) / span;
    const cx = (left + right) / 2, cy = (bottom + top) / 2;
    this.x = Float32Array.from(x, value => 0.5 + (value - cx) * unit);
    this.y = Float32Array.from(y, value => 0.5 - (value - cy) * unit);
  }

  listen(signal) {
    const resize = new ResizeObserver(() => this.resize());
    resize.observe(this.element);
    signal.addEventListener("abort", () => { resize.disconnect(); cancelAnimationFrame(this.frame); clearTimeout(this.rest); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.dim(); this.draw(); }, {signal});
    const on = (type, listener, options = {}) => this.element.addEventListener(type, listener, {...options, signal});
    on("wheel", event => {
      event.preventDefault();
      const [x, y] = this.at(event), step = Math.max(-0.5, Math.min(0.5, -event.deltaY * (event.deltaMode ? 0.05 : 0.002) * (event.ctrlKey ? 5 : 1)));
      this.zoomBy(2 ** step, x, y);
    }, {passive: false});
    on("pointerdown", event => this.down(event));
    on("pointermove", event => this.move(event));
    on("pointerup", event => this.up(event));
    on("pointercancel", event => { this.pointers.delete(event.pointerId); this.lasso = null; this.drawOverlay(); });
    on("pointerleave", () => this.onHover?.(-1));
    on("keydown", event => this.key(event));
  }

  at(event) {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.button) return;
    this.element.focus({preventScroll: true});
    this.element.setPointerCapture(event.pointerId);
    const [x, y] = this.at(event);
    this.pointers.set(event.pointerId, {x, y});
    this.wentFar = false;
    this.start = {x, y};
    this.lasso = this.pointers.size === 1 && (this.lassoOn || event.shiftKey) ? [x, y] : null;
  }

  move(event) {
    const [x, y] = this.at(event), before = this.pointers.get(event.pointerId);
    if (!before) { if (event.pointerType === "mouse") this.onHover?.(this.nearest(x, y), x, y); return; }
    if (Math.hypot(x - this.start.x, y - this.start.y) > 4) this.wentFar = true;
    if (this.lasso) {
      if (Math.hypot(x - this.lasso.at(-2), y - this.lasso.at(-1)) > 3) { this.lasso.push(x, y); this.drawOverlay(); }
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (others.length) {
      const [other] = others, far = Math.hypot(x - other.x, y - other.y), was = Math.hypot(before.x - other.x, before.y - other.y);
      this.panBy((x - before.x) / 2, (y - before.y) / 2);
      if (was > 0) this.zoomBy(far / was, (x + other.x) / 2, (y + other.y) / 2);
    } else if (this.wentFar) this.panBy(x - before.x, y - before.y);
    if (others.length || this.wentFar) Object.assign(before, {x, y});
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    const [x, y] = this.at(event);
    if (this.lasso && this.lasso.length >= 6) this.endLasso();
    else if (!this.wentFar) this.pick(this.nearest(x, y), true);
    this.lasso = null;
    this.drawOverlay();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60, moves = {ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step]};
    if (moves[event.key]) this.panBy(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.5);
    else if (event.key === "-") this.zoomBy(1 / 1.5);
    else if (event.key === "0") this.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  resize() {
    const width = this.element.clientWidth, height = this.element.clientHeight, scale = Math.min(2, devicePixelRatio || 1);
    if (!width || !height) return;
    Object.assign(this, {width, height, scale});
    for (const canvas of [this.canvas, this.overlay]) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    this.pen = this.canvas.getContext("2d", {alpha: false});
    this.picture = this.pen.createImageData(this.canvas.width, this.canvas.height);
    this.pixels = new Uint32Array(this.picture.data.buffer);
    this.dim();
    this.draw();
  }

  /** The place of the unit square: its side, left and top, in pixels of the page. */
  place() {
    const side = Math.min(this.width, this.height) * this.k;
    return [side, (this.width - side) / 2 + this.tx, (this.height - side) / 2 + this.ty];
  }

  setColours(colours) {
    this.colours = colours;
    this.oc = Uint32Array.from(this.order, j => colours[j]);
    this.dim();
    this.drawSoon();
  }

  /** Prepares the weaker colours of samples outside of the selection. */
  dim() {
    const paper = /rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(document.body).backgroundColor)?.slice(1, 4).map(Number) ?? [255, 255, 255];
    this.paper = pack(paper);
    if (!this.mask) { this.weak = null; return; }
    const made = new Map();
    this.weak = Uint32Array.from(this.oc, value => {
      if (!made.has(value)) made.set(value, pack(mix([value & 255, value >> 8 & 255, value >> 16 & 255], paper, 0.82)));
      return made.get(value);
    });
  }

  select(mask, tell = true) {
    this.mask = mask;
    this.dim();
    this.drawSoon();
    if (tell) this.onSelect?.(mask);
  }

  pick(sample, tell = false) {
    this.picked = sample;
    this.drawOverlay();
    if (tell) this.onPick?.(sample);
  }

  endLasso() {
    const [side, left, top] = this.place(), polygon = this.lasso.map((value, i) => (value - (i % 2 ? top : left)) / side);
    let [low, high, up, down] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < polygon.length; i += 2) {
      low = Math.min(low, polygon[i]);
      high = Math.max(high, polygon[i]);
      up = Math.min(up, polygon[i + 1]);
      down = Math.max(down, polygon[i + 1]);
    }
    const mask = new Uint8Array(this.n);
    let found = 0;
    for (let j = 0; j < this.n; j++) {
      const x = this.x[j], y = this.y[j];
      if (x >= low && x <= high && y >= up && y <= down && inside(polygon, x, y)) { mask[j] = 1; found++; }
    }
    this.select(found ? mask : null);
  }

  /** The nearest sample within reach of a place on the page, or −1. */
  nearest(px, py) {
    const [side, left, top] = this.place(), {side: cells, starts, members} = this.grid;
    const x = (px - left) / side, y = (py - top) / side, reach = REACH / side;
    const clamp = value => Math.min(cells - 1, Math.max(0, Math.floor(value * cells)));
    let best = -1, least = reach * reach;
    for (let row = clamp(y - reach); row <= clamp(y + reach); row++) for (let column = clamp(x - reach); column <= clamp(x + reach); column++) {
      const cell = row * cells + column;
      for (let i = starts[cell]; i < starts[cell + 1]; i++) {
        const j = members[i], far = (this.x[j] - x) ** 2 + (this.y[j] - y) ** 2;
        if (far < least) { least = far; best = j; }
      }
    }
    return best;
  }

  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const k = Math.min(FARTHEST, Math.max(0.5, this.k * factor)), real = k / this.k;
    this.tx = (x - this.width / 2) * (1 - real) + this.tx * real;
    this.ty = (y - this.height / 2) * (1 - real) + this.ty * real;
    this.k = k;
    this.moved();
  }

  panBy(x, y) {
    this.tx += x;
    this.ty += y;
    this.moved();
  }

  reset() {
    Object.assign(this, {k: 1, tx: 0, ty: 0});
    this.moved();
  }

  /** Moves the picture so that a sample is in its middle. */
  centre(sample) {
    const [side, left, top] = this.place(), x = left + this.x[sample] * side, y = top + this.y[sample] * side;
    if (x < 20 || y < 20 || x > this.width - 20 || y > this.height - 20) this.panBy(this.width / 2 - x, this.height / 2 - y);
  }

  moved() {
    this.moving = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => { this.moving = false; this.draw(); }, REST);
    this.drawSoon();
  }

  drawSoon() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => { this.frame = 0; this.draw(); });
  }

  dotSize() {
    const base = this.n > 50_000 ? 2 : this.n > 10_000 ? 3 : this.n > 2000 ? 4 : this.n > 400 ? 5.5 : 7;
    return Math.max(2, Math.round(base * this.scale * Math.min(3, Math.max(1, Math.sqrt(this.k) * 0.9)) * (Math.min(this.width, this.height) < 300 ? 0.75 : 1)));
  }

  /** Draws all samples, or a fair part of them while they move if all would take too long. */
  draw() {
    if (!this.pixels) return;
    const began = performance.now(), partly = this.moving && this.fullTime > SLOW, many = partly ? Math.min(FEW, this.n) : this.n;
    const {pixels, ox, oy, oc, order, mask, weak} = this, width = this.canvas.width, height = this.canvas.height;
    const size = this.dotSize(), offsets = dot(size, width), half = size / 2;
    const [side, left, top] = this.place().map(value => value * this.scale);
    pixels.fill(this.paper);
    const paint = (colours, wanted) => {
      for (let i = 0; i < many; i++) {
        if (wanted >= 0 && mask[order[i]] !== wanted) continue;
        const x = ox[i] * side + left - half | 0, y = oy[i] * side + top - half | 0;
        if (x < 0 || y < 0 || x > width - size || y > height - size) continue;
        const start = y * width + x, ink = colours[i];
        for (let p = 0; p < offsets.length; p++) pixels[start + offsets[p]] = ink;
      }
    };
    if (mask) { paint(weak, 0); paint(oc, 1); } else paint(oc, -1);
    this.pen.putImageData(this.picture, 0, 0);
    if (!partly) this.fullTime = performance.now() - began;
    this.element.dataset.drawn = String(many);
    this.element.dataset.frames = String(Number(this.element.dataset.frames ?? 0) + 1);
    this.drawOverlay();
  }

  drawOverlay() {
    if (!this.pixels) return;
    const pen = this.overlay.getContext("2d"), ink = getComputedStyle(this.element).color;
    pen.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    pen.strokeStyle = ink;
    if (this.picked >= 0) {
      const [side, left, top] = this.place();
      pen.lineWidth = 2.5;
      pen.beginPath();
      pen.arc(left + this.x[this.picked] * side, top + this.y[this.picked] * side, 9, 0, 2 * Math.PI);
      pen.stroke();
    }
    if (this.lasso && this.lasso.length >= 4) {
      pen.lineWidth = 1.5;
      pen.setLineDash([5, 4]);
      pen.beginPath();
      for (let i = 0; i < this.lasso.length; i += 2) pen.lineTo(this.lasso[i], this.lasso[i + 1]);
      pen.closePath();
      pen.stroke();
      pen.setLineDash([]);
    }
  }
}
