package org.atomizable.core.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.device.Limit;

/**
 * Keeps the ends of a worker's grants from the launcher's side: tells the worker's guardian of each, kills what is left when the worker
 * has ended, and says whether that was in time. May be used by any thread.
 */
final class LeaseKeeper {

    private final WorkerProcesses processes;
    private final TimeSource time;
    private Optional<Guardian> guardian = Optional.empty();
    private boolean runs;
    private long endNanos;
    private Optional<Swept> swept = Optional.empty();

    /**
     * How the worker's processes have ended.
     *
     * @param before how long before the end of the grant nothing was left; negative after it
     * @param guarded whether the guardian killed them
     * @param complete whether nothing is left
     */
    private record Swept(Duration before, boolean guarded, boolean complete) {}

    LeaseKeeper(WorkerProcesses processes, TimeSource time) {
        this.processes = processes;
        this.time = time;
    }

    /**
     * Starts the guardian. The worker must be ready, so that it has its mark.
     *
     * @throws WorkerException if no guardian can be started
     */
    synchronized void keep() throws WorkerException {
        try {
            if (swept.isEmpty()) {
                guardian = Guardian.beside(processes.root().pid(), processes.mark(), time);
            }
        } catch (IOException e) {
            throw unguarded(e);
        }
    }

    private static WorkerException unguarded(IOException cause) {
        return new WorkerException(
                "the end of a grant could not be guarded: " + cause.getMessage(),
                Limit.reached(String.valueOf(cause.getMessage()))
                                .map(Limit::remedy)
                                .orElse("Check that this machine can start processes")
                        + "; the job goes on from its last checkpoint",
                cause);
    }

    /**
     * A subjob begins.
     *
     * @throws WorkerException if nothing would end the worker at the end of the grant
     */
    synchronized void begins(Instant end) throws WorkerException {
        Duration left = Duration.between(time.now(), end);
        endNanos = time.nanos() + left.toNanos();
        runs = true;
        if (guardian.isEmpty() || swept.isPresent()) {
            return;
        }
        try {
            guardian.get().until(left);
        } catch (IOException gone) {
            // Somebody has ended it. The worker has run nothing meanwhile that a lease could end for.
            keep();
            tellAgain(left);
        }
    }

    private void tellAgain(Duration left) throws WorkerException {
        try {
            if (guardian.isPresent()) {
                guardian.get().until(left);
            }
        } catch (IOException e) {
            throw unguarded(e);
        }
    }

    /** The subjob has ended, and reported. */
    synchronized void ended() {
        runs = false;
        try {
            if (guardian.isPresent()) {
                guardian.get().free();
            }
        } catch (IOException gone) {
            guardian = Optional.empty();
        }
    }

    /** The subjob has ended, and its job stays on the slice until an instant at most. Returns whether that is kept too. */
    synchronized boolean stays(Instant until) {
        runs = false;
        try {
            if (guardian.isPresent()) {
                guardian.get().until(Duration.between(time.now(), until));
            }
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Tells whether a subjob runs whose grant ends in that time. */
    synchronized boolean endsWithin(Duration most) {
        return runs && endNanos - time.nanos() <= most.toNanos();
    }

    /** Ends the worker and all that it has started, and waits until nothing is left. May be repeated. */
    synchronized void sweep() {
        boolean interrupted = false;
        while (swept.isEmpty()) {
            try {
                OptionalLong gone = processes.kill(time);
                Duration before = Duration.ofNanos(endNanos - gone.orElseGet(time::nanos));
                // On a busy machine the guardian may have seen earlier that nothing is left.
                Optional<Duration> guarded = killedByGuardian();
                swept = Optional.of(new Swept(
                        guarded.filter(it -> it.compareTo(before) > 0).orElse(before),
                        guarded.isPresent(),
                        gone.isPresent()));
                guardian.ifPresent(Guardian::close);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Duration> killedByGuardian() throws InterruptedException {
        return guardian.isPresent() ? guardian.get().killedBefore() : Optional.empty();
    }

    /**
     * Returns what to tell if the worker was ended for the end of its grant; empty if it was not.
     *
     * @param halted whether its watchdog has ended it
     * @param log where it has printed to
     */
    synchronized Optional<WorkerException> cut(boolean halted, Path log) {
        sweep();
        return swept.filter(it -> runs && (halted || it.guarded() || it.before().isNegative()))
                .map(it -> it.before().isNegative() || !it.complete() ? overrun(it, log) : cut(it, log));
    }

    private static WorkerException cut(Swept swept, Path log) {
        return new WorkerException(
                FailureKind.CUT,
                "the subjob was stopped %s ms before its grant's end, which it would have missed"
                        .formatted(swept.before().toMillis()),
                remedy(log));
    }

    private static WorkerException overrun(Swept swept, Path log) {
        return new WorkerException(
                FailureKind.OVERRUN,
                swept.complete()
                        ? "something of the subjob still used its slice %s ms after its grant's end"
                                .formatted(-swept.before().toMillis())
                        : "a process of the subjob cannot be killed, and still uses its slice after its grant's end",
                remedy(log));
    }

    private static String remedy(Path log) {
        return "The job goes on from its last checkpoint; if this repeats, let an atom do less. Its log is " + log;
    }
}
