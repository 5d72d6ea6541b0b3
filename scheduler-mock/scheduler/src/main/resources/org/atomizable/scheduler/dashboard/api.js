// Asks the scheduler, with the token of this tab, and never faster than it wants to be asked.

const KEY = "atomizable-token";
const LONGEST_PAUSE = 60000;
const LONGEST_ANSWER = 30000;

/** A browser that is told to keep nothing refuses even to be asked. */
function kept(deed) {
  try {
    return deed(sessionStorage);
  } catch {
    return null;
  }
}

let token = kept((it) => it.getItem(KEY));

class Problem extends Error {
  constructor(status, message, wait) {
    super(message);
    this.status = status;
    /** Milliseconds that the scheduler asks to wait. */
    this.wait = wait;
  }
}

export function hasToken() { return token !== null; }

/** Takes a token, also with the header that it stands in; returns whether it may be one. */
export function enter(text) {
  const bare = text.trim().replace(/^(authorization:\s*)?bearer\s+/i, "");
  if (!/^[\x21-\x7e]+$/.test(bare)) return false;
  token = bare;
  kept((it) => it.setItem(KEY, bare));
  return true;
}

export function forgetToken() {
  token = null;
  kept((it) => it.removeItem(KEY));
}

/** Fetches an answer whole. A proxy that holds a call for ever must not hold this page. */
async function fetched(path, options) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), LONGEST_ANSWER);
  try {
    // A proxy may serve this page under a path of its own.
    const answer = await fetch(new URL("." + path, document.baseURI), { ...options, cache: "no-store", signal: late.signal });
    const body = await answer.json().catch((broken) => {
      if (late.signal.aborted) throw broken;
      return null;
    });
    return { answer, body };
  } catch (problem) {
    throw late.signal.aborted ? new Problem(0, "no answer within " + LONGEST_ANSWER / 1000 + " s", 0) : problem;
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for an answer that has this property. */
export async function ask(path, property, method = "GET") {
  const headers = token ? { Authorization: "Bearer " + token } : {};
  const { answer, body } = await fetched(path, { method, headers });
  const type = (answer.headers.get("Content-Type") ?? "").split(";")[0];
  if (answer.ok && type === "application/json" && body?.[property] !== undefined) return body;
  if (answer.ok || type !== "application/problem+json" || body === null) {
    // What somebody else says, such as that a login is needed, says nothing of the scheduler or the token.
    throw new Problem(0, "a proxy or another program answered in its place, with HTTP " + answer.status + (type && ", " + type), 0);
  }
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
