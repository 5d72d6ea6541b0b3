package org.atomizable.lab.faults.process;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * A process's course of action, which waits in simulated time and can be killed wherever it waits. Java 17 cannot put a stack aside, so each
 * strand has a thread of its own; but a thread runs only while the one that has woken it waits, so that never two run.
 */
public final class Strand {

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

    /** Begins one as soon as the time moves on. */
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
        // What the code warns of here happens to nobody.
        try (MDC.MDCCloseable quiet = MDC.putCloseable("simulated", "true")) {
            body.run();
        } catch (Killed end) {
            // As it was told.
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

    /** Works or sleeps for some time. */
    public void pause(Duration length) {
        pause(Math.max(0, length.toNanos()));
    }

    /** Works or sleeps for so many nanoseconds. */
    public void pause(long nanos) {
        requireAlive();
        if (!time.passes(nanos)) {
            resuming = time.schedule(Duration.ofNanos(nanos), this::resume);
            park();
        }
    }

    /** Waits until it is woken, or for so long; does not wait if it was woken since it last waited. */
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

    /** Ends it where it waits. What it would do on its way out is refused. */
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

    /** Tells whether it has come to its end. */
    public boolean isOver() {
        return over;
    }
}
