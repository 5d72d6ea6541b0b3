// The slices by mouse, finger and keyboard, and as a table beside the canvas.

import { note } from "./address.js";
import { ask } from "./api.js";
import { at, element, inSight, rows, say, set, whenInSight } from "./dom.js";
import { length, millis, moment } from "./format.js";
import { Range } from "./range.js";
import { rowsOf, toggle, toggleAll } from "./rows.js";
import { find, kept, now, store, use } from "./store.js";
import { AXIS, detailed, draw, known, left, marked, told, toldAt, under, view } from "./timeline.js";

const MOST_STEPS = 300;
const LEAST_STEPS = 60;
const CELLS = 24000;
const LEAST_PAUSE = 10000;
/** Seconds of the past that are asked for while the timeline is not drawn. */
const BRIEF_PAST = 1;
/** A finger or mouse that moves less has clicked. */
const STILL = 4;

view.range = new Range(120000);
let down = null;
let sharesAsked = 0;
let sharesOf = "";

/** How much of the past must be asked for, and whether all of it anew. The past is long to read: only the drawn timeline needs it. */
export function needed() {
  if (store.slices.length === 0 || !inSight(at("lanes"))) return { past: BRIEF_PAST, anew: false };
  const span = Math.min(kept(), view.range.span * 1.25 + 5000);
  return { past: Math.ceil(span / 1000), anew: now() - span < store.whole - 1000 && view.range.span <= kept() };
}

/** Takes the coarse view from the scheduler where single pieces are too many. */
export async function refreshShares(force = false) {
  if (known() || store.slices.length === 0 || needed().anew || !inSight(at("lanes"))) return;
  const steps = Math.min(MOST_STEPS, Math.max(LEAST_STEPS, Math.floor(CELLS / store.slices.length)));
  const pause = Math.max(LEAST_PAUSE, view.range.span / steps);
  const which = view.range.span + " " + view.range.end;
  if (!force && which === sharesOf && (!view.range.live || now() - sharesAsked < pause)) return;
  sharesOf = which;
  sharesAsked = now();
  const from = Math.round(view.range.from(now()));
  const to = Math.round(Math.min(now(), view.range.to(now())));
  const shares = await ask("/v1/dashboard/shares?from=" + from + "&to=" + to + "&steps=" + steps, "slices");
  view.shares = { from: millis(shares.from), step: shares.stepSeconds * 1000, bySlice: new Map(shares.slices.map((it) => [it.slice, it])) };
  draw();
}

let later = 0;
function moved() {
  const custom = ["60000", "120000", "300000", "600000", "1800000", "3600000"].includes(String(view.range.span)) ? String(view.range.span) : "";
  if (at("span").value !== custom) at("span").value = custom;
  set(at("live"), "aria-pressed", view.range.live);
  say(at("shown"), view.range.live ? "" : moment(view.range.from(now()), now()) + "\u2013" + moment(view.range.to(now()), now()));
  draw();
  clearTimeout(later);
  later = setTimeout(() => {
    note({ span: Math.round(view.range.span), end: view.range.end && Math.round(view.range.end) }, !at("board").hidden);
    document.dispatchEvent(new Event("range"));
    refreshShares().catch(() => {});
  }, 250);
}

/** Shows the stretch of time that an address says. */
export function apply({ span, end }) {
  if (span === Math.round(view.range.span) && end === (view.range.end && Math.round(view.range.end))) return;
  view.range.set(span, end);
  if (store.cursor) within();
}

/** Keeps to the time that is known; before the first answer no time is. */
export function within() {
  view.range.pan(0, now());
  moved();
}

/** Opens the GPU that holds a slice, and moves to its row; returns whether it is there. */
export function toSlice(id) {
  const holder = view.rows.find((it) => it.type === "gpu" && !it.open && it.slices.some((one) => one.id === id));
  if (holder) {
    toggle(holder);
    view.rows = rowsOf(store.slices).rows;
  }
  const index = view.rows.findIndex((it) => it.type === "slice" && it.slices[0].id === id);
  if (index < 0) return false;
  at("lanes").scrollIntoView({ block: "nearest" });
  at("lanes").focus();
  toRow(index);
  return true;
}

// What is picked, which stays so while the page goes on.

export function pick(piece) {
  view.selected = marked(piece);
  picked();
  draw();
}

export function picked() {
  say(at("open-all"), view.rows.some((it) => it.type === "gpu" && !it.open) ? "Open GPUs" : "Close GPUs");
  const chosen = view.selected;
  at("picked").hidden = !chosen;
  if (!chosen) return;
  const piece = find(chosen.slice, chosen.key);
  if (piece) say(at("picked-text"), told(piece));
  at("picked-job").hidden = !chosen.job;
  at("picked-window").hidden = chosen.kind !== "window";
  if (chosen.job) set(at("picked-job"), "href", "#job/" + encodeURIComponent(chosen.job));
  if (chosen.kind === "window") set(at("picked-window"), "href", "#window/" + encodeURIComponent(chosen.label));
}

// By mouse and finger.

function point(event) {
  const box = at("canvas").getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function press(event) {
  if (event.button !== 0) return;
  const { x, y } = point(event);
  down = { x, y, lastX: x, axis: y < AXIS && x > left(), shift: event.shiftKey, moved: false };
}

function move(event) {
  const { x, y } = point(event);
  if (down && Math.abs(x - down.x) + Math.abs(y - down.y) > STILL && !down.moved) {
    down.moved = true;
    at("canvas").setPointerCapture(event.pointerId);
  }
  if (down?.moved && (down.axis || down.shift)) {
    view.brush = { from: Math.max(left(), down.x), to: Math.max(left(), x) };
    draw();
  } else if (down?.moved) {
    view.range.pan((down.lastX - x) * view.range.span / (at("lanes").clientWidth - left()), now());
    down.lastX = x;
    moved();
  } else {
    hover(x, y, event);
  }
}

function hover(x, y, event) {
  const found = under(x, y);
  const text = found.piece ? told(found.piece) : found.row && !found.label && !detailed() ? toldAt(found.row, found.time) : null;
  const before = view.hover?.key;
  view.hover = marked(found.piece);
  if (before !== view.hover?.key) draw();
  at("canvas").style.cursor = found.axis ? "col-resize" : found.piece || found.label && found.row?.type !== "slice" ? "pointer" : "grab";
  const tip = at("tip");
  tip.hidden = !text || event.pointerType === "touch";
  if (tip.hidden) return;
  say(tip, text);
  tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
  tip.style.top = Math.min(event.clientY + 16, innerHeight - tip.offsetHeight - 8) + "px";
}

function release(event) {
  const was = down;
  down = null;
  if (!was) return;
  const { x, y } = point(event);
  if (view.brush) {
    const one = under(view.brush.from, 0).time;
    const other = under(view.brush.to, 0).time;
    view.brush = null;
    view.range.pick(Math.min(one, other), Math.max(one, other), now());
    moved();
  } else if (!was.moved) {
    const found = under(x, y);
    if (found.label && found.row && found.row.type !== "slice") toggle(found.row);
    else pick(found.piece);
    view.row = found.index;
    draw();
  }
}

function wheel(event) {
  if (!event.ctrlKey && !event.metaKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
  event.preventDefault();
  const { x } = point(event);
  if (event.ctrlKey || event.metaKey) view.range.zoom(event.deltaY > 0 ? 1.25 : 0.8, under(x, 0).time, now());
  else view.range.pan(event.deltaX * view.range.span / at("lanes").clientWidth, now());
  moved();
}

// By keyboard: up and down for rows, left and right for what lies in them.

function inOrder(row) {
  const found = [];
  for (const slice of row.slices) {
    const kinds = store.pieces.get(slice.id);
    if (kinds) found.push(...kinds.subjob.values(), ...kinds.window.values());
  }
  return found.filter((it) => (it.to ?? now()) > view.range.from(now()) && it.from < view.range.to(now())).sort((a, b) => a.from - b.from);
}

function step(by) {
  const row = view.rows[view.row];
  if (!row) return;
  const all = inOrder(row);
  const index = all.findIndex((it) => marked(it).key === view.selected?.key && it.slice === view.selected?.slice);
  const next = index < 0 ? (by > 0 ? 0 : all.length - 1) : index + by;
  if (all[next]) pick(all[next]);
}

function toRow(index) {
  view.row = Math.max(0, Math.min(view.rows.length - 1, index));
  const row = view.rows[view.row];
  const box = at("lanes");
  if (row.y < box.scrollTop) box.scrollTop = row.y;
  else if (row.y + row.height + AXIS > box.scrollTop + box.clientHeight) box.scrollTop = row.y + row.height + AXIS - box.clientHeight;
  const state = row.type === "slice" ? "" : row.open ? ", open" : ", closed";
  say(at("row-said"), row.label + ", " + row.note + state);
  draw();
}

function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const middle = view.range.from(now()) + view.range.span / 2;
  const deeds = {
    ArrowDown: () => toRow(view.row + 1),
    ArrowUp: () => toRow(view.row - 1),
    PageDown: () => toRow(view.row + 10),
    PageUp: () => toRow(view.row - 10),
    ArrowRight: () => (event.shiftKey ? view.range.pan(view.range.span / 4, now()) : step(1)),
    ArrowLeft: () => (event.shiftKey ? view.range.pan(-view.range.span / 4, now()) : step(-1)),
    "+": () => view.range.zoom(0.5, middle, now()),
    "-": () => view.range.zoom(2, middle, now()),
    Home: () => view.range.follow(),
    Escape: () => pick(null),
    Enter: enter,
    " ": enter,
  };
  if (!deeds[event.key]) return;
  event.preventDefault();
  deeds[event.key]();
  moved();
}

function enter() {
  const chosen = view.selected;
  const row = view.rows[view.row];
  if (chosen?.kind === "window") location.hash = "#window/" + encodeURIComponent(chosen.label);
  else if (chosen?.job) location.hash = "#job/" + encodeURIComponent(chosen.job);
  else if (row && row.type !== "slice") { toggle(row); toRow(view.row); }
}

// The table, filled while it is open.

function makeRow() {
  return element("tr", {}, element("th", { scope: "row" }), element("td"), element("td"), element("td", {}, element("a", { class: "link" }), element("span")),
    element("td", { class: "number" }), element("td", { class: "number" }));
}

function change(row, slice) {
  const [name, kind, state, what, since, until] = row.children;
  const piece = use(slice.id, now());
  say(name, slice.id);
  say(kind, slice.kind);
  say(state, piece ? { subjob: "runs a subjob", window: "window announced", reservation: "reserved" }[piece.kind] : "free");
  const [link, plain] = what.children;
  const target = piece?.job ? "#job/" + encodeURIComponent(piece.job) : piece?.kind === "window" ? "#window/" + encodeURIComponent(piece.label) : null;
  link.hidden = !target;
  set(link, "href", target);
  say(link, target ? piece.label : "");
  say(plain, target ? "" : piece?.label ?? "");
  say(since, piece ? moment(piece.from, now()) : "");
  say(until, piece?.to ? length(piece.to - now()) : "");
}

export function table() {
  if (at("slice-table").open) rows(at("slice-rows"), store.slices, makeRow, change);
}

export function install() {
  const canvas = at("canvas");
  canvas.addEventListener("pointerdown", press);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", () => { down = null; view.brush = null; draw(); });
  canvas.addEventListener("pointerleave", () => { at("tip").hidden = true; view.hover = null; draw(); });
  canvas.addEventListener("dblclick", enter);
  at("lanes").addEventListener("wheel", wheel, { passive: false });
  at("lanes").addEventListener("scroll", draw);
  at("lanes").addEventListener("keydown", keyed);
  at("lanes").addEventListener("focus", () => { if (view.row < 0 && view.rows.length > 0) toRow(0); });
  at("span").addEventListener("change", () => { if (at("span").value) { view.range.follow(Number(at("span").value)); moved(); } });
  const middle = () => view.range.from(now()) + view.range.span / 2;
  at("zoom-in").addEventListener("click", () => { view.range.zoom(0.5, view.range.live ? now() : middle(), now()); moved(); });
  at("zoom-out").addEventListener("click", () => { view.range.zoom(2, middle(), now()); moved(); });
  at("back").addEventListener("click", () => { view.range.pan(-view.range.span / 2, now()); moved(); });
  at("forth").addEventListener("click", () => { view.range.pan(view.range.span / 2, now()); moved(); });
  at("live").addEventListener("click", () => { view.range.follow(); moved(); });
  at("open-all").addEventListener("click", () => {
    const closed = view.rows.some((it) => it.type === "gpu" && !it.open);
    toggleAll(view.rows, closed);
    draw();
  });
  at("picked-close").addEventListener("click", () => { pick(null); at("lanes").focus(); });
  at("slice-table").addEventListener("toggle", table);
  new ResizeObserver(draw).observe(at("slices-panel"));
  whenInSight(at("lanes"), () => {
    draw();
    if (needed().anew) document.dispatchEvent(new Event("range"));
  });
}
