// Figures and times as people read them.

export function percent(share) { return (100 * share).toFixed(0) + " %"; }

export function sentence(text) { return text.charAt(0).toUpperCase() + text.slice(1) + "."; }

/** Made once, when it is first needed, as making it takes far longer than using it. */
let hours = null;

export function clock(millis) {
  hours ??= new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  return hours.format(millis);
}

let days = null;

/** A time of day, with its date if it was or will be on another day than now. */
export function moment(millis, now) {
  days ??= new Intl.DateTimeFormat([], { year: "numeric", month: "short", day: "numeric" });
  const day = days.format(millis);
  return (day === days.format(now) ? "" : day + ", ") + clock(millis);
}

export function millis(instant) { return instant === null || instant === undefined ? null : new Date(instant).getTime(); }

/** Whole numbers with a thin gap between thousands. */
export function count(number) { return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f"); }

/** A number of any size, with as many digits as can be read at a glance. */
export function figure(number) {
  const size = Math.abs(number);
  return size !== 0 && (size >= 1e6 || size < 1e-4) ? number.toExponential(3).replace(/\.?0*e/, "e") : String(Number(number.toPrecision(5)));
}

/** A length of time: 0.4 s, 12 s, 3 min 20 s, 2 h 5 min, 4 d 3 h. */
export function length(time) {
  const seconds = Math.max(0, time / 1000);
  if (seconds < 9.95) return seconds.toFixed(1) + " s";
  const whole = Math.round(seconds);
  if (whole < 60) return whole + " s";
  if (whole < 3600) return two(Math.floor(whole / 60), "min", whole % 60, "s");
  if (whole < 86400) return two(Math.floor(whole / 3600), "h", Math.floor(whole % 3600 / 60), "min");
  return two(Math.floor(whole / 86400), "d", Math.floor(whole % 86400 / 3600), "h");
}

/** The same in one unit, where there is little room. */
export function brief(time) {
  const seconds = Math.max(0, time / 1000);
  if (seconds < 60) return length(time);
  if (seconds < 3600) return Math.floor(seconds / 60) + " min";
  return seconds < 86400 ? Math.floor(seconds / 3600) + " h" : Math.floor(seconds / 86400) + " d";
}

function two(large, largeUnit, small, smallUnit) {
  return large + " " + largeUnit + (small > 0 ? " " + small + " " + smallUnit : "");
}

export function bytes(count) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let power = 0;
  while (count >= 1024 && power < units.length - 1) { count /= 1024; power++; }
  return (power === 0 ? count : count.toFixed(1)) + " " + units[power];
}
