// Draws and tells what a job measured of itself over time. Knows points, and asks nobody.

import { ticks } from "./axis.js";
import { at, drawn } from "./dom.js";
import { count, figure, millis, moment } from "./format.js";
import { now } from "./store.js";

const HEIGHT = 170;
const BOTTOM = 24;
const TOP = 12;
const RIGHT = 12;
const CHARACTER = 7;
/** More marks than these would hide the line. */
const MOST_MARKS = 40;
const SECOND = 1000;
const MINUTE = 60000;

/** Marks at round values, of which there are a few. */
function levels(low, high) {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((it) => it * power >= rough);
  const found = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) found.push(i * step);
  return found;
}

/** What the axis shows: the values, with room around values that are all the same. */
function range(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = high > low ? 0 : Math.abs(low) * 0.1 || 1;
  // The difference of the largest numbers is none.
  return Number.isFinite(high - low) ? { low: low - room, high: high + room } : { low: low / 4, high: high / 4 };
}

function told(metric, points) {
  const newest = points[points.length - 1];
  const text = metric.name + " was " + figure(newest.value) + " at " + moment(newest.at, now()) + ", before atom " + count(newest.nextAtom) + ".";
  if (points.length === 1) return text;
  const values = points.map((it) => it.value);
  return text + " At " + moment(points[0].at, now()) + " it was " + figure(points[0].value) + "; the lowest figure is " + figure(Math.min(...values)) +
    ", the highest " + figure(Math.max(...values)) + ".";
}

/** Shows a job's metric, or nothing if it told none. */
export function show(metric, colour) {
  at("job-metric-part").hidden = !metric;
  if (!metric) return;
  const points = metric.points.map((it) => ({ ...it, at: millis(it.at) }));
  at("job-metric-said").textContent = told(metric, points);
  const svg = at("job-metric");
  const width = svg.parentElement.clientWidth;
  const sign = [width, points.length, points[points.length - 1].at, points[points.length - 1].value, metric.name].join("|");
  if (width === 0 || svg.dataset.sign === sign) return;
  svg.dataset.sign = sign;
  draw(svg, points, width, colour);
}

function draw(svg, points, width, colour) {
  const { low, high } = range(points.map((it) => it.value));
  const marks = levels(low, high).map((value) => ({ value, text: figure(value) }));
  const left = 10 + CHARACTER * Math.max(...marks.map((it) => it.text.length), 3);
  const bottom = HEIGHT - BOTTOM;
  const to = points[points.length - 1].at;
  // A single figure has no length of time.
  const from = points.length > 1 ? Math.min(points[0].at, to - SECOND) : to - MINUTE;
  const wide = width - left - RIGHT;
  const x = (time) => left + wide * (time - from) / (to - from);
  const y = (value) => bottom - (bottom - TOP) * (value - low) / (high - low);
  svg.setAttribute("viewBox", "0 0 " + width + " " + HEIGHT);
  const lines = marks.flatMap((it) => [drawn("line", { class: "grid", x1: left, x2: width - RIGHT, y1: y(it.value), y2: y(it.value) }),
    drawn("text", { x: left - 6, y: y(it.value) + 4, "text-anchor": "end" }, it.text)]);
  const times = ticks(from, to, wide).filter((it) => it.x > 20 && it.x < wide - 20).flatMap((it) => [
    drawn("line", { class: "grid", x1: left + it.x, x2: left + it.x, y1: bottom, y2: bottom + 4 }),
    drawn("text", { x: left + it.x, y: HEIGHT - 6, "text-anchor": "middle" }, it.label)]);
  const path = drawn("path", { class: "measured", d: points.map((it, index) => (index === 0 ? "M" : "L") + x(it.at).toFixed(1) + " " + y(it.value).toFixed(1)).join("") });
  const dots = (points.length > MOST_MARKS ? points.slice(-1) : points).map((it) => {
    const dot = drawn("circle", { class: "measured", cx: x(it.at).toFixed(1), cy: y(it.value).toFixed(1), r: 3, fill: colour });
    dot.append(drawn("title", {}, figure(it.value) + " at " + moment(it.at, now()) + ", before atom " + count(it.nextAtom)));
    return dot;
  });
  svg.replaceChildren(drawn("line", { class: "grid", x1: left, x2: width - RIGHT, y1: bottom, y2: bottom }), ...lines, ...times, path, ...dots);
}
