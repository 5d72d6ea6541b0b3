package org.atomizable.testkit.check;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/** Runs atoms on a thread of their own, and does not wait for one that takes longer than the limit. */
public final class BoundedAtoms {

    private BoundedAtoms() {}

    /**
     * Checks a job.
     *
     * @param longest what an atom may take
     * @throws ContractViolation if one takes longer, with the line where it is
     * @throws Exception what the job throws
     */
    public static void check(Trial trial, Duration longest) throws Exception {
        Trial.Deadline deadline = trial.deadline();
        Atomizable job = trial.source().create();
        for (long atom = 0; !trial.isOver(job, atom) && !deadline.isOver(); atom++) {
            long number = atom;
            FutureTask<Void> task = new FutureTask<>(() -> {
                job.run(number);
                return null;
            });
            Thread thread =
                    new Thread(task, "atom %s of %s".formatted(atom, job.spec().name()));
            thread.setDaemon(true);
            thread.start();
            await(task, thread, job, atom, longest);
        }
        job.close();
    }

    private static void await(FutureTask<Void> task, Thread thread, Atomizable job, long atom, Duration longest)
            throws Exception {
        try {
            task.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            StackTraceElement[] stack = thread.getStackTrace();
            thread.interrupt();
            throw tooLong(job, atom, longest, stack);
        } catch (ExecutionException e) {
            job.close();
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw (Error) e.getCause();
        }
    }

    private static ContractViolation tooLong(Atomizable job, long atom, Duration longest, StackTraceElement[] stack) {
        String line = line(List.of(stack), job.getClass().getName());
        return new ContractViolation(new Breach(
                job.spec().name(),
                Rule.BOUNDED_ATOMS,
                "atom %s has not ended after %s ms".formatted(atom, longest.toMillis()),
                List.of(),
                List.of(new Finding(Cause.UNBOUNDED_ATOM, "it is at " + line)),
                Optional.of("Contracts.assertBoundedAtoms(job, %s)".formatted(longest))));
    }

    /** Returns where a job is: its own line, if one is known, or that of what it calls. */
    static String line(List<StackTraceElement> stack, String own) {
        return stack.stream()
                .filter(frame -> frame.getClassName().equals(own))
                .findFirst()
                .or(() -> stack.stream().findFirst())
                .map(it -> "%s.%s(%s:%s)"
                        .formatted(it.getClassName(), it.getMethodName(), it.getFileName(), it.getLineNumber()))
                .orElse("an unknown line");
    }
}
