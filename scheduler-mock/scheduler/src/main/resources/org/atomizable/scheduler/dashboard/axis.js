// Where the ticks of a time axis stand, and what they are called.

import { clock } from "./format.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((it) => it * SECOND)
  .concat([1, 2, 5, 10, 15, 30].map((it) => it * MINUTE), [1, 2, 3, 6, 12].map((it) => it * HOUR), [1, 2, 7, 14, 30, 90].map((it) => it * DAY));

/** Ticks at round times, no closer than so many pixels. */
export function ticks(from, to, width, apart = 76) {
  const step = STEPS.find((it) => it * width / (to - from) >= apart) ?? STEPS[STEPS.length - 1];
  const found = [];
  // Hours and days are round where the reader is.
  const shift = step < 30 * MINUTE ? 0 : new Date(from).getTimezoneOffset() * MINUTE;
  for (let time = Math.ceil((from - shift) / step) * step + shift; time <= to; time += step) {
    found.push({ time, x: width * (time - from) / (to - from), label: name(time, step) });
  }
  return found;
}

function name(time, step) {
  if (step >= HOUR && new Date(time).getHours() === 0) return new Date(time).toLocaleDateString([], { day: "numeric", month: "short" });
  const text = clock(time);
  if (step >= MINUTE) return text.slice(0, 5);
  return step >= SECOND ? text : text + "." + Math.floor(time % 1000 / 100);
}
