// Colours of jobs: those of the demo's picture, which stay apart for the colour-blind (Okabe and Ito, 2008), each in three shades.

const HUES = [[0, 114, 178], [230, 159, 0], [0, 158, 115], [204, 121, 167], [86, 180, 233], [213, 94, 0], [240, 228, 66]];
const SHADES = [1, 0.78, 1.2];
const OTHERS = "#8a8f96";
const known = new Map();

function hash(text) {
  let sum = 2166136261;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 16777619);
  return sum >>> 0;
}

/** Fill, edge and ink of a job, the same wherever it is shown. */
export function ofJob(id) {
  if (!id) return { fill: OTHERS, edge: "#5f656c", ink: "#000000" };
  if (!known.has(id)) {
    const sum = hash(id);
    const hue = HUES[sum % HUES.length];
    const shade = SHADES[Math.floor(sum / HUES.length) % SHADES.length];
    const mixed = hue.map((it) => Math.min(255, Math.round(it * shade)));
    const light = 0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2];
    known.set(id, { fill: css(mixed), edge: css(mixed.map((it) => Math.round(it * 0.6))), ink: light > 120 ? "#000000" : "#ffffff" });
    if (known.size > 20000) known.delete(known.keys().next().value);
  }
  return known.get(id);
}

function css(channels) { return "rgb(" + channels.join(",") + ")"; }
