// Draws and tells what was made of the slices' memory, and how much of the holes was used. Knows readings, and asks nobody.

import { at, drawn, element, inSight, rows, say, whenInSight } from "./dom.js";
import { moment, percent } from "./format.js";

export const MINUTE = 60000;
const TREND_HEIGHT = 170;
const TREND_LEFT = 50;
const TREND_BOTTOM = 24;
/** Readings come every 5 s; where three are missing, nothing was read. */
export const TREND_GAP_MILLIS = 15000;
const MUCH = 0.2;
/** From the bottom of the chart to its top. Each tells its part of a reading. */
const LAYERS = [
  { name: "leased", of: (it) => it.leased },
  { name: "reserved", of: (it) => it.reserved },
  { name: "useful", of: (it) => Math.max(0, it.free - it.fragmented) },
  { name: "fragmented", of: (it) => it.fragmented },
];
/** What the axis shows, how far its marks are apart, and how long a step of the chart is, such that each has a reading. */
const SPANS = [
  { minutes: 1, marks: 1, step: 10000 },
  { minutes: 2, marks: 2, step: 10000 },
  { minutes: 5, marks: 5, step: 10000 },
  { minutes: 10, marks: 5, step: 10000 },
  { minutes: 15, marks: 3, step: 10000 },
  { minutes: 20, marks: 4, step: 15000 },
  { minutes: 30, marks: 3, step: 15000 },
  { minutes: 45, marks: 3, step: 30000 },
  { minutes: 60, marks: 4, step: 30000 },
];

/** What those who hear the page were told last, and when. */
let heard = null;
/** What the charts must show, drawn when they come near; null where they show it. */
let undrawn = null;

function mean(list) {
  const of = (name) => list.reduce((sum, it) => sum + it[name], 0) / list.length;
  return { leased: of("leased"), reserved: of("reserved"), free: of("free"), fragmented: of("fragmented") };
}

function ago(millis) {
  const minutes = Math.round(millis / MINUTE);
  if (minutes < 1) return Math.round(millis / 1000) + " s ago";
  return minutes === 60 ? "an hour ago" : minutes === 1 ? "a minute ago" : minutes + " minutes ago";
}

function shares(reading) {
  // What is of use is what the other figures leave, so that they add up as they are shown.
  const useful = Math.round(100 * reading.free) - Math.round(100 * reading.fragmented);
  return percent(reading.leased) + " leased, " + percent(reading.reserved) + " reserved, " + percent(reading.free) +
    " free (" + useful + " % of use, " + percent(reading.fragmented) + " fragmented)";
}

export function gaps(list, now) {
  return list.map((it, index) => ({ from: it.at, to: index + 1 < list.length ? list[index + 1].at : now }))
    .filter((it) => it.to - it.from > TREND_GAP_MILLIS);
}

function summary(list, now) {
  if (list.length === 0) return "Nothing was read yet.";
  const newest = list[list.length - 1];
  const first = list[0];
  const stale = now - newest.at > TREND_GAP_MILLIS;
  const said = [(stale ? "Last read " + ago(now - newest.at) + ": " : "Now ") + shares(newest)];
  if (newest.at - first.at >= MINUTE) said.push(ago(now - first.at) + " " + shares(first));
  const missing = gaps(list, now);
  if (missing.length > 0) said.push("nothing was read from " + missing.map((it) => moment(it.from, now) + " to " + moment(it.to, now)).join(", "));
  return said.join("; ") + ".";
}

/** Means of equal steps of time, whose borders stand still while time goes on. */
function steps(list, millis) {
  const together = new Map();
  for (const it of list) {
    const from = Math.floor(it.at / millis) * millis;
    together.set(from, [...(together.get(from) ?? []), it]);
  }
  return [...together].map(([from, those]) => ({ from, ...mean(those) }));
}

function pattern(id, ...marks) {
  const it = drawn("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse" });
  it.append(drawn("rect", { class: "ground", width: 8, height: 8 }), ...marks);
  return it;
}

function patterns() {
  const defs = drawn("defs", {});
  defs.append(
    pattern("reserved-pattern", drawn("path", { class: "mark", d: "M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6" })),
    pattern("fragmented-pattern", drawn("circle", { class: "mark", cx: 2, cy: 2, r: 1.4 }), drawn("circle", { class: "mark", cx: 6, cy: 6, r: 1.4 })));
  return defs;
}

/** An empty chart, and where times and shares stand in it. */
function frame(list, now, wide) {
  const span = SPANS.find((it) => list.length > 0 && now - list[0].at <= it.minutes * MINUTE) ?? SPANS[SPANS.length - 1];
  const from = now - span.minutes * MINUTE;
  const width = Math.max(240, wide);
  const bottom = TREND_HEIGHT - TREND_BOTTOM;
  const x = (time) => TREND_LEFT + (width - TREND_LEFT - 8) * Math.max(0, time - from) / (now - from);
  const y = (share) => bottom - (bottom - 10) * share;
  const svg = drawn("svg", { class: "trend", viewBox: "0 0 " + width + " " + TREND_HEIGHT, height: TREND_HEIGHT, "aria-hidden": "true" });
  return { svg, span, x, y, now, width, bottom, steps: steps(list, span.step).filter((it) => it.from + span.step > from) };
}

/** Shares on the left, times below. */
function axes({ svg, span, x, y, now, width, bottom }) {
  for (const share of [0, 0.5, 1]) {
    svg.append(drawn("line", { class: "grid", x1: TREND_LEFT, x2: width - 8, y1: y(share), y2: y(share) }),
      drawn("text", { x: TREND_LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share)));
  }
  for (let mark = 0; mark <= span.marks; mark++) {
    const minutes = span.minutes * (span.marks - mark) / span.marks;
    const last = mark === span.marks;
    svg.append(drawn("line", { class: "grid", x1: x(now - minutes * MINUTE), x2: x(now - minutes * MINUTE), y1: bottom, y2: bottom + 4 }),
      drawn("text", { x: x(now - minutes * MINUTE), y: TREND_HEIGHT - 6, "text-anchor": last ? "end" : mark === 0 ? "start" : "middle" },
        last ? "now" : mark === 0 ? minutes + " min ago" : minutes));
  }
}

/** How much of the memory that nobody had reserved was leased; null where all of it was reserved. */
function used(reading) {
  const holes = reading.leased + reading.free;
  return holes > 0.005 ? reading.leased / holes : null;
}

function drawUse(list, now, wide) {
  const paper = frame(list, now, wide);
  const step = paper.span.step;
  let line = "";
  let last = 0;
  for (const it of paper.steps) {
    const share = used(it);
    if (share === null) continue;
    const middle = Math.min(now, it.from + step / 2);
    line += (line && middle - last < TREND_GAP_MILLIS + step ? "L" : "M") + paper.x(middle).toFixed(1) + " " + paper.y(share).toFixed(1);
    last = middle;
  }
  paper.svg.append(drawn("path", { class: "use", d: line }));
  axes(paper);
  at("use").replaceChildren(paper.svg);
}

function tellUse(list) {
  const shares = list.map(used).filter((it) => it !== null);
  const text = shares.length === 0 ? "Nothing was free yet." : "Now " + percent(shares[shares.length - 1]) + " of what nobody has reserved is leased; " +
    percent(shares.reduce((sum, it) => sum + it, 0) / shares.length) + " on average.";
  say(at("use-summary"), text);
}

/** How much of the holes is used now, by the newest reading. */
export function useNow(list) { return list.length === 0 ? null : used(list[list.length - 1]); }

function drawLayers(list, now, wide) {
  const paper = frame(list, now, wide);
  const { svg, span, x, y } = paper;
  svg.append(patterns());
  const paths = LAYERS.map(() => "");
  let edges = "";
  for (const it of paper.steps) {
    const left = x(it.from);
    const right = Math.max(left + 2, x(Math.min(now, it.from + span.step)));
    let below = 0;
    LAYERS.forEach((layer, index) => {
      const above = Math.min(1, below + layer.of(it));
      if (above > below) paths[index] += "M" + left + " " + y(below) + "H" + right + "V" + y(above) + "H" + left + "Z";
      if (above > below && above < 0.999) edges += "M" + left + " " + y(above) + "H" + right;
      below = above;
    });
  }
  LAYERS.forEach((layer, index) => {
    const fill = layer.name === "reserved" || layer.name === "fragmented" ? { fill: "url(#" + layer.name + "-pattern)" } : {};
    svg.append(drawn("path", { class: "layer " + layer.name, d: paths[index], ...fill }));
  });
  svg.append(drawn("path", { class: "edge", d: edges }));
  axes(paper);
  at("trend").replaceChildren(svg);
}

/** Rows of the table, the newest first: now, and means of equal stretches before. */
function stretches(list, now) {
  if (list.length === 0) return [];
  const oldest = (now - list[0].at) / MINUTE;
  const each = oldest <= 10 ? 1 : 5;
  const found = [{ name: "newest reading", reading: list[list.length - 1] }];
  for (let minutes = 0; minutes < Math.min(60, oldest); minutes += each) {
    const those = list.filter((it) => it.at <= now - minutes * MINUTE && it.at > now - (minutes + each) * MINUTE);
    found.push({ name: minutes + " to " + (minutes + each), reading: those.length > 0 ? mean(those) : null });
  }
  return found;
}

function makeStretch() {
  return element("tr", {}, element("th", { scope: "row" }), ...LAYERS.map(() => element("td", { class: "number" })));
}

function changeStretch(row, { name, reading }) {
  [name, ...LAYERS.map((it) => reading ? percent(it.of(reading)) : "not read")].forEach((text, column) => say(row.cells[column], text));
}

/** Tells those who hear the page when the last minute was much unlike the one they heard of, and once a minute at most. */
function tell(list, now) {
  const lately = list.filter((it) => it.at > now - MINUTE);
  if (lately.length === 0 || (heard && now - heard.at < MINUTE)) return;
  const reading = mean(lately);
  if (heard && !LAYERS.some((it) => Math.abs(it.of(reading) - it.of(heard.reading)) >= MUCH)) return;
  // Of the first they can read where it stands.
  if (heard) at("trend-news").textContent = "Memory in the last minute: " + shares(reading) + ".";
  heard = { reading, at: now };
}

/** Draws the charts that are in sight or close to it. */
function drawCharts() {
  if (!undrawn || !inSight(at("trend")) && !inSight(at("use"))) return;
  const { list, now } = undrawn;
  undrawn = null;
  // Both are measured before either is changed, so that the page is laid out once.
  const [wide, wideUse] = [at("trend").clientWidth, at("use").clientWidth];
  drawLayers(list, now, wide);
  drawUse(list, now, wideUse);
}
for (const id of ["trend", "use"]) whenInSight(at(id), drawCharts);

/** Draws both charts; now and then, as readings come every five seconds. */
export function drawTrend(list, asked) {
  // A reading may be younger than the answer before it.
  const now = Math.max(asked, ...list.slice(-1).map((it) => it.at));
  undrawn = { list, now };
  requestAnimationFrame(drawCharts);
  tellUse(list);
  say(at("trend-summary"), summary(list, now));
  rows(at("trend-rows"), stretches(list, now), makeStretch, changeStretch);
  tell(list, now);
}
