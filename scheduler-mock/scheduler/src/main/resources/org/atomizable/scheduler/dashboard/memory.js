// What a job has used and may need of memory, against what slices have.

import { drawn, set } from "./dom.js";
import { bytes } from "./format.js";

let capacities = [];
let scale = { from: 1, to: 2 };

/** The kinds of slices that are there, or can be cut, by capacity, the smallest first; kinds of the same capacity together. */
export function kinds(slices, possible) {
  const there = new Set(slices.map((it) => it.kind));
  const least = new Map();
  for (const slice of [...slices, ...possible]) least.set(slice.kind, Math.min(slice.memoryBytes, least.get(slice.kind) ?? Infinity));
  const together = new Map();
  for (const [kind, size] of least) together.set(size, [...(together.get(size) ?? []), kind]);
  return [...together].sort((a, b) => a[0] - b[0]).map(([size, names]) => ({ size, names, there: names.some((it) => there.has(it)) }));
}

/** One scale for all jobs, so that they compare. Jobs need MiB or GiB: equal steps are equal ratios. */
export function measure(slices, possible) {
  capacities = kinds(slices, possible);
  const sizes = capacities.map((it) => it.size);
  scale = { from: Math.min(1 << 28, ...sizes.map((it) => it / 16)), to: Math.max(1 << 30, ...sizes) * 1.15 };
}

export function scaleTold() { return "Memory from " + bytes(scale.from) + " to " + bytes(scale.to) + "; equal lengths are equal ratios."; }

function along(size) {
  const share = Math.log(Math.max(size, scale.from) / scale.from) / Math.log(scale.to / scale.from);
  return Math.min(100, 100 * share);
}

export function fits(size) {
  const first = capacities.findIndex((it) => it.size >= size);
  if (first < 0) return "fits no slice here";
  return "fits " + capacities[first].names.join(", ") + (capacities[first].there ? "" : " once it is cut") + (first + 1 < capacities.length ? " and larger" : "");
}

export function need(job) {
  const most = job.claimedMostBytes;
  if (job.peakBytes === 0 && most === null) return "nothing is known of its memory yet";
  const said = [];
  if (job.peakBytes > 0) said.push("used " + bytes(job.peakBytes));
  if (most !== null) {
    const least = bytes(job.claimedLeastBytes);
    const range = least === bytes(most) ? bytes(most) : least + " to " + bytes(most);
    said.push(job.peakBytes > most ? "claimed no more than " + range : "may need " + range);
  }
  return said.join(", ") + "; " + fits(Math.max(job.peakBytes, most ?? 0));
}

/** Draws a band into a picture that was made before, if anything of it has changed. */
export function band(svg, job, wide = false) {
  const text = need(job);
  const sign = [text, job.name, wide, scale.to, capacities.length].join("|");
  if (svg.dataset.sign === sign) return;
  svg.dataset.sign = sign;
  set(svg, "aria-label", "memory of " + job.name + ": " + text);
  svg.replaceChildren(drawn("title", {}, text));
  const part = (kind, from, to) => svg.append(drawn("rect", { class: kind, x: from + "%", width: Math.max(0.8, to - from) + "%", y: 6, height: 10 }));
  if (job.peakBytes > 0) part("used", 0, along(job.peakBytes));
  if (job.claimedMostBytes !== null) {
    const most = along(job.claimedMostBytes);
    if (job.claimedMostBytes < job.peakBytes) part("beyond", most, along(job.peakBytes));
    else part("claim", job.peakBytes > 0 ? along(job.peakBytes) : along(job.claimedLeastBytes), most);
  }
  let free = 100;
  for (const { size, names, there } of [...capacities].reverse()) {
    const x = along(size);
    svg.append(drawn("line", { class: there ? "capacity" : "capacity possible", x1: x + "%", x2: x + "%", y1: 0, y2: wide ? 26 : 22 }));
    // Names that would lie on another are left out; each is in the text.
    if (wide && x <= free) {
      svg.append(drawn("text", { x: x + "%", y: 40, "text-anchor": "end" }, names[0]));
      free = x - 16;
    }
  }
}
