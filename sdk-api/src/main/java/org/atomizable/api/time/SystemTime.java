package org.atomizable.api.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

final class SystemTime implements TimeSource {

    static final SystemTime INSTANCE = new SystemTime();

    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, action -> {
        Thread thread = new Thread(action, "atomizable-timers");
        thread.setDaemon(true);
        return thread;
    });

    private SystemTime() {
        timers.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (!duration.isNegative()) {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        }
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        ScheduledFuture<?> future = timers.schedule(() -> run(action), delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** Nobody asks the future, which would keep an error to itself. */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (Error e) {
            Thread timers = Thread.currentThread();
            timers.getUncaughtExceptionHandler().uncaughtException(timers, e);
            throw e;
        }
    }
}
