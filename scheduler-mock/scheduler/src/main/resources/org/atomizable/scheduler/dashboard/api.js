// Asks the scheduler, with the token of this tab, and never faster than it wants to be asked.

const KEY = "atomizable-token";
const LONGEST_PAUSE = 60000;

let token = sessionStorage.getItem(KEY);

export class Problem extends Error {
  constructor(status, message, wait) {
    super(message);
    this.status = status;
    /** Milliseconds that the scheduler asks to wait. */
    this.wait = wait;
  }
}

export function hasToken() { return token !== null; }

export function enter(text) {
  token = text;
  sessionStorage.setItem(KEY, text);
}

export function forgetToken() {
  token = null;
  sessionStorage.removeItem(KEY);
}

export async function ask(path, method = "GET") {
  const headers = token ? { Authorization: "Bearer " + token } : {};
  // A proxy may serve this page under a path of its own.
  const answer = await fetch(new URL("." + path, document.baseURI), { method, headers, cache: "no-store" });
  const json = (answer.headers.get("Content-Type") ?? "").includes("json");
  const body = json ? await answer.json() : {};
  if (answer.ok) return body;
  const wait = Number(answer.headers.get("Retry-After") ?? 0) * 1000;
  throw new Problem(answer.status, body.detail || "HTTP " + answer.status, Number.isFinite(wait) ? wait : 0);
}

/** How long to pause before asking again: longer after each failure, and never all pages at one time. */
export class Pace {
  constructor(usual) {
    this.usual = usual;
    this.failures = 0;
  }

  done() {
    this.failures = 0;
    return this.usual;
  }

  failed(problem) {
    this.failures++;
    const doubled = this.usual * 2 ** Math.min(this.failures, 10);
    return Math.max(problem.wait ?? 0, Math.min(LONGEST_PAUSE, doubled) * (0.75 + Math.random() / 2));
  }
}
