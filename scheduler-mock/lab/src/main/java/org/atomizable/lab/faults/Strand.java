package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The actions of one process, in order. A strand waits in simulated time and can be killed wherever it waits. Java 17 cannot suspend a stack, so
 * each strand has its own thread; a thread runs only while the thread that woke it waits, so two never run at the same time.
 */
final class Strand {

    /** Ends a strand where it waits. No code of a job or of the SDK catches it. */
    static final class Killed extends Error {

        Killed() {
            super("killed", null, false, false);
        }
    }

    private final SimulatedTime time;
    private final Executor threads;
    private final String name;
    private final Runnable body;
    private final Semaphore mine = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);
    private TimeSource.Timer resuming = () -> {};
    private boolean begun;
    private boolean over;
    private boolean killed;
    private boolean waiting;
    private boolean woken;
    private @Nullable Throwable defect;

    private Strand(SimulatedTime time, Executor threads, String name, Runnable body) {
        this.time = time;
        this.threads = threads;
        this.name = name;
        this.body = body;
    }

    /** Starts a strand at the next step of the time. */
    public static Strand begin(SimulatedTime time, Executor threads, String name, Runnable body) {
        Strand strand = new Strand(time, threads, name, body);
        strand.resuming = time.schedule(Duration.ZERO, strand::resume);
        return strand;
    }

    private void resume() {
        if (over) {
            return;
        }
        Strand before = time.current();
        time.current(this);
        if (begun) {
            mine.release();
        } else {
            begun = true;
            threads.execute(this::carry);
        }
        back.acquireUninterruptibly();
        time.current(before);
        if (defect != null) {
            throw new IllegalStateException("%s failed: %s".formatted(name, defect), defect);
        }
    }

    private void carry() {
        // Warnings of the simulated code are not for a user.
        try (MDC.MDCCloseable quiet = MDC.putCloseable("simulated", "true")) {
            body.run();
        } catch (Killed end) {
            // The strand was killed on purpose.
        } catch (Throwable found) {
            defect = killed ? null : found;
        } finally {
            over = true;
            back.release();
        }
    }

    private void park() {
        back.release();
        mine.acquireUninterruptibly();
        requireAlive();
    }

    private void requireAlive() {
        if (killed) {
            throw new Killed();
        }
    }

    /** Passes some time, by work or sleep. */
    public void pause(Duration length) {
        pause(Math.max(0, length.toNanos()));
    }

    /** Passes this many nanoseconds, by work or sleep. */
    public void pause(long nanos) {
        requireAlive();
        if (!time.passes(nanos)) {
            resuming = time.schedule(Duration.ofNanos(nanos), this::resume);
            park();
        }
    }

    /** Waits until it is woken or this time has passed. Does not wait if it was woken since its last wait. */
    public void await(Duration most) {
        requireAlive();
        if (!woken) {
            waiting = true;
            resuming = time.schedule(most, this::resume);
            park();
        }
        waiting = false;
        woken = false;
    }

    /** Ends its wait. */
    public void wake() {
        if (over || woken) {
            return;
        }
        woken = true;
        if (waiting) {
            resuming.cancel();
            resuming = time.schedule(Duration.ZERO, this::resume);
        }
    }

    /** Ends the strand where it waits. Operations of its finally blocks are refused. */
    public void kill() {
        if (over || killed) {
            return;
        }
        killed = true;
        if (time.current() == this) {
            throw new Killed();
        }
        resuming.cancel();
        if (begun) {
            resume();
        } else {
            over = true;
        }
    }

    /** Returns whether it has ended. */
    public boolean isOver() {
        return over;
    }
}
