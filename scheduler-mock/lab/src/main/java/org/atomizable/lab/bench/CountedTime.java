package org.atomizable.lab.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.TimeSource.Timer;

/** A time source whose actions' CPU time is counted, to tell what one costs among others on the same thread. Used by one thread. */
final class CountedTime implements TimeSource {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final TimeSource time;
    private long nanos;

    CountedTime(TimeSource time) {
        this.time = time;
    }

    /** Something that may fail. */
    interface TimedWork<E extends Exception> {
        void run() throws E;
    }

    /** Does it and counts what that costs. */
    <E extends Exception> void counting(TimedWork<E> work) throws E {
        long before = THREADS.getCurrentThreadCpuTime();
        try {
            work.run();
        } finally {
            nanos += THREADS.getCurrentThreadCpuTime() - before;
        }
    }

    double cpuSeconds() {
        return nanos / 1e9;
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
    public void sleep(Duration duration) throws InterruptedException {
        time.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable work) {
        return time.schedule(delay, () -> counting(work::run));
    }
}
