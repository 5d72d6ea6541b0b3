// Why a window went as it did.

import { ask } from "./api.js";
import { at, element, facts, say } from "./dom.js";
import { length, millis, moment, percent } from "./format.js";
import { now } from "./store.js";

export async function show(id) {
  say(at("window-title"), "Window " + id);
  try {
    fill(await ask("/v1/windows/" + encodeURIComponent(id), "winners"));
  } catch (problem) {
    if (problem.status === 401) throw problem;
    at("window-facts").replaceChildren();
    at("window-body").replaceChildren(element("p", {}, problem.message));
  }
}

function fill(window) {
  facts(at("window-facts"), {
    Slice: window.slice,
    Opens: moment(millis(window.opens), now()),
    Length: length(millis(window.closes) - millis(window.opens)),
    Winner: window.winners.map((it) => it.job).join(", ") || "nobody",
    Why: window.why,
  });
  const answers = window.answers.map((it) => element("li", {},
    it.job + ": " + (it.interested ? percent(it.share) + " of it useful" : "not interested") + "; " + it.because));
  const bids = window.bids.map((it) => element("tr", {},
    element("th", { scope: "row" }, it.job), element("td", { class: "number" }, moment(millis(it.starts), now())),
    element("td", { class: "number" }, length(millis(it.ends) - millis(it.starts))), element("td", { class: "number" }, it.score.toFixed(3)),
    element("td", { class: "number" }, it.weight.toFixed(3)), element("td", {}, it.won ? "won" : "lost by " + it.lostBy.toFixed(3))));
  at("window-body").replaceChildren(
    element("h3", {}, "Answers"), answers.length ? element("ul", {}, ...answers) : element("p", {}, "No job answered that you may see."));
  if (bids.length === 0) return;
  const head = ["Job", "From", "Length", "Score", "Worth", "Outcome"].map((it) => element("th", { scope: "col" }, it));
  at("window-body").append(element("h3", {}, "Bids"), element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table of bids" },
    element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...bids))));
}
