// What this page knows of the cluster: differences are taken in here, and nothing is drawn.

import { millis } from "./format.js";

/** Pieces that a browser keeps without effort; of many slices it keeps less of the past. */
const MOST_PIECES = 24000;
const PIECES_A_SECOND = 0.7;
const LONGEST = 3600 * 1000;
const PRUNE = 10000;

export const store = {
  cursor: 0,
  now: 0,
  received: 0,
  role: "",
  writable: true,
  /** How scarce the memory of the node is; null if it is not watched. */
  memory: null,
  counts: { waiting: 0, running: 0, finished: 0, withdrawn: 0 },
  attention: null,
  slices: [],
  possible: [],
  readings: [],
  /** By slice: reservations, windows and subjobs, each by what it is known again by. */
  pieces: new Map(),
  /** Since when the pieces are whole. */
  whole: Infinity,
  pruned: 0,
};

/** How much of the past is kept piece by piece. */
export function kept() {
  return Math.min(LONGEST, Math.max(60000, 1000 * MOST_PIECES / (PIECES_A_SECOND * Math.max(1, store.slices.length))));
}

/** The scheduler's time, as it goes on. */
export function now() { return store.now + (performance.now() - store.received); }

export function lastRead() { return store.readings.length > 0 ? store.readings[store.readings.length - 1].at : 0; }

function of(slice) {
  if (!store.pieces.has(slice)) store.pieces.set(slice, { reservation: new Map(), window: new Map(), subjob: new Map() });
  return store.pieces.get(slice);
}

export function key(piece) { return piece.kind + " " + piece.label + " " + piece.from; }

function read(piece) {
  piece.from = millis(piece.from);
  piece.to = millis(piece.to);
  return piece;
}

/** Takes in an answer; past tells how much of it was asked for. */
export function take(view, past) {
  store.cursor = view.cursor;
  store.now = millis(view.now);
  store.received = performance.now();
  store.role = view.role;
  store.writable = view.writable;
  store.memory = view.memory ?? null;
  store.counts = view.jobs;
  store.attention = view.attention;
  if (view.whole) {
    store.pieces.clear();
    store.whole = store.now - past;
  }
  if (view.slices) {
    store.slices = view.slices;
    store.possible = view.possible;
    const there = new Set(view.slices.map((it) => it.id));
    for (const id of [...store.pieces.keys()]) if (!there.has(id)) store.pieces.delete(id);
  }
  for (const piece of view.gone) of(piece.slice)[piece.kind].delete(key(read(piece)));
  for (const piece of view.pieces) of(piece.slice)[piece.kind].set(key(read(piece)), piece);
  const readings = view.readings.map((it) => ({ ...it, at: millis(it.at) }));
  if (view.whole && readings.length > 1) store.readings = [];
  store.readings.push(...readings.filter((it) => it.at > lastRead()));
  while (store.readings.length > 0 && store.readings[0].at < store.now - LONGEST) store.readings.shift();
  if (store.now - store.pruned > PRUNE) prune(store.now - kept() - 30000);
}

function prune(before) {
  store.pruned = store.now;
  store.whole = Math.max(store.whole, before);
  for (const kinds of store.pieces.values()) {
    for (const map of Object.values(kinds)) {
      for (const [name, piece] of map) if (piece.to !== null && piece.to < before) map.delete(name);
    }
  }
}

export function find(slice, name) {
  const kinds = store.pieces.get(slice);
  return kinds ? Object.values(kinds).map((it) => it.get(name)).find((it) => it) : undefined;
}

/** What a slice is used for at an instant; the subjob before the window that it lies in. */
export function use(slice, time) {
  const kinds = store.pieces.get(slice);
  if (!kinds) return null;
  for (const kind of ["subjob", "window", "reservation"]) {
    for (const piece of kinds[kind].values()) if (piece.from <= time && (piece.to === null || time < piece.to)) return piece;
  }
  return null;
}

/** Slices that are reserved now under this label, by which the scheduler tells what is wrong with them. */
export function held(label, time) {
  return store.slices.map((it) => it.id).filter((id) => [...(store.pieces.get(id)?.reservation.values() ?? [])]
    .some((it) => it.label === label && it.from <= time && (it.to === null || time < it.to)));
}
