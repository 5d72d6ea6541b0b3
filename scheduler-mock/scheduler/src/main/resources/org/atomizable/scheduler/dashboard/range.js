// Which stretch of time is shown: one that follows the clock, or one that was picked.

const LEAST = 2000;
const MOST = 3600 * 1000;
/** How much of what is shown lies ahead while the clock is followed. */
const AHEAD = 0.06;
const MOST_AHEAD = 12000;

export class Range {
  constructor(span) {
    this.span = span;
    /** The right edge; null while the clock is followed. */
    this.end = null;
  }

  get live() { return this.end === null; }

  to(now) { return this.end ?? now + Math.min(MOST_AHEAD, this.span * AHEAD); }

  from(now) { return this.to(now) - this.span; }

  follow(span = this.span) {
    this.span = Math.min(MOST, span);
    this.end = null;
  }

  /** Shows that much, up to an instant; null to follow the clock. */
  set(span, end) {
    this.span = Math.min(MOST, Math.max(LEAST, span));
    this.end = end;
  }

  /** Moves by so many milliseconds; into the future it follows the clock again. */
  pan(by, now) {
    const newest = now + Math.min(MOST_AHEAD, this.span * AHEAD);
    const end = Math.max(now - MOST + this.span, this.to(now) + by);
    this.end = end >= newest ? null : end;
  }

  /** Shows less or more around an instant, which stays where it is. */
  zoom(factor, around, now) {
    const span = Math.min(MOST, Math.max(LEAST, this.span * factor));
    const share = (around - this.from(now)) / this.span;
    const stays = this.live && factor > 1 || this.live && Math.abs(around - now) < 0.02 * this.span;
    const from = around - share * span;
    this.span = span;
    if (!stays) {
      this.end = from + span;
      this.pan(0, now);
    }
  }

  pick(from, to, now) {
    this.span = Math.min(MOST, Math.max(LEAST, to - from));
    this.end = (from + to) / 2 + this.span / 2;
    this.pan(0, now);
  }
}
