package org.atomizable.cli.terminal;

import java.time.Duration;

/** When a command that has printed nothing for a while says how far it is: after 5 s, and then ever more rarely, at least once a minute. */
final class Silence {

    private static final long FIRST = Duration.ofSeconds(5).toNanos();
    private static final long LONGEST = Duration.ofMinutes(1).toNanos();

    private final long began;
    private long since;
    private long patience = FIRST;

    /** @param now nanoseconds of a clock that goes on steadily */
    Silence(long now) {
        this.began = now;
        this.since = now;
    }

    /** Something was printed. */
    void broken(long now) {
        since = now;
    }

    /** Returns whether it has lasted long enough. If so, it ends, and the next one may last twice as long. */
    boolean isTooLong(long now) {
        if (now - since < patience) {
            return false;
        }
        since = now;
        patience = Math.min(LONGEST, 2 * patience);
        return true;
    }

    /** Returns the time since the beginning. */
    Duration elapsed(long now) {
        return Duration.ofNanos(now - began);
    }
}
