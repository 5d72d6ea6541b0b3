// The slices on a canvas: what is in sight is drawn, when something has changed, and nothing else.

import { ticks } from "./axis.js";
import { ofJob } from "./colours.js";
import { at, inSight } from "./dom.js";
import { leftOut } from "./filter.js";
import { length, moment, percent } from "./format.js";
import { lanes, rowsOf } from "./rows.js";
import { key, kept, now, store } from "./store.js";

export const AXIS = 26;
const NEAR = 3;
/** How much is seen of subjobs that the filter leaves out. */
const LEFT_OUT = 0.12;
const NAMES = ["ground", "ink", "soft", "line", "reservation", "window", "window-edge", "now", "link", "card", "subjob"];

export const view = { range: null, rows: [], height: 0, hover: null, selected: null, row: -1, shares: null, brush: null };

let wanted = false;
let theme = null;

export function left() { return at("lanes").clientWidth < 480 ? 84 : 148; }

function colours() {
  if (!theme) {
    const style = getComputedStyle(document.documentElement);
    theme = Object.fromEntries(NAMES.map((it) => [it, style.getPropertyValue("--" + it).trim()]));
  }
  return theme;
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { theme = null; draw(); });

/** Draws once before the next frame, however often it is asked for. */
export function draw() {
  if (wanted) return;
  wanted = true;
  requestAnimationFrame(() => { wanted = false; paint(); });
}

/** Whether single pieces are drawn: also in place of a coarse view that has not come yet. */
export function detailed() { return view.shares === null || known(); }

/** Whether single pieces are known of all that is shown. */
export function known() {
  const from = view.range.from(now());
  return view.range.span <= kept() + 15000 && from >= store.whole - 2000;
}

function frame() {
  const box = at("lanes");
  const instant = now();
  const from = view.range.from(instant);
  const to = view.range.to(instant);
  // Read once: each piece that is drawn asks for its place.
  const edge = left();
  const width = box.clientWidth - edge;
  const scale = width / (to - from);
  return { now: instant, from, to, width, left: edge, height: box.clientHeight, scroll: box.scrollTop, detailed: detailed(),
    x: (time) => edge + scale * (time - from), time: (x) => from + (x - edge) / scale };
}

function paint() {
  const box = at("lanes");
  if (box.clientWidth === 0 || store.slices.length === 0) return;
  const made = rowsOf(store.slices);
  view.rows = made.rows;
  view.height = made.height;
  const tall = Math.min(made.height + AXIS + 2, Math.max(260, innerHeight - 230));
  if (box.style.height !== tall + "px") box.style.height = tall + "px";
  at("lanes-room").style.height = Math.max(0, made.height + AXIS - box.clientHeight) + "px";
  if (inSight(box)) paintCanvas(box);
}

function paintCanvas(box) {
  const canvas = at("canvas");
  const dense = devicePixelRatio || 1;
  const wide = box.clientWidth;
  const high = box.clientHeight;
  if (canvas.width !== Math.round(wide * dense) || canvas.height !== Math.round(high * dense)) {
    canvas.width = Math.round(wide * dense);
    canvas.height = Math.round(high * dense);
    canvas.style.width = wide + "px";
    canvas.style.height = high + "px";
  }
  const pen = canvas.getContext("2d", { alpha: false });
  pen.setTransform(dense, 0, 0, dense, 0, 0);
  const paper = frame();
  const ink = colours();
  pen.fillStyle = ink.ground;
  pen.fillRect(0, 0, wide, high);
  const marks = ticks(paper.from, paper.to, paper.width);
  pen.fillStyle = ink.line;
  for (const mark of marks) pen.fillRect(Math.round(paper.left + mark.x), AXIS, 1, high);
  pen.save();
  pen.beginPath();
  pen.rect(0, AXIS, wide, high - AXIS);
  pen.clip();
  view.rows.forEach((row, index) => {
    const y = AXIS + row.y - paper.scroll;
    if (y + row.height >= AXIS && y <= high) paintRow(pen, paper, ink, row, y, index);
  });
  pen.restore();
  axis(pen, paper, ink, marks, wide);
  const here = paper.x(paper.now);
  if (here >= paper.left && here <= wide) {
    pen.fillStyle = ink.now;
    pen.fillRect(Math.round(here) - 1, AXIS - 4, 2, high);
  }
  if (view.brush) {
    pen.globalAlpha = 0.25;
    pen.fillStyle = ink.link;
    pen.fillRect(Math.min(view.brush.from, view.brush.to), 0, Math.abs(view.brush.to - view.brush.from), high);
    pen.globalAlpha = 1;
  }
}

function axis(pen, paper, ink, marks, wide) {
  pen.fillStyle = ink.ground;
  pen.fillRect(0, 0, wide, AXIS);
  pen.fillStyle = ink.soft;
  pen.fillRect(0, AXIS - 1, wide, 1);
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  for (const mark of marks) {
    const half = pen.measureText(mark.label).width / 2;
    const x = paper.left + mark.x;
    pen.fillRect(Math.round(x), AXIS - 5, 1, 5);
    if (x - half >= paper.left - 20 && x + half <= wide) pen.fillText(mark.label, x, AXIS / 2 - 2);
  }
}

function paintRow(pen, paper, ink, row, y, index) {
  if (row.type === "node" || row.type === "gpu" && row.open) {
    pen.fillStyle = ink.card;
    pen.fillRect(0, y, paper.left + paper.width, row.height);
  }
  pen.fillStyle = ink.line;
  pen.fillRect(0, Math.round(y + row.height) - 1, paper.left + paper.width, 1);
  pen.save();
  pen.beginPath();
  pen.rect(paper.left, y, paper.width, row.height);
  pen.clip();
  if (row.type === "node" || row.type === "gpu" && row.open) summed(pen, paper, ink, row, y);
  for (const lane of lanes(row)) {
    if (paper.detailed) pieces(pen, paper, ink, lane, y);
    else stepped(pen, paper, ink, lane, y);
  }
  pen.restore();
  label(pen, paper, ink, row, y, index);
}

function label(pen, paper, ink, row, y, index) {
  const middle = y + row.height / 2;
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  let x = row.inner ? 22 : 8;
  if (row.type !== "slice") {
    pen.fillStyle = ink.ink;
    pen.font = "10px system-ui, sans-serif";
    pen.fillText(row.open ? "\u25BC" : "\u25B6", x, middle);
    x += 14;
  }
  pen.fillStyle = ink.ink;
  pen.font = (row.type === "slice" ? "" : "600 ") + "12.5px system-ui, sans-serif";
  const room = paper.left - x - 8;
  let name = row.label;
  while (name.length > 4 && pen.measureText(name).width > room) name = name.slice(0, -2) + "\u2026";
  pen.fillText(name, x, middle);
  const after = x + pen.measureText(name).width + 7;
  pen.font = "11.5px system-ui, sans-serif";
  pen.fillStyle = ink.soft;
  if (after + pen.measureText(row.note).width < paper.left - 4) pen.fillText(row.note, after, middle);
  if (index === view.row) {
    pen.strokeStyle = ink.link;
    pen.lineWidth = 2;
    pen.strokeRect(1, y + 1, paper.left + paper.width - 2, row.height - 3);
  }
}

function pieces(pen, paper, ink, lane, y) {
  const kinds = store.pieces.get(lane.slice.id);
  if (!kinds) return;
  const top = y + lane.top;
  const thin = lane.height < 10;
  const shown = (piece) => (piece.to ?? paper.now) > paper.from && piece.from < paper.to;
  const place = (piece) => {
    const from = Math.max(paper.left - 2, paper.x(piece.from));
    return [from, Math.max(1, Math.min(paper.left + paper.width + 2, paper.x(piece.to ?? paper.now)) - from)];
  };
  pen.fillStyle = ink.reservation;
  for (const piece of kinds.reservation.values()) {
    if (!shown(piece)) continue;
    const [x, wide] = place(piece);
    pen.fillRect(x, top, wide, lane.height);
  }
  pen.strokeStyle = ink["window-edge"];
  pen.lineWidth = 1;
  for (const piece of kinds.window.values()) {
    if (!shown(piece)) continue;
    const [x, wide] = place(piece);
    pen.fillStyle = ink.window;
    pen.fillRect(x, top, wide, lane.height);
    if (!thin && wide > 3) pen.strokeRect(x + 0.5, top + 0.5, wide - 1, lane.height - 1);
  }
  const inset = thin ? 0 : 3;
  const dimmed = view.selected?.job;
  for (const piece of kinds.subjob.values()) {
    if (!shown(piece)) continue;
    const [x, wide] = place(piece);
    const colour = ofJob(piece.job);
    pen.globalAlpha = leftOut(piece.job, piece.label) ? LEFT_OUT : dimmed && dimmed !== piece.job ? 0.3 : 1;
    pen.fillStyle = colour.fill;
    pen.fillRect(x, top + inset, wide, lane.height - 2 * inset);
    if (thin) {
      pen.fillStyle = colour.edge;
      pen.fillRect(x, top, 1, lane.height);
    } else {
      pen.strokeStyle = colour.edge;
      if (wide > 3) pen.strokeRect(x + 0.5, top + inset + 0.5, wide - 1, lane.height - 2 * inset - 1);
      if (wide > 52) written(pen, piece.label, colour.ink, x, top + lane.height / 2, wide);
    }
    pen.globalAlpha = 1;
  }
  for (const marked of [view.hover, view.selected]) {
    const piece = marked && marked.slice === lane.slice.id ? kinds[marked.kind]?.get(marked.key) : undefined;
    if (!piece || !shown(piece)) continue;
    const [x, wide] = place(piece);
    pen.strokeStyle = ink.ink;
    pen.lineWidth = marked === view.selected ? 2 : 1;
    pen.strokeRect(x - 0.5, top - 0.5, wide + 1, lane.height + 1);
  }
}

function written(pen, text, ink, x, middle, wide) {
  pen.save();
  pen.beginPath();
  pen.rect(x, middle - 10, wide - 3, 20);
  pen.clip();
  pen.fillStyle = ink;
  pen.font = "11px system-ui, sans-serif";
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillText(text, x + 5, middle);
  pen.restore();
}

/** Where single pieces are not known, or would be too small: how much of each step was leased and reserved. */
function stepped(pen, paper, ink, lane, y) {
  const shares = view.shares;
  const mine = shares?.bySlice.get(lane.slice.id);
  if (!mine) return;
  const top = y + lane.top;
  for (let i = 0; i < mine.leased.length; i++) {
    const x = paper.x(shares.from + i * shares.step);
    const wide = paper.x(shares.from + (i + 1) * shares.step) - x + 0.3;
    if (x + wide < paper.left || x > paper.left + paper.width) continue;
    const leased = lane.height * mine.leased[i] / 100;
    const reserved = Math.min(lane.height - leased, lane.height * mine.reserved[i] / 100);
    pen.fillStyle = ink.reservation;
    pen.fillRect(x, top, wide, reserved);
    pen.globalAlpha = leftOut(mine.jobs[i]) ? LEFT_OUT : 1;
    pen.fillStyle = ofJob(mine.jobs[i]).fill;
    pen.fillRect(x, top + lane.height - leased, wide, leased);
    pen.globalAlpha = 1;
  }
}

/** Of many slices: how many were leased and reserved, from the bottom to the top. */
function summed(pen, paper, ink, row, y) {
  const steps = Math.max(1, Math.floor(paper.width / 4));
  const leased = new Float64Array(steps);
  const reserved = new Float64Array(steps);
  const step = (paper.to - paper.from) / steps;
  if (paper.detailed) {
    const add = (sums, from, to) => {
      const first = Math.max(0, (from - paper.from) / step);
      const last = Math.min(steps, (to - paper.from) / step);
      for (let i = Math.floor(first); i < last; i++) sums[i] += Math.min(i + 1, last) - Math.max(i, first);
    };
    for (const slice of row.slices) {
      const kinds = store.pieces.get(slice.id);
      if (!kinds) continue;
      for (const piece of kinds.reservation.values()) add(reserved, piece.from, piece.to);
      for (const piece of kinds.subjob.values()) add(leased, piece.from, piece.to ?? paper.now);
    }
  } else if (view.shares) {
    for (let i = 0; i < steps; i++) {
      const index = Math.floor((paper.from + (i + 0.5) * step - view.shares.from) / view.shares.step);
      for (const slice of row.slices) {
        const mine = view.shares.bySlice.get(slice.id);
        leased[i] += (mine?.leased[index] ?? 0) / 100;
        reserved[i] += (mine?.reserved[index] ?? 0) / 100;
      }
    }
  }
  const room = row.height - 7;
  for (let i = 0; i < steps; i++) {
    const x = paper.left + i * paper.width / steps;
    const wide = paper.width / steps + 0.3;
    const low = room * Math.min(1, leased[i] / row.slices.length);
    const high = room * Math.min(1 - low / room, reserved[i] / row.slices.length);
    pen.fillStyle = ink.subjob;
    pen.fillRect(x, y + 3 + room - low, wide, low);
    pen.fillStyle = ink.reservation;
    pen.fillRect(x, y + 3 + room - low - high, wide, high);
  }
}

/** The row under a point of the canvas, and what of it lies there. */
export function under(x, y) {
  const paper = frame();
  const index = view.rows.findIndex((row) => y >= AXIS && y + paper.scroll - AXIS >= row.y && y + paper.scroll - AXIS < row.y + row.height);
  if (index < 0) return { index, time: paper.time(x), axis: y < AXIS, label: false, piece: null };
  const row = view.rows[index];
  const inner = y + paper.scroll - AXIS - row.y;
  const lane = lanes(row).find((it) => inner >= it.top - 1 && inner < it.top + it.height + 1);
  const piece = lane && x >= paper.left && detailed() ? near(lane.slice.id, paper, x) : null;
  return { index, row, lane, time: paper.time(x), axis: false, label: x < paper.left, piece };
}

function near(slice, paper, x) {
  const kinds = store.pieces.get(slice);
  const from = paper.time(x - NEAR);
  const to = paper.time(x + NEAR);
  for (const kind of kinds ? ["subjob", "window", "reservation"] : []) {
    const found = [...kinds[kind].values()].filter((it) => it.from < to && (it.to ?? now()) > from);
    if (found.length > 0) return found[found.length - 1];
  }
  return null;
}

export function marked(piece) {
  return piece && { slice: piece.slice, kind: piece.kind, key: key(piece), job: piece.job, label: piece.label };
}

export function told(piece) {
  const what = { subjob: "Subjob of ", window: "Window ", reservation: "Reserved: " }[piece.kind] + piece.label;
  return what + " on " + piece.slice + ", " + (piece.to === null ? "runs since " : "") + moment(piece.from, now()) +
    (piece.to === null ? ", " + length(now() - piece.from) : " to " + moment(piece.to, now()) + ", " + length(piece.to - piece.from));
}

/** What a row shows at an instant, where single pieces are not shown. */
export function toldAt(row, time) {
  const mine = view.shares && row.slices.map((it) => view.shares.bySlice.get(it.id));
  const index = view.shares ? Math.floor((time - view.shares.from) / view.shares.step) : -1;
  const known = (mine ?? []).filter((it) => it?.leased[index] !== undefined);
  if (known.length === 0) return null;
  const mean = (name) => known.reduce((sum, it) => sum + it[name][index], 0) / known.length / 100;
  return row.label + ", " + moment(time, now()) + ": " + percent(mean("leased")) + " leased, " + percent(mean("reserved")) + " reserved";
}
