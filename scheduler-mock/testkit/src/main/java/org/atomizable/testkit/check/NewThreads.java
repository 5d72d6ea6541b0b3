package org.atomizable.testkit.check;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.atomizable.api.time.TimeSource;

/** The threads that were started since some time. */
final class NewThreads {

    private static final Duration PATIENCE = Duration.ofMillis(250);
    private static final Duration STEP = Duration.ofMillis(1);

    private final Set<Thread> old;

    private NewThreads(Set<Thread> old) {
        this.old = old;
    }

    /** Notes which threads there are now. */
    public static NewThreads sinceNow() {
        return new NewThreads(new HashSet<>(Thread.getAllStackTraces().keySet()));
    }

    /** Returns the threads that still do something: they run, or sleep for some time. */
    public List<Thread> busy() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(it -> !old.contains(it) && it != Thread.currentThread())
                .filter(NewThreads::isBusy)
                .toList();
    }

    private static boolean isBusy(Thread thread) {
        return switch (thread.getState()) {
            case RUNNABLE, BLOCKED, TIMED_WAITING -> true;
            case NEW, WAITING, TERMINATED -> false;
        };
    }

    /** Waits until none is busy, or a quarter of a second. */
    public void await(TimeSource time) {
        long until = time.nanos() + PATIENCE.toNanos();
        while (!busy().isEmpty() && time.nanos() < until) {
            LockSupport.parkNanos(STEP.toNanos());
        }
    }
}
