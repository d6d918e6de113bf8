/** Charts of curves, by d3, which is loaded when a page first needs it. */
import {colour, h, number} from "./dom.js";

const HEIGHT = 260, LEFT = 64, LETTER = 7.5, BOTTOM = 36, TOP = 10, RIGHT = 14, MOST = 600;
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "1 2"];
let loading = null;

export const loadD3 = () => loading ??= new Promise((resolve, reject) => {
  if (window.d3) { resolve(window.d3); return; }
  const script = h("script", {src: "/page/d3.min.js"});
  script.addEventListener("load", () => resolve(window.d3));
  script.addEventListener("error", () => { loading = null; reject(new Error("The library for charts could not be loaded.")); });
  document.head.append(script);
});

const thin = points => {
  if (points.length <= MOST) return points;
  const step = (points.length - 1) / (MOST - 1);
  return Array.from({length: MOST}, (_, i) => points[Math.round(i * step)]);
};

/** Draws curves [{id, points: [[x, y]]}] into a place; the scale is logarithmic where values span more than a factor of 50. */
export const drawCurves = async (place, curves, {x = "iteration", y = "objective"} = {}) => {
  const d3 = await loadD3();
  const width = Math.max(280, place.clientWidth || 640);
  const all = curves.map(curve => ({...curve, points: thin(curve.points.filter(([, value]) => Number.isFinite(value)))}));
  const xs = all.flatMap(({points}) => points.map(point => point[0])), ys = all.flatMap(({points}) => points.map(point => point[1]));
  const made = d3.create("svg").attr("viewBox", [0, 0, width, HEIGHT]).attr("width", width).attr("height", HEIGHT).attr("role", "img")
    .attr("aria-label", `${y} by ${x}${ys.length ? `, from ${number(ys[0])} to ${number(ys.at(-1))}` : ""}`);
  if (!ys.length) { place.replaceChildren(made.node()); return; }
  const [low, high] = d3.extent(ys), isLog = low > 0 && high / low > 50, pad = (high - low) * 0.05 || Math.abs(high) * 0.05 || 1;
  const Y = (isLog ? d3.scaleLog().domain([low, high]) : d3.scaleLinear().domain([low - pad, high + pad])).range([HEIGHT - BOTTOM, TOP]);
  const format = isLog ? ".2~e" : Math.abs(high) >= 1e5 ? "~s" : undefined, words = Y.ticks(5).map(Y.tickFormat(5, format));
  const left = Math.max(LEFT, Math.ceil(LETTER * Math.max(...words.map(({length}) => length))) + 32); // long numbers are not cut
  const X = d3.scaleLinear(d3.extent(xs), [left, width - RIGHT]);
  if (xs.length === 1 || X.domain()[0] === X.domain()[1]) X.domain([X.domain()[0], X.domain()[0] + 1]);
  made.append("g").attr("class", "axis").attr("transform", `translate(0,${HEIGHT - BOTTOM})`).call(d3.axisBottom(X).ticks(Math.max(2, width / 110)));
  made.append("g").attr("class", "axis").attr("transform", `translate(${left},0)`).call(d3.axisLeft(Y).ticks(5, format))
    .call(axis => axis.selectAll(".tick line").clone().attr("x2", width - left - RIGHT).attr("class", "grid-line"));
  made.append("text").attr("class", "axis-name").attr("x", width - RIGHT).attr("y", HEIGHT - 3).attr("text-anchor", "end").text(x);
  made.append("text").attr("class", "axis-name").attr("transform", "rotate(-90)").attr("x", -TOP).attr("y", 11).attr("text-anchor", "end").text(isLog ? `${y}, on a logarithmic scale` : y);
  const line = d3.line().x(([at]) => X(at)).y(([, value]) => Y(value));
  all.forEach(({points}, i) => {
    made.append("path").attr("class", "curve").attr("d", line(points)).attr("stroke", colour(i)).attr("stroke-dasharray", DASHES[i % DASHES.length]);
    if (points.length) made.append("circle").attr("cx", X(points.at(-1)[0])).attr("cy", Y(points.at(-1)[1])).attr("r", 3.5).attr("fill", colour(i));
  });
  place.replaceChildren(made.node());
};
