// What somebody should look after, and telling it once to people who hear the page.

import { at, element } from "./dom.js";
import { gaps, MINUTE, TREND_GAP_MILLIS } from "./trend.js";

const FRAGMENTED = 0.25;
const NAMED = 3;
const FORGOTTEN_MILLIS = 10 * MINUTE;

/** By id of a slice that was there: when it was last. */
const seen = new Map();
/** By id of a slice that is being repartitioned: since when. */
const cutting = new Map();
/** By key: when it last was an alert. */
const toldOf = new Map();
let wasCut = false;

function follow({ slices, possible, cut, now }) {
  for (const slice of slices) seen.set(slice.id, now);
  wasCut = wasCut || possible.length > 0;
  for (const id of [...cutting.keys()]) if (!cut.includes(id)) cutting.delete(id);
  for (const id of cut) if (!cutting.has(id)) cutting.set(id, now);
}

/** Whether all readings of these minutes are so, and none is missing. */
function throughout(list, now, minutes, test) {
  const those = list.filter((it) => it.at > now - minutes * MINUTE);
  const whole = those.length > 0 && those[0].at <= now - minutes * MINUTE + TREND_GAP_MILLIS && gaps(those, now).length === 0;
  return whole && those.every(test);
}

/** One alert for each of the first few, and one for how many more there are. */
function each(list, count, key, text, others, href, all) {
  const first = list.slice(0, NAMED).map((it) => ({ key: key + " " + it.id, text: text(it.name), href: href + encodeURIComponent(it.id) }));
  const more = count - first.length;
  return more > 0 ? [...first, { key: key + " more", text: more + " more " + others + ".", href: all }] : first;
}

function slicesWrong(ids, key, text, others) {
  return each(ids.map((id) => ({ id, name: id })), ids.length, key, text, others, "#slice/", "#slices-panel");
}

/**
 * What is wrong, and where that is shown. Slices that are lost or being repartitioned are told by their ids; waitingSince is the time since which a job waits, or null;
 * idle tells whether no subjob ran in the last two minutes.
 */
export function troubles({ writable, memory = null, slices, possible, lost, cut, waitingSince, late, patient, idle, list, now }) {
  follow({ slices, possible, cut, now });
  const found = writable ? [] : [{ key: "journal", text: "The journal cannot be written, and nothing is granted: make room on its disk." }];
  if (memory !== null && !memory.offers) {
    found.push({ key: "memory", text: "The memory that jobs share is " + (memory.share === null ? "not readable" : Math.round(100 * memory.share) + " % full") +
      " (level " + memory.level + "), and no windows are offered: jobs of least worth give way until there is room." });
  }
  found.push(...slicesWrong(lost, "lost",
    (name) => "Slice " + name + " is gone, as its GPU does not answer: look after the GPU, then start the scheduler anew.", "slices are gone with their GPUs"));
  // Where GPUs are repartitioned, slices come and go.
  if (!wasCut) {
    found.push(...slicesWrong([...seen.keys()].filter((id) => seen.get(id) < now), "gone",
      (name) => "Slice " + name + " is no longer there: look after its GPU, or load this page anew if that is meant.", "slices are no longer there"));
  } else if (possible.length === 0) {
    found.push({ key: "uncut", href: "#slices-panel", text: "GPUs are no longer repartitioned: read in the scheduler's log what their driver refuses, then start it anew." });
  }
  found.push(...slicesWrong([...cutting.keys()].filter((id) => now - cutting.get(id) > MINUTE), "cutting",
    (name) => "Slice " + name + " has been repartitioned for more than a minute: read in the scheduler's log what holds it.", "slices have been repartitioned for so long"));
  if (waitingSince !== null && now - waitingSince >= 5 * MINUTE && throughout(list, now, 5, (it) => it.fragmented > FRAGMENTED)) {
    found.push({ key: "fragmented", href: "#trend-panel", text: "More than 25 % of the memory has been free and of no use for five minutes while jobs wait: " +
      (wasCut ? "end reservations or withdraw jobs that stand between free places." : "cut the GPUs into larger slices, or let the scheduler do so by --repartition.") });
  }
  if (waitingSince !== null && now - waitingSince >= 2 * MINUTE && idle && throughout(list, now, 2, (it) => it.leased === 0 && it.free > 0)) {
    found.push({ key: "idle", href: "#slices-panel", text: "Nothing was leased for two minutes though jobs wait and memory is free: see that the jobs' agents run, and pick a window to read why nobody won it." });
  }
  found.push(...each(late.first, late.count, "late",
    (name) => "Job " + name + " is past its deadline: make room for it, or withdraw it if nobody needs it any more.", "jobs are past their deadlines", "#job/", "#jobs?sort=deadline"));
  found.push(...each(patient.first, patient.count, "waits",
    (name) => "Job " + name + " has waited for more than 10 minutes: pick it to see why it waits.", "jobs have waited for more than 10 minutes", "#job/", "#jobs?show=waiting&sort=waiting"));
  return found;
}

/** Somebody who tries again wants to hear again. */
export function forget(key) { toldOf.delete(key); }

/** Shows alerts, and tells people who hear the page of the new ones; what comes again within ten minutes is not new. */
export function alerts(list) {
  at("alerts").hidden = list.length === 0;
  const texts = [...at("alerts").querySelectorAll("li")].map((it) => it.textContent);
  if (texts.join("\n") !== list.map((it) => it.text).join("\n")) {
    at("alerts").querySelector("ul").replaceChildren(...list.map((it) => element("li", {}, it.href ? element("a", { href: it.href }, it.text) : it.text)));
  }
  const now = Date.now();
  for (const [key, last] of [...toldOf]) if (now - last > FORGOTTEN_MILLIS) toldOf.delete(key);
  const fresh = list.filter((it) => !toldOf.has(it.key));
  for (const it of list) toldOf.set(it.key, now);
  if (fresh.length > 0) at("news").textContent = fresh.map((it) => it.text).join(" ");
  else if (list.length === 0 && at("news").textContent) at("news").textContent = "";
}
