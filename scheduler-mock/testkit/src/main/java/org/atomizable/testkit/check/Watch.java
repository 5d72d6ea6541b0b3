package org.atomizable.testkit.check;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.atomizable.api.Atomizable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;
import org.jspecify.annotations.Nullable;

/** Runs a check on a thread of its own, so that it ends with an error if the job does not return from a call. */
final class Watch {

    /** So long a single call of a job may take at the least. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final long LOOK_EVERY_MS = 100;

    /** A check of a trial. */
    interface Check<T> {
        T of(Trial trial) throws Exception;
    }

    /**
     * A call of the job that has not returned yet.
     *
     * @param job the job's name, as far as it is known
     * @param own the name of its class
     */
    private record Call(String job, String own, String what, long began) {}

    private final TimeSource time;
    private volatile @Nullable Call current;
    private volatile WeakReference<Atomizable> made = new WeakReference<>(null);
    private volatile @Nullable IllegalArgumentException misuse;

    private Watch(TimeSource time) {
        this.time = time;
    }

    /**
     * Runs a check.
     *
     * @throws ContractViolation of the check, or if a call of the job takes longer than a minute and three times the trial's limit
     * @throws IllegalArgumentException if the job's supplier returns the same instance twice, whatever the check made of that
     */
    static <T> T run(Trial trial, Rule rule, Check<T> check) throws Exception {
        Watch watch = new Watch(trial.time());
        Trial watched = trial.from(() -> JobOnTrial.create(trial.source(), watch));
        FutureTask<T> task = new FutureTask<>(() -> check.of(watched));
        Thread thread = new Thread(task, "testkit check");
        thread.setDaemon(true);
        thread.start();
        try {
            return watch.result(task, rule, thread, PATIENCE.plus(trial.limit().multipliedBy(3)));
        } catch (Exception | Error e) {
            IllegalArgumentException first = watch.misuse;
            if (first != null) {
                throw first;
            }
            throw e;
        } finally {
            // Ends what still runs, if this thread was interrupted or gave up.
            thread.interrupt();
        }
    }

    private <T> T result(FutureTask<T> task, Rule rule, Thread thread, Duration patience) throws Exception {
        while (true) {
            try {
                return task.get(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                requireProgress(rule, thread, patience.toNanos());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Exception cause) {
                    throw cause;
                }
                throw (Error) e.getCause();
            }
        }
    }

    private void requireProgress(Rule rule, Thread thread, long patience) {
        Call call = current;
        if (call != null && time.nanos() - call.began() > patience) {
            List<StackTraceElement> stack = List.of(thread.getStackTrace());
            throw new ContractViolation(new Breach(
                    call.job(),
                    rule,
                    "%s has not ended after %s s".formatted(call.what(), TimeUnit.NANOSECONDS.toSeconds(patience)),
                    List.of(),
                    List.of(new Finding(Cause.UNBOUNDED_ATOM, "it is at " + BoundedAtoms.line(stack, call.own()))),
                    Optional.empty()));
        }
    }

    /** Two runs of one instance are no two runs. */
    void requireNew(Atomizable job) {
        if (made.get() == job) {
            IllegalArgumentException same = new IllegalArgumentException(
                    "the supplier returns the same instance of %s again; let it make a new one"
                            .formatted(job.getClass().getName()));
            misuse = same;
            throw same;
        }
        made = new WeakReference<>(job);
    }

    void begins(String job, String own, String what) {
        current = new Call(job, own, what, time.nanos());
    }

    void ended() {
        current = null;
    }
}
