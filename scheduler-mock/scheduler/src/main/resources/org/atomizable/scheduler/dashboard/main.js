// Asks for what is new, again and again while somebody looks, and has it shown.

import * as address from "./address.js";
import { alerts, forget, troubles } from "./alerts.js";
import { ask, enter, forgetToken, hasToken, Pace } from "./api.js";
import { at, facts, say, set } from "./dom.js";
import { refreshFilter } from "./filter.js";
import { count, millis, percent } from "./format.js";
import * as job from "./job.js";
import * as jobs from "./jobs.js";
import { measure } from "./memory.js";
import * as slices from "./slices.js";
import { held, kept, lastRead, now, store, take } from "./store.js";
import { draw } from "./timeline.js";
import { drawTrend, useNow } from "./trend.js";
import * as explained from "./window.js";

const TICK = 1000;
/** The list of jobs is asked for in every so many ticks. */
const LIST = 2;
const TWO_MINUTES = 120000;
const BAD_TOKEN = { key: "token", text: "That token is not good: enter another." };

const pace = new Pace(TICK);
let timer = 0;
/** Until when the scheduler asked this page to wait. */
let silentUntil = 0;
let running = false;
let ticks = 0;
let drawnReading = 0;
let shownSlices = null;
let route = { page: "board" };

/** What is shown is told by the address, so that it can be kept, sent and gone back from. */
function routed() {
  const [page, part] = location.hash.slice(1).split("/");
  const id = part ? named(part) : null;
  if ((page === "job" || page === "window") && id) return { page, id };
  return { page: "board", slice: page === "slice" ? id : null };
}

/** The id in an address, which anybody may have written. In a path, dots alone would lead elsewhere. */
function named(part) {
  try {
    const id = decodeURIComponent(part);
    return /^\.{1,2}$/.test(id) ? null : id;
  } catch {
    return part;
  }
}

function go() {
  const before = route;
  route = routed();
  at("board").hidden = route.page !== "board";
  at("job-page").hidden = route.page !== "job";
  at("window-page").hidden = route.page !== "window";
  if (route.page !== "job" || before.id !== route.id) job.leave();
  at("tip").hidden = true;
  if (before.page !== route.page || before.id !== route.id) {
    if (route.page !== "board") scrollTo(0, 0);
    const title = { job: "job-title", window: "window-title" }[route.page];
    if (title) at(title).focus();
    else if (before.page !== "board") at("jobs-title").focus();
    if (route.page === "window") explained.show(route.id).catch(failed);
  }
  if (route.page === "board") board();
  else for (const link of document.querySelectorAll("a.back")) set(link, "href", address.board());
  soon();
}

/** Shows of the board what the address says, or moves to a part of it. */
function board() {
  if (location.hash.endsWith("-panel")) at(location.hash.slice(1))?.scrollIntoView();
  if (!address.tells(location.hash)) return;
  const wanted = address.read(location.hash);
  slices.apply(wanted);
  if (jobs.apply(wanted) && store.cursor) jobs.refresh(true).catch(() => {});
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(tick, Math.max(0, silentUntil - performance.now()));
}

async function tick() {
  clearTimeout(timer);
  // A page that nobody sees asks for nothing; it is told when somebody looks again.
  if (running || document.hidden) return;
  running = true;
  let pause;
  try {
    await look();
    pause = pace.done();
  } catch (problem) {
    pause = failed(problem);
  }
  running = false;
  if (pause !== null) timer = setTimeout(tick, pause);
}

async function look() {
  const { past, anew } = slices.needed();
  const news = ask("/v1/dashboard?after=" + (anew ? 0 : store.cursor) + "&past=" + past + "&read=" + lastRead(), "cursor").then((view) => takeIn(view, past));
  // A scheduler that may want a token is asked one question first.
  if (store.cursor === 0 && !hasToken()) await news;
  // Otherwise both are asked for at the same time. The first view is drawn at once, and nothing in it moves.
  if (route.page === "board" && ticks++ % LIST === 0) await jobs.refresh(false, news);
  else await news;
  tellTroubles();
  figures();
  jobs.counts();
  inside(true);
  if (route.page === "board") {
    draw();
    slices.table();
    slices.picked();
    if (lastRead() !== drawnReading) {
      drawTrend(store.readings, store.now);
      drawnReading = lastRead();
    }
    if (route.slice && slices.toSlice(route.slice)) {
      route.slice = null;
      address.note({}, true);
    }
    await slices.refreshShares();
    if (await refreshFilter()) draw();
  } else if (route.page === "job") {
    await job.show(route.id);
  }
  say(at("state"), "Live");
}

function takeIn(view, past) {
  take(view, past * 1000);
  if (store.slices === shownSlices) return;
  measure(store.slices, store.possible);
  if (shownSlices === null) slices.within();
  shownSlices = store.slices;
}

function tellTroubles() {
  alerts(troubles({
    writable: store.writable, memory: store.memory, slices: store.slices, possible: store.possible, lost: held("GPU lost", store.now), cut: held("being repartitioned", store.now),
    waitingSince: millis(store.attention.waitingSince), late: store.attention.late, patient: store.attention.patient, idle: idle(),
    list: store.readings, now: store.now,
  }));
}

/** False also where too little of the past is known to tell. */
function idle() {
  return store.whole <= store.now - Math.min(TWO_MINUTES, kept()) && ![...store.pieces.values()].some((it) => [...it.subjob.values()].some((one) => one.to === null || one.to > store.now - TWO_MINUTES));
}

function figures() {
  const use = useNow(store.readings);
  facts(at("figures"), { Running: count(store.counts.running), Waiting: count(store.counts.waiting), Finished: count(store.counts.finished),
    Slices: count(store.slices.length), "Use of holes": use === null ? "none free" : percent(use) });
}

/** Shows the board, or asks for a token. */
function inside(yes) {
  at("entrance").hidden = yes;
  at("inside").hidden = !yes;
  if (!yes && document.activeElement !== at("token")) at("token").focus();
}

/** Returns for how long to pause; null to wait until somebody does something. */
function failed(problem) {
  if (problem.status === 401) {
    say(at("state"), "Waiting for a token");
    if (hasToken()) alerts([BAD_TOKEN]);
    forgetToken();
    inside(false);
    return null;
  }
  if (problem.status === 404 && route.page === "job") {
    alerts([{ key: "job", text: "That job is not known here, or no longer." }]);
    location.hash = "";
    return TICK;
  }
  const pause = pace.failed(problem);
  silentUntil = performance.now() + (problem.wait ?? 0);
  const again = " Trying again in " + Math.ceil(pause / 1000) + " s.";
  if (problem.status === 429 || problem.status === 503) {
    say(at("state"), "Asked to wait");
    alerts([{ key: "busy", text: "The scheduler asks this page to wait: " + problem.message }]);
  } else {
    say(at("state"), "Not connected");
    alerts([{ key: "unreachable", text: "The scheduler does not answer (" + problem.message + "): see that it runs. Trying again." }]);
  }
  at("state").title = again.trim();
  return pause;
}

at("entrance").addEventListener("submit", (event) => {
  event.preventDefault();
  const may = enter(at("token").value);
  at("token").value = "";
  forget("token");
  alerts(may ? [] : [BAD_TOKEN]);
  if (!may) return;
  say(at("state"), "Connecting");
  silentUntil = 0;
  soon();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
document.addEventListener("range", soon);
addEventListener("resize", () => { if (store.cursor && route.page === "board") drawTrend(store.readings, now()); });
addEventListener("hashchange", go);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && route.page !== "board" && !at("confirm").open) history.length > 1 ? history.back() : (location.hash = address.board());
});
jobs.install();
slices.install();
job.install();
go();
