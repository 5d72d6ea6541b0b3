// Which jobs the filter leaves, also of those that are not on the page of the list: on the timeline the others are dimmed.

import { ask } from "./api.js";

const PAGE = 100;
const MOST_PAGES = 10;
const PAUSE = 10000;

let text = "";
let left = null;
let asked = -PAUSE;

export function filterBy(search) {
  if (search === text) return;
  text = search;
  left = null;
  asked = -PAUSE;
}

/** Asks which they are, now and then; returns whether that is new. */
export async function refreshFilter() {
  if (text === "" || performance.now() - asked < PAUSE) return false;
  asked = performance.now();
  const mine = text;
  const ids = new Set();
  for (let page = 0; page < MOST_PAGES; page++) {
    const part = await ask("/v1/dashboard/jobs?" + new URLSearchParams({ show: "all", search: mine, sort: "registered", descending: 1, page, size: PAGE }), "jobs");
    for (const job of part.jobs) ids.add(job.id);
    if ((page + 1) * PAGE >= part.total) break;
  }
  if (mine !== text) return false;
  left = ids;
  return true;
}

/** Whether the filter leaves a job out. Of the oldest of very many, and of those that are forgotten, only the name is known. */
export function leftOut(job, name = "") {
  return text !== "" && left !== null && !left.has(job) && !name.toLowerCase().includes(text.toLowerCase());
}
