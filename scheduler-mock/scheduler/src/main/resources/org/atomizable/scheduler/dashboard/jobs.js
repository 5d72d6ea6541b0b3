// The jobs: a page of them, as the scheduler sorted and filtered it. Rows are changed in place, and none moves under the mouse.

import { note } from "./address.js";
import { ask } from "./api.js";
import { ofJob } from "./colours.js";
import { at, drawn, element, rows, say, set } from "./dom.js";
import { filterBy } from "./filter.js";
import { brief, count, millis, percent } from "./format.js";
import { band, scaleTold } from "./memory.js";
import { now, store } from "./store.js";

const query = { show: "active", search: "", sort: "registered", descending: 0, page: 0, size: 15 };
let shown = [];
let asking = 0;

/** While somebody points at a row or has the focus in one, the same jobs stay in the same places. */
function held() { return shown.length > 0 && (at("jobs").matches(":hover") || at("jobs").contains(document.activeElement)); }

function path(hold) {
  if (hold) return "/v1/dashboard/jobs?ids=" + shown.map((it) => encodeURIComponent(it.id)).join(",");
  return "/v1/dashboard/jobs?" + new URLSearchParams(query);
}

/** Asks for the list, and shows it when what it is shown with is there. */
export async function refresh(wanted = false, ready = null) {
  const mine = ++asking;
  const hold = !wanted && held();
  const [page] = await Promise.all([ask(path(hold), "jobs"), ready]);
  // An older answer must not undo a newer one, nor move what is pointed at by now.
  if (mine !== asking || !hold && !wanted && held()) return;
  if (hold) {
    const byId = new Map(page.jobs.map((it) => [it.id, it]));
    shown = shown.map((it) => byId.get(it.id) ?? it);
  } else {
    shown = page.jobs;
    query.page = page.page;
    pager(page);
  }
  at("held").hidden = !hold;
  table();
}

function pager(page) {
  const first = page.total === 0 ? 0 : page.page * page.size + 1;
  const last = Math.min(page.total, (page.page + 1) * page.size);
  say(at("pages"), page.total === 0 ? "No jobs" : first + "\u2013" + last + " of " + count(page.total));
  at("previous").disabled = page.page === 0;
  at("next").disabled = last >= page.total;
  at("no-jobs").hidden = page.total > 0;
  at("job-table").hidden = page.total === 0;
  const none = Object.values(store.counts).every((it) => it === 0);
  say(at("no-jobs"), none ? "No job is known." : query.search ? "No job matches." : "No job is " + (query.show === "all" ? "known" : query.show) + ".");
}

function make() {
  return element("tr", {},
    element("th", { scope: "row" }, element("a", { class: "job" }, element("span", { class: "chip", "aria-hidden": "true" }), element("span")),
      element("span", { class: "tenant" })),
    element("td", {}, element("span", { class: "state" })),
    element("td", { class: "progress" }, element("progress", { max: "1000" }), element("span", { class: "number" })),
    element("td", { class: "memory" }, drawn("svg", { class: "memory", role: "img" })),
    element("td", { class: "number since" }));
}

function change(row, job) {
  const [name, state, progress, memory, since] = row.children;
  const [link, tenant] = name.children;
  set(link, "href", "#job/" + encodeURIComponent(job.id));
  const colour = ofJob(job.id).fill;
  if (link.firstElementChild.style.backgroundColor !== colour) link.firstElementChild.style.backgroundColor = colour;
  say(link.lastElementChild, job.name);
  say(tenant, job.tenant);
  say(state.firstElementChild, job.state);
  set(state.firstElementChild, "class", "state " + job.state);
  const share = job.totalAtoms ? job.nextAtom / job.totalAtoms : null;
  const [bar, text] = progress.children;
  bar.hidden = share === null;
  set(bar, "aria-label", "progress of " + job.name);
  set(bar, "value", Math.round(1000 * (share ?? 0)));
  say(text, share === null ? count(job.nextAtom) + " atoms" : percent(share));
  band(memory.firstElementChild, job);
  const over = job.state === "finished" || job.state === "withdrawn";
  say(since, over ? "" : brief(now() - millis(job.since)));
  set(since, "title", job.state === "waiting" ? "waits for" : "since its last grant");
}

function table() {
  rows(at("jobs"), shown, make, change);
  say(at("scale"), scaleTold());
}

/** The counts on the buttons that choose which jobs are shown. */
export function counts() {
  const known = store.counts;
  const sums = { active: known.waiting + known.running, all: known.waiting + known.running + known.finished + known.withdrawn, ...known };
  for (const button of at("shows").querySelectorAll("button")) {
    say(button.lastElementChild, count(sums[button.dataset.show]));
    set(button, "aria-pressed", button.dataset.show === query.show);
  }
}

function ask1(changes) {
  Object.assign(query, changes);
  note({ show: query.show, search: query.search, sort: query.sort, descending: query.descending, size: query.size }, true);
  told();
  refresh(true).catch(() => {});
}

/** Shows what an address says; returns whether anything is otherwise than it was. */
export function apply({ show, search, sort, descending, size }) {
  const known = (values, wanted, usual) => (values.some((it) => it === String(wanted)) ? wanted : usual);
  const wanted = {
    show: known([...at("shows").querySelectorAll("button")].map((it) => it.dataset.show), show, "active"),
    sort: known([...at("sort").options].map((it) => it.value), sort, "registered"),
    size: known([...at("size").options].map((it) => it.value), size, 15), search, descending };
  const changed = Object.keys(wanted).some((it) => wanted[it] !== query[it]);
  if (changed) Object.assign(query, wanted, { page: 0 });
  if (at("filter").value.trim() !== search) at("filter").value = search;
  at("size").value = query.size;
  told();
  return changed;
}

function told() {
  filterBy(query.search);
  counts();
  for (const head of document.querySelectorAll("#job-table th[data-sort]")) {
    const mine = head.dataset.sort === query.sort;
    set(head, "aria-sort", mine ? (query.descending ? "descending" : "ascending") : "none");
  }
  at("sort").value = query.sort;
  say(at("direction"), query.descending ? "\u2193" : "\u2191");
  set(at("direction"), "aria-label", query.descending ? "descending, change to ascending" : "ascending, change to descending");
}

export function install() {
  for (const button of at("shows").querySelectorAll("button")) button.addEventListener("click", () => ask1({ show: button.dataset.show, page: 0 }));
  for (const head of document.querySelectorAll("#job-table th[data-sort]")) {
    head.firstElementChild.addEventListener("click", () => {
      ask1({ sort: head.dataset.sort, descending: head.dataset.sort === query.sort ? 1 - query.descending : 0, page: 0 });
    });
  }
  at("sort").addEventListener("change", () => ask1({ sort: at("sort").value, page: 0 }));
  at("direction").addEventListener("click", () => ask1({ descending: 1 - query.descending, page: 0 }));
  at("previous").addEventListener("click", () => ask1({ page: Math.max(0, query.page - 1) }));
  at("next").addEventListener("click", () => ask1({ page: query.page + 1 }));
  at("size").addEventListener("change", () => ask1({ size: Number(at("size").value), page: 0 }));
  let later = 0;
  at("filter").addEventListener("input", () => {
    clearTimeout(later);
    later = setTimeout(() => ask1({ search: at("filter").value.trim(), page: 0 }), 200);
  });
}
