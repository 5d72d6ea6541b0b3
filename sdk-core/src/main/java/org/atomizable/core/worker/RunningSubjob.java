package org.atomizable.core.worker;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that runs a worker's subjob, so that others can see where in the job's code it is. */
final class RunningSubjob {

    private static final Logger LOG = LoggerFactory.getLogger(RunningSubjob.class);

    private final TimeSource time;
    private @Nullable Thread thread;
    private long began;
    private int asked;

    RunningSubjob(TimeSource time) {
        this.time = time;
    }

    /** Runs a subjob on the calling thread. */
    <T> T run(Supplier<T> subjob) {
        set(Thread.currentThread());
        try {
            return subjob.get();
        } finally {
            set(null);
        }
    }

    private synchronized void set(@Nullable Thread running) {
        thread = running;
        began = time.nanos();
        asked = 0;
    }

    synchronized boolean isRunning() {
        return thread != null;
    }

    /** Returns the line of the job's code that it is at; empty if none runs. */
    synchronized Optional<String> place() {
        return Optional.ofNullable(thread)
                .map(it -> StackPlace.innermost(stack(it)))
                .filter(place -> !place.isEmpty());
    }

    /** Returns where a thread is, or, while it waits for the thread of a loop, where that one is. */
    private static StackTraceElement[] stack(Thread running) {
        Thread at = LockSupport.getBlocker(running) instanceof Thread other ? other : running;
        return at.getStackTrace();
    }

    /**
     * The subjob that runs was asked to stop; if not for the first time, its stack is logged.
     *
     * @param told is told where it is, and for how long the subjob has been running; never after the subjob's end
     */
    synchronized void askedToStop(BiConsumer<String, Duration> told) {
        Thread running = thread;
        if (running == null) {
            return;
        }
        Duration since = Duration.ofNanos(time.nanos() - began);
        StackTraceElement[] stack = stack(running);
        asked++;
        if (asked > 1) {
            log(stack, since);
        }
        String place = StackPlace.innermost(stack);
        if (!place.isEmpty()) {
            told.accept(place, since);
        }
    }

    private static void log(StackTraceElement[] stack, Duration since) {
        StringBuilder whole = new StringBuilder();
        for (StackTraceElement frame : stack) {
            whole.append("\n\tat ").append(frame);
        }
        LOG.error(
                "a subjob was asked to stop, and has not, {} s after it began. It is here:{}",
                since.toSeconds(),
                whole);
    }
}
