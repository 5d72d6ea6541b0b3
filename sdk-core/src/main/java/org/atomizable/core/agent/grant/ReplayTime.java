package org.atomizable.core.agent.grant;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;

/** A time source that can show an earlier moment while something is done that belongs there. */
public final class ReplayTime implements TimeSource {

    private final TimeSource real;
    private long behind;

    public ReplayTime(TimeSource real) {
        this.real = real;
    }

    /** Does something as if it were that many nanoseconds earlier. */
    void earlier(long nanos, Runnable action) {
        behind = nanos;
        try {
            action.run();
        } finally {
            behind = 0;
        }
    }

    @Override
    public Instant now() {
        return real.now().minusNanos(behind);
    }

    @Override
    public long nanos() {
        return real.nanos() - behind;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        real.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        return real.schedule(delay, action);
    }
}
