package org.atomizable.core.worker;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * Halts a worker's process before the end of a subjob's grant, whatever the job's threads do, and asks the subjob first to commit what it
 * has.
 *
 * <p>It has a thread of its own, of the highest priority, and measures how late that is woken: the later, the earlier it halts. It cannot
 * halt a JVM whose threads do not reach a safepoint; a {@link Guardian} can.
 */
final class Watchdog {

    private static final Duration NAP = Duration.ofMillis(50);
    private static final Duration SHORTEST_NAP = Duration.ofMillis(1);

    /** The share of an observed lateness that remains after each nap: half of it remains after some three seconds. */
    private static final double BELIEVED = 0.99;

    /** The subjob that is watched. */
    interface Subject {

        /** Tells whether it has run atoms that are not committed. */
        boolean hasToCommit();

        /** Tells whether what it does just now takes longer than was planned. */
        boolean isLate();

        /** Asks it to commit and to stop at its next safe point. */
        void yieldSoon();
    }

    private record Watch(long end, WatchedSubjob plan, Subject subject) {}

    private final TimeSource time;
    private final Runnable halt;
    private final Thread thread;
    private final Optional<LeaseKeeper> keeper;
    private volatile @Nullable Watch watch;
    private Duration lateness = Duration.ZERO;

    @SuppressWarnings(
            "ThreadPriorityCheck") // It relies on nothing: where the priority has no effect, it measures how late it
    // is.
    private Watchdog(TimeSource time, Runnable halt, Optional<LeaseKeeper> keeper) {
        this.time = time;
        this.halt = halt;
        this.keeper = keeper;
        this.thread = new Thread(this::run, "atomizable-watchdog");
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
    }

    /**
     * Starts one, which has nothing to watch yet.
     *
     * @param halt ends the process, and so does not return there
     * @param keeper keeps each end too, also while nothing runs any more, where nobody else may be there to end this process; empty if the
     *     launcher has it
     */
    static Watchdog start(TimeSource time, Runnable halt, Optional<LeaseKeeper> keeper) {
        Watchdog watchdog = new Watchdog(time, halt, keeper);
        watchdog.thread.start();
        return watchdog;
    }

    /**
     * A subjob begins.
     *
     * @param left until the end of its grant
     * @param commit how long its commit takes, as far as that is known
     * @throws WorkerException if nobody but this would end the process
     */
    void watch(Duration left, Duration commit, Subject subject) throws WorkerException {
        if (keeper.isPresent()) {
            keeper.get().begins(time.now().plus(left));
        }
        watch = new Watch(time.nanos() + left.toNanos(), new WatchedSubjob(left, commit), subject);
        LockSupport.unpark(thread);
    }

    /** The subjob has ended. */
    void rest() {
        watch = null;
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            Watch now = watch;
            if (now == null) {
                LockSupport.park(this);
            } else {
                look(now);
                nap(now);
            }
        }
    }

    private void look(Watch now) {
        Duration left = Duration.ofNanos(now.end() - time.nanos());
        switch (now.plan().due(left, lateness, now.subject().isLate())) {
            case NOTHING -> {}
            case ASK -> {
                if (now.subject().hasToCommit()) {
                    now.subject().yieldSoon();
                }
            }
            case HALT -> {
                // The subjob may just have ended; then nothing is to be stopped.
                if (now.equals(watch)) {
                    halt.run();
                }
            }
        }
    }

    private void nap(Watch now) {
        long before = time.nanos();
        Duration left = now.plan().untilNext(Duration.ofNanos(now.end() - before), lateness);
        Duration nap = left.compareTo(SHORTEST_NAP) < 0 ? SHORTEST_NAP : left.compareTo(NAP) < 0 ? left : NAP;
        LockSupport.parkNanos(this, nap.toNanos());
        Duration over = Duration.ofNanos(time.nanos() - before).minus(nap);
        Duration believed = Duration.ofNanos((long) (lateness.toNanos() * BELIEVED));
        lateness = over.compareTo(believed) > 0 ? over : believed;
    }
}
