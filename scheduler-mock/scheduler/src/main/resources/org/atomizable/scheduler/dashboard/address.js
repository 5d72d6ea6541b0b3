// What the board shows, as it stands in the address: it can be kept, sent and gone back to. What is as usual is left out.

const USUAL = { show: "active", search: "", sort: "registered", descending: 0, size: 15, span: 120000, end: null };
const BOARD = "#jobs?";

let state = { ...USUAL };

/** Whether an address says what the board shows; those of its parts leave it as it is. */
export function tells(hash) { return hash === "" || hash === "#" || hash.startsWith(BOARD); }

/** What an address says; what it leaves out, or says wrongly, is as usual. */
export function read(hash) {
  const given = Object.fromEntries(new URLSearchParams(hash.startsWith(BOARD) ? hash.slice(BOARD.length) : ""));
  const end = Date.parse(given.end);
  const span = Math.round(Number(given.span) * 1000);
  state = { ...USUAL, ...given, search: (given.search ?? "").slice(0, 100), descending: given.descending === "1" ? 1 : 0, size: Number(given.size) || USUAL.size,
    span: span > 0 ? span : USUAL.span, end: Number.isFinite(end) ? end : null };
  return state;
}

/** Where the board is, as it was shown last. */
export function board() {
  const said = new URLSearchParams();
  for (const [name, usual] of Object.entries(USUAL)) {
    const value = state[name];
    if (value !== usual) said.set(name, name === "end" ? new Date(value).toISOString() : name === "span" ? value / 1000 : value);
  }
  return String(said) === "" ? "#" : BOARD + said;
}

/** Whether an address is that of another page. The browser tells of a new address a little later than it has it. */
function leaves(hash) { return /^#(job|window)\//.test(hash); }

/** Takes in what was changed. While the board is shown, the address says so at once, and going back passes over it. */
export function note(changes, shown) {
  state = { ...state, ...changes };
  if (shown && !leaves(location.hash) && (location.hash || "#") !== board()) history.replaceState(null, "", board());
}
