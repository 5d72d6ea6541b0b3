// The page of one job: what it did, why it waits, and a way to withdraw it.

import { ask } from "./api.js";
import { ticks } from "./axis.js";
import { ofJob } from "./colours.js";
import { at, drawn, element, facts, rows, say, set } from "./dom.js";
import { bytes, count, length, millis, moment, percent, sentence } from "./format.js";
import { band, need } from "./memory.js";
import * as metric from "./metric.js";
import { now } from "./store.js";

const OUTCOMES = {
  granted: "granted, not begun", running: "runs", finished: "finished the job", yielded: "stopped at a checkpoint", failed: "failed",
  "handed-back": "handed back unused", awaited: "over; its report is awaited",
  cut: "stopped for the end of its time", overrun: "used the slice after its time", silent: "cut off: nothing was heard of it",
  "scheduler-away": "over while the scheduler was away",
  "out-of-memory": "cut off: too much memory", withdrawn: "taken back: the job was withdrawn",
};
// The evidence of a bound, by what its method assures; "analytic" is a way to declare.
const EVIDENCE = {
  proved: () => "proved by order statistics of earlier runs",
  "tail-fit": (method) => "fitted to the largest values seen (" + method + ")",
  declared: (method) => method === "analytic" ? "counted from what the job is made of" : "declared by the job",
  "long-run": (method) => "estimated from what was seen so far (" + method + ")",
};
const BAD = ["failed", "overrun", "silent", "out-of-memory"];
const COMMITTED = ["finished", "yielded"];
const MOST_EVENTS = 30;
const TALL = 64;

let id = null;
let story = null;
let newest = 0;
let doomed = null;

export async function show(job) {
  if (job !== id) {
    leave();
    id = job;
  }
  const mine = ++newest;
  const told = await ask("/v1/dashboard/jobs/" + encodeURIComponent(job), "job");
  if (mine !== newest || job !== id) return;
  story = told;
  at("job-page").classList.remove("loading");
  fill();
}

/** Shows nothing of the last job any more: neither its name nor its button may stand on the page of the next one. */
export function leave() {
  id = null;
  story = null;
  at("job-page").classList.add("loading");
  say(at("job-title"), "Job");
  at("withdraw").hidden = true;
  say(at("withdrawn"), "");
  if (at("confirm").open) at("confirm").close("keep");
}

function fill() {
  const job = story.job;
  say(at("job-title"), "Job " + job.name);
  at("job-chip").style.backgroundColor = ofJob(job.id).fill;
  say(at("job-state"), job.state);
  set(at("job-state"), "class", "state " + job.state);
  at("withdraw").hidden = !story.mayWithdraw;
  at("job-waits").hidden = !story.waitsBecause;
  say(at("job-waits-text"), story.waitsBecause ?? "");
  at("job-waits-window").hidden = !story.answer;
  if (story.answer) set(at("job-waits-window"), "href", "#window/" + encodeURIComponent(story.answer.window));
  const total = job.totalAtoms;
  facts(at("job-facts"), {
    Progress: total ? percent(job.nextAtom / total) : "open end",
    Atoms: count(job.nextAtom) + (total ? " of " + count(total) : ""),
    Tenant: job.tenant,
    Registered: moment(millis(job.registered), now()),
    Deadline: job.deadline ? new Date(job.deadline).toLocaleString([], { hourCycle: "h23" }) : null,
    [job.state === "waiting" ? "Waits for" : "Last grant"]: length(now() - millis(job.since)) + (job.state === "waiting" ? "" : " ago"),
    Grants: count(story.grants),
    Failures: count(story.failures),
    Windows: count(story.offered) + " offered, " + count(story.interested) + " wanted",
    Mode: job.mode,
    Priority: job.priority,
    Believed: percent(job.reliability),
  });
  say(at("job-need"), sentence(need(job)));
  band(at("job-band"), job, true);
  checkpoint(job);
  const past = [...story.subjobs];
  say(at("job-bounds"), bounds(past));
  strip(past);
  at("no-subjobs").hidden = past.length > 0;
  at("job-subjobs-table").hidden = past.length === 0;
  rows(at("job-subjobs"), past, makeSubjob, changeSubjob);
  rows(at("job-events"), events(job, past), () => element("li", {}, element("time"), element("span")), (item, event) => {
    say(item.firstElementChild, moment(event.at, now()));
    say(item.lastElementChild, event.text);
    set(item, "class", event.bad ? "bad" : "");
  });
  metric.show(story.metric, ofJob(job.id).fill);
  log(past);
}

function checkpoint(job) {
  const said = [];
  if (story.safePoint) {
    said.push("The newest checkpoint that the scheduler knows of was reported at " + moment(millis(story.safePoint), now()) + ", before atom " + count(job.nextAtom) + ".");
    said.push("What ran since would be repeated if the job were stopped now. Restoring and saving took " + length(1000 * story.safePointCostSeconds) + " of that subjob.");
  } else {
    said.push("No checkpoint was reported yet.");
  }
  if (story.newestToken > 0) said.push("The newest fencing token is " + story.newestToken + ": no worker with an older one can commit.");
  say(at("job-checkpoint"), said.join(" "));
}

/** On which evidence the newest accepted subjob's bounds rest. */
function bounds(past) {
  const newest = past.find((it) => it.memoryBound || it.timeBound);
  if (!newest) return "";
  const promise = (bound) => bound.assurance === "proved" ? "" : "; " + (bound.promise || "not promised");
  const told = (bound) => bound === null ? "the agent does not tell" : EVIDENCE[bound.assurance](bound.method) + promise(bound);
  return "Memory bound: " + told(newest.memoryBound) + ". Time bound: " + told(newest.timeBound) + ".";
}

/** The end of the newest log, and where the whole is. What a job printed is text, whatever it looks like. */
function log(past) {
  const end = at("job-log-end");
  const told = story.log;
  const of = told && past.find((it) => it.grant === told.grant);
  const lines = told ? "The last lines of the subjob" + (of ? " on " + of.slice : "") + ", as it was reported at " + moment(millis(told.at), now()) + ". " : "";
  say(at("job-log"), lines + logPlace(past));
  end.hidden = !told;
  const follows = end.textContent === "" || end.scrollTop + end.clientHeight >= end.scrollHeight - 4;
  say(end, told?.text ?? "");
  if (follows) end.scrollTop = end.scrollHeight;
}

function logPlace(past) {
  if (past.length === 0) return "A worker's log appears beside its agent once a subjob ran.";
  const file = "worker-" + past[0].slice.replace(/[^A-Za-z0-9._-]/g, "_") + ".log";
  return "The whole log is on the agent's machine, in the directory of logs beside its store (its name ends in .logs): " + file + " for the newest subjob.";
}

function makeSubjob() {
  return element("tr", {}, element("td", { class: "number" }), element("td"), element("td", { class: "number" }), element("td", { class: "number" }),
    element("td", { class: "outcome" }), element("td", { class: "number" }), element("td", { class: "number" }), element("td", {}, element("a", { class: "link" })));
}

function changeSubjob(row, it) {
  const [began, slice, took, atoms, outcome, peak, saved, window] = row.children;
  const from = millis(it.starts);
  say(began, moment(from, now()));
  say(slice, it.slice + " " + it.kind);
  say(took, length((it.ends ? millis(it.ends) : Math.max(now(), from)) - from));
  say(atoms, it.firstAtom === null ? "" : count(it.firstAtom) + (it.nextAtom === null ? "" : " to " + count(it.nextAtom)));
  const why = [it.why, it.message].filter((text) => text).join(": ");
  say(outcome, OUTCOMES[it.outcome] + (why ? " (" + why + ")" : ""));
  set(outcome, "class", "outcome" + (BAD.includes(it.outcome) ? " bad" : ""));
  say(peak, it.peakBytes ? bytes(it.peakBytes) : "");
  say(saved, COMMITTED.includes(it.outcome) ? "atom " + count(it.nextAtom) + ", token " + it.token : "");
  say(window.firstElementChild, it.window);
  set(window.firstElementChild, "href", "#window/" + encodeURIComponent(it.window));
}

function events(job, past) {
  const found = [{ at: millis(job.registered), text: "registered by " + job.tenant }];
  for (const it of past) {
    found.push({ at: millis(it.starts), text: "grant " + it.grant + " on " + it.slice + " began" });
    if (it.ends) {
      const why = [it.why, it.message].filter((text) => text).join(": ");
      found.push({ at: millis(it.ends), text: "subjob on " + it.slice + " " + OUTCOMES[it.outcome] + (why ? " (" + why + ")" : ""), bad: BAD.includes(it.outcome) });
    }
  }
  return found.sort((a, b) => b.at - a.at).slice(0, MOST_EVENTS);
}

/** The subjobs in time, in one row, with their axis. */
function strip(past) {
  const svg = at("job-strip");
  const wide = svg.parentElement.clientWidth;
  if (past.length === 0 || wide === 0) return svg.replaceChildren();
  const to = now();
  const from = Math.min(millis(past[past.length - 1].starts), to - 60000);
  const x = (time) => wide * (time - from) / (to - from);
  set(svg, "viewBox", "0 0 " + wide + " " + TALL);
  const colour = ofJob(story.job.id);
  const drawnOnes = past.map((it) => {
    const left = x(millis(it.starts));
    const right = x(it.ends ? millis(it.ends) : to);
    const rect = drawn("rect", { x: left, width: Math.max(1.5, right - left), y: 6, height: 30, fill: BAD.includes(it.outcome) ? "var(--now)" : colour.fill, stroke: colour.edge });
    rect.append(drawn("title", {}, moment(millis(it.starts), now()) + " on " + it.slice + ", " + OUTCOMES[it.outcome]));
    return rect;
  });
  const marks = ticks(from, to, wide).filter((it) => it.x > 20 && it.x < wide - 20).flatMap((it) => [
    drawn("line", { class: "grid", x1: it.x, x2: it.x, y1: 38, y2: 43 }), drawn("text", { x: it.x, y: 57, "text-anchor": "middle" }, it.label)]);
  svg.replaceChildren(drawn("line", { class: "grid", x1: 0, x2: wide, y1: 38, y2: 38 }), ...drawnOnes, ...marks);
}

export function install() {
  at("withdraw").addEventListener("click", () => {
    doomed = story.job.id;
    // Escape leaves the answer as it was the last time.
    at("confirm").returnValue = "keep";
    say(at("confirm-what"), "Withdraw job " + story.job.name + " of " + story.job.tenant + "? Its grant is taken back, and its agent ends. Its checkpoints stay.");
    at("confirm").showModal();
  });
  at("confirm").addEventListener("close", async () => {
    if (at("confirm").returnValue !== "withdraw") return;
    const named = doomed;
    try {
      await ask("/v1/jobs/" + encodeURIComponent(named), "id", "DELETE");
      if (named !== id) return;
      say(at("withdrawn"), "The job was withdrawn.");
      await show(id);
    } catch (problem) {
      if (named !== id) return;
      say(at("withdrawn"), "The job could not be withdrawn: " + problem.message);
    }
    at("job-title").focus();
  });
}
