"use strict";
// Asks the scheduler for what it shows, again and again, and draws it. Text goes in as text, never as markup.

const REFRESH_MILLIS = 1000;
const TREND_MILLIS = 5000;
const KEPT_POINTS = 600;
const SVG = "http://www.w3.org/2000/svg";
const at = (id) => document.getElementById(id);

let token = sessionStorage.getItem("atomizable-token");
let jobs = [];
let memory = new Map();
let capacities = [];
let scale = { from: 1, to: 2 };
let shown = null;
let failures = 0;
let trend = [];
let trendAsked = 0;
const use = [];
/** By id of a slice: since when it is there, as far as this page knows. */
const born = new Map();

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

async function ask(path) {
  const headers = token ? { Authorization: "Bearer " + token } : {};
  const answer = await fetch(path, { headers, cache: "no-store" });
  if (answer.status === 401) throw new Error("token");
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail || "HTTP " + answer.status);
  return body;
}

function percent(share) { return (100 * share).toFixed(0) + " %"; }
function sentence(text) { return text.charAt(0).toUpperCase() + text.slice(1) + "."; }
function clock(date) { return date.toLocaleTimeString([], { hour12: false }); }
function seconds(from, to) { return ((to - from) / 1000).toFixed(1) + " s"; }

function enterable(needed) {
  at("entrance").hidden = !needed;
  at("board").hidden = needed;
  if (needed && document.activeElement !== at("token")) at("token").focus();
}

function told(text) { if (at("state").textContent !== text) at("state").textContent = text; }

// Slices.

function parts(timeline) {
  return timeline.entries.map((it) => ({ ...it, from: new Date(it.from).getTime(), to: new Date(it.to).getTime() }));
}

function bar(slice, entries, from, to, now) {
  const svg = drawn("svg", { viewBox: "0 0 1000 24", preserveAspectRatio: "none", height: "28", role: "group",
    "aria-label": slice.id + ", " + slice.kind });
  const x = (time) => 1000 * (time - from) / (to - from);
  const order = { reservation: 0, window: 1, subjob: 2 };
  for (const entry of [...entries].sort((a, b) => order[a.kind] - order[b.kind])) {
    const left = Math.max(0, x(entry.from));
    const right = Math.min(1000, x(entry.to));
    if (right <= left) continue;
    const inset = entry.kind === "subjob" ? 5 : 1;
    const rect = drawn("rect", { class: entry.kind, x: left, width: Math.max(1.5, right - left), y: inset, height: 24 - 2 * inset });
    const text = entry.kind + " " + entry.label + ", " + seconds(entry.from, entry.to) + " from " + clock(new Date(entry.from));
    const title = drawn("title", {});
    title.textContent = text;
    rect.append(title);
    if (entry.kind !== "reservation") {
      rect.setAttribute("tabindex", "0");
      rect.setAttribute("role", "button");
      rect.setAttribute("aria-label", text);
      rect.dataset.key = entry.kind + entry.label + entry.from;
      const pick = () => { at("picked").textContent = text; if (entry.kind === "window") explain(entry.label); else drillByName(entry.label); };
      rect.addEventListener("click", pick);
      rect.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(); }
      });
    }
    svg.append(rect);
  }
  svg.append(drawn("line", { class: "nowline", x1: x(now), x2: x(now), y1: 0, y2: 24 }));
  return svg;
}

function timeline(cluster, told) {
  const now = new Date(told.now).getTime();
  const past = Number(at("past").value);
  const from = now - 1000 * past;
  const to = now + 10000;
  const entries = parts(told);
  // Slices that GPUs are cut into while this page is open were not there before.
  const known = born.size > 0;
  for (const slice of cluster.slices) if (!born.has(slice.id)) born.set(slice.id, known ? now : 0);
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : undefined;
  const rows = cluster.slices.map((slice) =>
    element("div", { class: "slice" },
      element("span", { class: "name" }, slice.id + " ", element("span", { class: "kind" }, slice.kind)),
      bar(slice, entries.filter((it) => it.slice === slice.id), from, to, now)));
  const axis = element("div", { class: "axis indent", "aria-hidden": "true" },
    element("span", {}, clock(new Date(from))), element("span", {}, clock(new Date(to))));
  at("timeline").replaceChildren(...rows, axis);
  // What had the keyboard's focus has it again, though it was drawn anew.
  if (focused) {
    const again = [...at("timeline").querySelectorAll("rect")].find((it) => it.dataset.key === focused);
    (again ?? at("timeline")).focus();
  }
  return usage(cluster, entries, from, now);
}

function usage(cluster, entries, shownFrom, now) {
  // Before anything is known of the slices, nothing was free or busy.
  const from = Math.max(shownFrom, Math.min(now, ...entries.map((it) => it.from)));
  const within = (it) => Math.max(0, Math.min(now, it.to) - Math.max(from, it.from));
  let free = 0;
  let busy = 0;
  for (const slice of cluster.slices) {
    const since = Math.max(from, born.get(slice.id));
    const here = entries.filter((it) => it.slice === slice.id);
    free += now - since - here.filter((it) => it.kind === "reservation").reduce((sum, it) => sum + within(it), 0);
    busy += here.filter((it) => it.kind === "subjob").reduce((sum, it) => sum + within(it), 0);
  }
  return free > 0 ? busy / free : 0;
}

function drawUse() {
  const svg = drawn("svg", { viewBox: "0 0 1000 80", preserveAspectRatio: "none", height: "80", role: "img",
    "aria-label": "Use of holes over the time this page is open; now " + percent(use[use.length - 1]) });
  const step = 1000 / Math.max(1, use.length - 1);
  svg.append(drawn("polyline", { class: "use", points: use.map((share, index) => index * step + "," + (78 - 76 * share)).join(" ") }));
  at("use").replaceChildren(svg, element("div", { class: "axis", "aria-hidden": "true" },
    element("span", {}, "since this page is open"), element("span", {}, percent(use[use.length - 1]) + " now")));
}

// Jobs.

function progress(job) {
  if (job.totalAtoms === null || job.totalAtoms === undefined) return element("span", {}, job.nextAtom + " atoms");
  const share = job.nextAtom / job.totalAtoms;
  return element("span", {},
    element("progress", { value: String(job.nextAtom), max: String(job.totalAtoms), "aria-label": "progress of " + job.name }),
    " " + percent(share));
}

// Memory: what a job has used and may need, against what slices have.

function bytes(count) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let power = 0;
  while (count >= 1024 && power < units.length - 1) { count /= 1024; power++; }
  return (power === 0 ? count : count.toFixed(1)) + " " + units[power];
}

/** The kinds of slices that are there, or can be cut, by capacity, the smallest first; kinds of the same capacity together. */
function kinds(cluster) {
  const there = new Set(cluster.slices.map((it) => it.kind));
  const least = new Map();
  for (const slice of [...cluster.slices, ...cluster.possible]) least.set(slice.kind, Math.min(slice.memoryBytes, least.get(slice.kind) ?? Infinity));
  const together = new Map();
  for (const [kind, size] of least) together.set(size, [...(together.get(size) ?? []), kind]);
  return [...together].sort((a, b) => a[0] - b[0]).map(([size, names]) => ({ size, names, there: names.some((it) => there.has(it)) }));
}

/** One scale for all jobs, so that they compare. Jobs need MiB or GiB: equal steps are equal ratios. */
function measure() {
  const sizes = [...memory.values()].flatMap((it) => [it.peakBytes, it.claimedLeastBytes, it.claimedMostBytes])
    .concat(capacities.map((it) => it.size)).filter((it) => it > 0);
  scale = { from: Math.min(...sizes, 1 << 30) / 1.5, to: Math.max(...sizes, 1 << 30) * 1.1 };
  at("scale").textContent = "Memory from " + bytes(scale.from) + " to " + bytes(scale.to) + "; equal lengths are equal ratios.";
}

function along(size) {
  const share = Math.log(Math.max(size, scale.from) / scale.from) / Math.log(scale.to / scale.from);
  return (100 * share).toFixed(2);
}

function fits(size) {
  const first = capacities.findIndex((it) => it.size >= size);
  if (first < 0) return "fits no slice here";
  return "fits " + capacities[first].names.join(", ") + (capacities[first].there ? "" : " once it is cut") + (first + 1 < capacities.length ? " and larger" : "");
}

function need(job) {
  const known = memory.get(job.id);
  if (!known || (known.peakBytes === 0 && known.claimedMostBytes === null)) return "nothing is known of its memory yet";
  const said = [];
  if (known.peakBytes > 0) said.push("used " + bytes(known.peakBytes));
  if (known.claimedMostBytes !== null) {
    const least = bytes(known.claimedLeastBytes);
    const most = bytes(known.claimedMostBytes);
    const range = least === most ? most : least + " to " + most;
    said.push(known.peakBytes > known.claimedMostBytes ? "claimed no more than " + range : "may need " + range);
  }
  return said.join(", ") + "; " + fits(Math.max(known.peakBytes, known.claimedMostBytes ?? 0));
}

function band(job, wide = false) {
  const text = need(job);
  const svg = drawn("svg", { class: wide ? "memory wide" : "memory", role: "img", "aria-label": "memory of " + job.name + ": " + text });
  const title = drawn("title", {});
  title.textContent = text;
  svg.append(title);
  const known = memory.get(job.id);
  const part = (kind, from, to) => svg.append(drawn("rect",
    { class: kind, x: from + "%", width: Math.max(0.8, to - from) + "%", y: 6, height: 10 }));
  if (known && known.peakBytes > 0) part("used", 0, along(known.peakBytes));
  if (known && known.claimedMostBytes !== null) {
    const most = along(known.claimedMostBytes);
    if (known.claimedMostBytes < known.peakBytes) part("beyond", most, along(known.peakBytes));
    else part("claim", known.peakBytes > 0 ? along(known.peakBytes) : along(known.claimedLeastBytes), most);
  }
  const room = matchMedia("(max-width: 40rem)").matches ? 18 : 9;
  let free = 100;
  for (const { size, names, there } of [...capacities].reverse()) {
    const x = along(size);
    svg.append(drawn("line", { class: there ? "capacity" : "capacity possible", x1: x + "%", x2: x + "%", y1: 0, y2: wide ? 26 : 24 }));
    // Names that would lie on another are left out; each is in the text.
    if (wide && x <= free) {
      const label = drawn("text", { x: x + "%", y: 40, "text-anchor": "end" });
      label.textContent = names[0];
      svg.append(label);
      free = x - room;
    }
  }
  return svg;
}

function matches(job, filter) {
  return (job.name + " " + job.tenant + " " + job.state).toLowerCase().includes(filter.toLowerCase());
}

function table() {
  const filter = at("filter").value.trim();
  const wanted = jobs.filter((it) => matches(it, filter));
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.job : undefined;
  at("jobs").replaceChildren(...wanted.map((job) => element("tr", {},
    element("td", {}, element("button", { class: "link", type: "button", "data-job": job.id, onclick: () => drill(job.id) }, job.name)),
    element("td", {}, job.tenant), element("td", {}, job.state), element("td", {}, progress(job)), element("td", {}, band(job)), element("td", {}, job.mode),
    element("td", { class: "number" }, percent(job.reliability)))));
  at("no-jobs").hidden = wanted.length > 0;
  at("no-jobs").textContent = jobs.length === 0 ? "No job is known." : "No job matches.";
  if (focused) for (const each of at("jobs").querySelectorAll("button")) if (each.dataset.job === focused) each.focus();
}

function figures(cluster, share) {
  const count = (state) => jobs.filter((it) => it.state === state).length;
  const all = { Slices: cluster.slices.length, Waiting: count("waiting"), Running: count("running"), Finished: count("finished"),
    "Use of holes": percent(share) };
  at("figures").replaceChildren(...Object.entries(all).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, String(value)))));
}

// What one wants to know more about.

function open(title, ...body) {
  at("drill").hidden = false;
  at("drill-title").textContent = title;
  at("drill-body").replaceChildren(...body);
}

function facts(pairs) {
  return element("dl", {}, ...Object.entries(pairs).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value === null || value === undefined ? "none" : String(value)))));
}

function drill(id, silently = false) {
  const job = jobs.find((it) => it.id === id);
  if (!job) return;
  shown = id;
  open("Job " + job.name, facts({ State: job.state, Tenant: job.tenant, Mode: job.mode, Priority: job.priority,
    "Next atom": job.nextAtom, Atoms: job.totalAtoms, Deadline: job.deadline, Registered: clock(new Date(job.registered)),
    Believed: percent(job.reliability), "Newest token": job.newestToken }),
    element("h3", {}, "Memory"), element("p", {}, sentence(need(job))), band(job, true));
  if (!silently) at("drill-title").focus();
}

function drillByName(name) {
  const job = [...jobs].reverse().find((it) => it.name === name);
  if (job) drill(job.id);
}

async function explain(id) {
  shown = null;
  try {
    const window = await ask("/v1/windows/" + encodeURIComponent(id));
    const winners = window.winners.map((it) => it.job).join(", ") || "nobody";
    const answers = window.answers.map((it) =>
      element("li", {}, it.job + ": " + (it.interested ? percent(it.share) + " of it useful" : "not interested") + "; " + it.because));
    const bids = window.bids.map((it) => element("li", {},
      it.job + " bid " + seconds(new Date(it.starts), new Date(it.ends)) + " from " + clock(new Date(it.starts)) +
      ": scored " + it.score.toFixed(3) + ", worth " + it.weight.toFixed(3) +
      (it.won ? "; won" : "; lost by " + it.lostBy.toFixed(3))));
    open("Window " + id, facts({ Slice: window.slice, Winner: winners, Why: window.why }),
      element("h3", {}, "Answers"), element("ul", {}, ...answers),
      ...(bids.length ? [element("h3", {}, "Bids"), element("ul", {}, ...bids)] : []));
  } catch (problem) {
    open("Window " + id, element("p", {}, problem.message));
  }
  at("drill-title").focus();
}

// Again and again.

async function refresh() {
  try {
    const [cluster, line, list, needs, ready] = await Promise.all([ask("/v1/cluster"),
      ask("/v1/timeline?ahead=10&past=" + at("past").value), ask("/v1/jobs"), ask("/v1/memory"), fetch("/readyz", { cache: "no-store" })]);
    if (Date.now() - trendAsked >= TREND_MILLIS) {
      trend = readings(await ask("/v1/trend"));
      trendAsked = Date.now();
    }
    failures = 0;
    jobs = list;
    memory = new Map(needs.map((it) => [it.job, it]));
    capacities = kinds(cluster);
    measure();
    enterable(false);
    const share = timeline(cluster, line);
    use.push(share);
    if (use.length > KEPT_POINTS) use.shift();
    drawUse();
    drawTrend(trend, new Date(line.now).getTime());
    figures(cluster, share);
    table();
    if (shown) drill(shown, true);
    alerts(troubles({ ready: ready.ok, jobs, cluster, line, list: trend }));
    told("Live");
  } catch (problem) {
    if (problem.message === "token") {
      told("Waiting for a token");
      if (token) { sessionStorage.removeItem("atomizable-token"); token = null; alerts([{ key: "token", text: "That token is not good: enter another." }]); }
      enterable(true);
    } else {
      failures++;
      told("Not connected");
      alerts([{ key: "unreachable", text: "The scheduler does not answer (" + problem.message + "): see that it runs. Trying again." }]);
    }
  }
  setTimeout(refresh, REFRESH_MILLIS * Math.min(10, 1 + failures));
}

at("entrance").addEventListener("submit", (event) => {
  event.preventDefault();
  token = at("token").value.trim();
  at("token").value = "";
  sessionStorage.setItem("atomizable-token", token);
  // Whoever tries again wants to hear again.
  toldOf.delete("token");
  alerts([]);
  told("Connecting");
});
at("filter").addEventListener("input", table);
at("drill-close").addEventListener("click", () => { shown = null; at("drill").hidden = true; at("filter").focus(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !at("drill").hidden) at("drill-close").click();
});
refresh();
