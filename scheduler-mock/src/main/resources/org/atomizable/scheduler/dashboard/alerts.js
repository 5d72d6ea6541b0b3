"use strict";
// What somebody should look after, told from what the scheduler says. Each alert has a key, by which it is told once.

const FRAGMENTED = 0.25;
const FORGOTTEN_MILLIS = 600000;
const NAMED = 3;

/** By id of a job: since when it waits, as far as this page can know, and the token it had then. */
const waiting = new Map();
/** By id of a slice that was there: when it was last. */
const seen = new Map();
/** By id of a slice that is being cut: since when. */
const cutting = new Map();
/** By key: when it last was an alert. */
const toldOf = new Map();
let somebodyWaits = null;
let wasCut = false;

function follow(jobs, cluster, line, now) {
  const those = jobs.filter((it) => it.state === "waiting");
  for (const id of [...waiting.keys()]) if (!those.some((it) => it.id === id)) waiting.delete(id);
  for (const job of those) {
    if (waiting.has(job.id) && waiting.get(job.id).token === job.newestToken) continue;
    // Who was never given anything waits since it is there.
    waiting.set(job.id, { token: job.newestToken, since: job.newestToken === 0 ? new Date(job.registered).getTime() : now });
  }
  somebodyWaits = those.length === 0 ? null : Math.min(somebodyWaits ?? now, ...[...waiting.values()].map((it) => it.since));
  for (const slice of cluster.slices) seen.set(slice.id, now);
  wasCut = wasCut || cluster.possible.length > 0;
  const cut = held(line, now, "being cut anew");
  for (const id of [...cutting.keys()]) if (!cut.includes(id)) cutting.delete(id);
  for (const id of cut) if (!cutting.has(id)) cutting.set(id, now);
}

/** Slices that are reserved now under this label, by which the scheduler tells what is wrong with them. */
function held(line, now, label) {
  return [...new Set(parts(line).filter((it) => it.kind === "reservation" && it.label === label && it.from <= now && now < it.to)
    .map((it) => it.slice))];
}

/** Whether all readings of these minutes are so, and none is missing. */
function throughout(list, now, minutes, test) {
  const those = list.filter((it) => it.at > now - minutes * MINUTE);
  const whole = those.length > 0 && those[0].at <= now - minutes * MINUTE + TREND_GAP_MILLIS && gaps(those, now).length === 0;
  return whole && those.every(test);
}

/** One alert for each of the first few, and one for how many more there are. */
function each(list, key, text, others) {
  const first = list.slice(0, NAMED).map((it) => ({ key: key + " " + it.key, text: text(it.name) }));
  const more = list.length - NAMED;
  return more > 0 ? [...first, { key: key + " more", text: more + " more " + others + "." }] : first;
}

function troubles({ ready, jobs, cluster, line, list }) {
  const now = new Date(line.now).getTime();
  follow(jobs, cluster, line, now);
  const named = (ids) => ids.map((id) => ({ key: id, name: id }));
  const late = jobs.filter((it) => it.deadline && (it.state === "waiting" || it.state === "running") && new Date(it.deadline) < now);
  const patient = jobs.filter((it) => waiting.has(it.id) && now - waiting.get(it.id).since > 10 * MINUTE);
  const idle = !parts(line).some((it) => it.kind === "subjob" && it.from <= now && it.to > now - 2 * MINUTE);
  const found = ready ? [] : [{ key: "journal", text: "The journal cannot be written, and nothing is granted: make room on its disk." }];
  found.push(...each(named(held(line, now, "GPU lost")), "lost",
    (name) => "Slice " + name + " is gone, as its GPU does not answer: look after the GPU, then start the scheduler anew.", "slices are gone with their GPUs"));
  // Where GPUs are cut anew, slices come and go.
  if (!wasCut) {
    found.push(...each(named([...seen.keys()].filter((id) => seen.get(id) < now)), "gone",
      (name) => "Slice " + name + " is no longer there: look after its GPU, or load this page anew if that is meant.", "slices are no longer there"));
  } else if (cluster.possible.length === 0) {
    found.push({ key: "uncut", text: "GPUs are not cut anew any more: read in the scheduler's log what their driver refuses, then start it anew." });
  }
  found.push(...each(named([...cutting.keys()].filter((id) => now - cutting.get(id) > MINUTE)), "cutting",
    (name) => "Slice " + name + " is being cut anew for more than a minute: read in the scheduler's log what holds it.", "slices are being cut for so long"));
  if (somebodyWaits !== null && now - somebodyWaits >= 5 * MINUTE && throughout(list, now, 5, (it) => it.fragmented > FRAGMENTED)) {
    found.push({ key: "fragmented", text: "More than 25 % of the memory has been free and of no use for five minutes while jobs wait: " +
      (wasCut ? "end reservations or withdraw jobs that stand between free places." : "cut the GPUs into larger slices, or let the scheduler do so by --repartition.") });
  }
  if (somebodyWaits !== null && now - somebodyWaits >= 2 * MINUTE && idle && throughout(list, now, 2, (it) => it.leased === 0 && it.free > 0)) {
    found.push({ key: "idle", text: "Nothing was leased for two minutes though jobs wait and memory is free: see that the jobs' agents run, and pick a window to read why nobody won it." });
  }
  const jobNames = (list) => list.map((it) => ({ key: it.id, name: it.name }));
  found.push(...each(jobNames(late), "late",
    (name) => "Job " + name + " is past its deadline: make room for it, or withdraw it if nobody needs it any more.", "jobs are past their deadlines"));
  found.push(...each(jobNames(patient), "waits",
    (name) => "Job " + name + " has waited for more than 10 minutes: pick it to see whether it fits a slice, and see that its agent runs.", "jobs have waited for more than 10 minutes"));
  return found;
}

/** Shows alerts, and tells those who hear the page of the new ones; what comes again within ten minutes is not new. */
function alerts(list) {
  at("alerts").hidden = list.length === 0;
  const texts = [...at("alerts").querySelectorAll("li")].map((it) => it.textContent);
  if (texts.join("\n") !== list.map((it) => it.text).join("\n")) {
    at("alerts").querySelector("ul").replaceChildren(...list.map((it) => element("li", {}, it.text)));
  }
  const now = Date.now();
  for (const [key, last] of [...toldOf]) if (now - last > FORGOTTEN_MILLIS) toldOf.delete(key);
  const fresh = list.filter((it) => !toldOf.has(it.key));
  for (const it of list) toldOf.set(it.key, now);
  if (fresh.length > 0) at("news").textContent = fresh.map((it) => it.text).join(" ");
  else if (list.length === 0 && at("news").textContent) at("news").textContent = "";
}
