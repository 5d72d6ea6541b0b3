package org.atomizable.testkit.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;

/**
 * A process in virtual time whose program may block. Each of its strands has a thread, but only one thread of the simulation runs at a time: one
 * that sleeps gives way until the time has come. So the same seed always leads to the same order. A killed process does nothing more.
 */
final class VirtualProcess implements TimeSource {

    private final VirtualTime time;
    private final Consumer<Throwable> failures;
    private boolean killed;

    /** A program that may block. */
    interface Body {
        void run() throws Exception;
    }

    /** Ends a strand of a killed process; no program catches it. */
    private static final class Killed extends Error {}

    private final class Strand extends Thread {

        private final Semaphore turn = new Semaphore(0);
        private final Semaphore over = new Semaphore(0);

        Strand(Body body) {
            super(() -> {
                Strand self = (Strand) Thread.currentThread();
                self.turn.acquireUninterruptibly();
                try {
                    if (!killed) {
                        body.run();
                    }
                } catch (Killed e) {
                    // It was asked for.
                } catch (Throwable e) {
                    failures.accept(e);
                } finally {
                    self.over.release();
                }
            });
            setDaemon(true);
        }

        void goOn() {
            turn.release();
            over.acquireUninterruptibly();
        }

        void giveWay() {
            over.release();
            turn.acquireUninterruptibly();
            if (killed) {
                throw new Killed();
            }
        }
    }

    /** Makes one that has not started. */
    VirtualProcess(VirtualTime time, Consumer<Throwable> failures) {
        this.time = time;
        this.failures = failures;
    }

    /** Runs a program in it, as soon as the time moves. */
    void start(Body body) {
        strand(Duration.ZERO, body);
    }

    /** Ends it without a word. */
    void kill() {
        killed = true;
    }

    boolean isKilled() {
        return killed;
    }

    @Override
    public Instant now() {
        return time.now();
    }

    @Override
    public long nanos() {
        return time.nanos();
    }

    @Override
    public void sleep(Duration duration) {
        Strand self = (Strand) Thread.currentThread();
        time.schedule(duration, self::goOn);
        self.giveWay();
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        return strand(delay, action::run);
    }

    private Timer strand(Duration delay, Body body) {
        return time.schedule(delay, () -> {
            if (!killed) {
                Strand strand = new Strand(body);
                strand.start();
                strand.goOn();
            }
        });
    }
}
