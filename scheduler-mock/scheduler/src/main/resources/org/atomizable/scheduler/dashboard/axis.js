// Where the ticks of a time axis stand, and what they are called.

import { clock } from "./format.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((it) => it * SECOND)
  .concat([1, 2, 5, 10, 15, 30, 60].map((it) => it * MINUTE));

/** Ticks at round times, no closer than so many pixels. */
export function ticks(from, to, width, apart = 76) {
  const step = STEPS.find((it) => it * width / (to - from) >= apart) ?? STEPS[STEPS.length - 1];
  const found = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    found.push({ time, x: width * (time - from) / (to - from), label: name(time, step) });
  }
  return found;
}

function name(time, step) {
  const text = clock(time);
  if (step >= MINUTE) return text.slice(0, 5);
  return step >= SECOND ? text : text + "." + Math.floor(time % 1000 / 100);
}
