// Search, highlighted code and diagrams. Every script is loaded only by a page that needs it, and works from a disk without a server.
(() => {
  "use strict";
  const root = document.body.dataset.root || ".";
  const MOST_PAGES = 12;
  const EXCERPT = 150;
  // Where a reader looks for an explanation, and where for history.
  const WEIGHTS = [[/^concepts\//, 2], [/^(decisions|repository|findings)\//, 0.4], [/^(changelog|contributing|findings|published-results)/, 0.5]];

  const loaded = new Map();
  function load(name) {
    if (!loaded.has(name)) {
      loaded.set(name, new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = `${root}/js/${name}`;
        script.onload = done;
        script.onerror = () => failed(new Error(`${name} cannot be loaded`));
        document.head.append(script);
      }));
    }
    return loaded.get(name);
  }

  function element(name, text, parent) {
    const made = document.createElement(name);
    made.textContent = text;
    parent?.append(made);
    return made;
  }

  // ---- search

  let index;
  async function openIndex() {
    await Promise.all([load("lunr.min.js"), load("search-data.js")]);
    index ??= lunr(function () {
      this.ref("number");
      this.field("title", { boost: 6 });
      this.field("heading", { boost: 4 });
      this.field("text");
      this.metadataWhitelist = ["position"];
      window.searchSections.forEach((section, number) => {
        const weight = WEIGHTS.filter(([pages]) => pages.test(section.page)).reduce((all, [, one]) => all * one, 1);
        this.add({ number, ...section }, { boost: section.id ? weight : weight * 1.5 });
      });
    });
    return index;
  }

  /** Returns the best section of each page, and how good it is. Sections with all words come before those with some. */
  function found(terms) {
    const ask = presence => index.query(query => terms.forEach(term => {
      query.term(lunr.tokenizer(term), { boost: 10, presence });
      if (term.length > 2) query.term(lunr.tokenizer(term), { wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false });
    }));
    const all = terms.length > 1 ? ask(lunr.Query.presence.REQUIRED) : [];
    const pages = new Map();
    for (const hit of all.length ? all : ask(lunr.Query.presence.OPTIONAL)) {
      const section = window.searchSections[hit.ref];
      if (!pages.has(section.page)) pages.set(section.page, { section, hit });
    }
    return [...pages.values()].slice(0, MOST_PAGES);
  }

  function excerpt(section, hit, into) {
    const places = Object.values(hit.matchData.metadata).flatMap(fields => fields.text?.position ?? []).sort((a, b) => a[0] - b[0]);
    const first = places.length ? Math.max(0, section.text.lastIndexOf(" ", Math.max(0, places[0][0] - 40))) : 0;
    const end = section.text.indexOf(" ", first + EXCERPT);
    const last = end < 0 ? section.text.length : end;
    const line = element("span", first ? "… " : "", into);
    let at = first;
    for (const [start, length] of places) {
      if (start < at || start + length > last) continue;
      line.append(section.text.slice(at, start));
      element("mark", section.text.slice(start, start + length), line);
      at = start + length;
    }
    line.append(section.text.slice(at, last) + (last < section.text.length ? " …" : ""));
  }

  function searchBox() {
    const input = document.getElementById("search");
    const results = document.getElementById("results");
    const status = document.getElementById("found");

    function show(hits) {
      results.replaceChildren();
      if (!hits.length) element("p", "No page has these words.", results);
      const list = element("ol", "", null);
      if (hits.length) results.append(list);
      for (const { section, hit } of hits) {
        const link = element("a", "", element("li", "", list));
        link.href = `${root}/${section.page}${section.id ? "#" + section.id : ""}`;
        element("strong", section.title, link);
        if (section.id) link.append(" › " + section.heading);
        excerpt(section, hit, link);
      }
      results.hidden = false;
      status.textContent = hits.length === 1 ? "1 page" : `${hits.length} pages`;
    }

    async function search() {
      const terms = input.value.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
      if (!terms.length) {
        results.hidden = true;
        status.textContent = "";
        return;
      }
      await openIndex();
      show(found(terms));
    }

    function step(by) {
      const links = [...results.querySelectorAll("a")];
      const next = links.indexOf(document.activeElement) + by;
      (next < 0 ? input : links[Math.min(next, links.length - 1)])?.focus();
    }

    input.addEventListener("focus", () => openIndex());
    input.addEventListener("input", search);
    document.querySelector(".search").addEventListener("keydown", event => {
      if (event.key === "Escape") { results.hidden = true; input.focus(); }
      else if (event.key === "ArrowDown") { step(1); event.preventDefault(); }
      else if (event.key === "ArrowUp") { step(-1); event.preventDefault(); }
      else if (event.key === "Enter" && event.target === input) results.querySelector("a")?.click();
    });
    document.addEventListener("click", event => { if (!event.target.closest(".search")) results.hidden = true; });
    document.addEventListener("keydown", event => {
      if (event.key === "/" && !event.target.closest("input, textarea")) { input.focus(); event.preventDefault(); }
    });
  }

  // ---- the text

  /** What scrolls inside itself can be scrolled with the keyboard. */
  function reachable() {
    for (const part of document.querySelectorAll("main pre, main .wide")) {
      if (part.scrollWidth > part.clientWidth) {
        part.tabIndex = 0;
        part.setAttribute("role", "group");
        part.setAttribute("aria-label", part.matches(".mermaid") ? "Diagram" : part.matches("pre") ? "Code" : "Table");
      }
    }
  }

  function anchors() {
    for (const heading of document.querySelectorAll("main :is(h2, h3, h4)[id]")) {
      const link = element("a", "#", heading);
      link.className = "anchor";
      link.href = "#" + heading.id;
      link.setAttribute("aria-label", "Link to this heading");
    }
  }

  async function highlight() {
    const codes = document.querySelectorAll("main pre code[class*=language-]");
    if (!codes.length) return;
    await load("highlight.min.js");
    hljs.configure({ ignoreUnescapedHTML: true });
    codes.forEach(code => {
      const language = code.className.replace(/.*language-(\S+).*/, "$1");
      if (hljs.getLanguage(language)) hljs.highlightElement(code);
    });
  }

  async function draw() {
    if (!document.querySelector("pre.mermaid")) return;
    await load("mermaid.min.js");
    const style = getComputedStyle(document.documentElement);
    const [ground, raised, text, quiet, mark] = ["ground", "raised", "text", "quiet", "mark"].map(it => style.getPropertyValue("--" + it));
    mermaid.initialize({
      startOnLoad: false,
      theme: "base",
      fontFamily: "system-ui, sans-serif",
      themeVariables: {
        background: ground, mainBkg: raised, primaryColor: raised, primaryTextColor: text, primaryBorderColor: quiet, textColor: text,
        lineColor: quiet, edgeLabelBackground: ground, noteBkgColor: mark, noteTextColor: text, noteBorderColor: mark,
        actorBkg: raised, actorBorder: quiet, actorTextColor: text, actorLineColor: quiet, signalColor: text, signalTextColor: text,
        labelBoxBkgColor: raised, labelBoxBorderColor: quiet, labelTextColor: text, loopTextColor: text,
        transitionColor: quiet, transitionLabelColor: text, stateLabelColor: text, specialStateColor: text,
      },
    });
    await mermaid.run({ querySelector: "pre.mermaid" });
    reachable();
  }

  searchBox();
  anchors();
  reachable();
  addEventListener("resize", reachable);
  highlight();
  draw();
})();
