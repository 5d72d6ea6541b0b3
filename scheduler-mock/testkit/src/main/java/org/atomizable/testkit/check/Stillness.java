package org.atomizable.testkit.check;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/** Saves a job right after an atom, and once more when the threads that the job started have come to rest. */
public final class Stillness {

    private static final long ATOMS = 5;

    private Stillness() {}

    /**
     * Checks a job.
     *
     * @throws ContractViolation if a state changes though no atom runs
     * @throws Exception what the job throws
     */
    public static void check(Trial trial) throws Exception {
        Watch.run(trial, Rule.STILL_BETWEEN_ATOMS, watched -> {
            watched(watched);
            return new Tried(ATOMS, 0, 0);
        });
    }

    static void watched(Trial trial) throws Exception {
        NewThreads threads = NewThreads.sinceNow();
        try (Atomizable job = trial.source().create()) {
            for (long atom = 0; atom < ATOMS && !trial.isOver(job, atom); atom++) {
                job.run(atom);
                StateImage at = StateImage.of(job);
                List<Thread> busy = threads.busy();
                if (!busy.isEmpty()) {
                    threads.await(trial.time());
                }
                StateImage later = StateImage.of(job);
                Optional<String> difference = at.differenceTo(later);
                if (difference.isPresent()) {
                    // Where saves differ though nothing runs, no thread is to blame.
                    boolean rests = threads.busy().isEmpty()
                            && later.equals(StateImage.of(job))
                            && later.equals(StateImage.of(job));
                    throw rests && !busy.isEmpty()
                            ? changed(job.spec().name(), atom, busy, difference.get())
                            : differs(job, atom, difference.get());
                }
            }
        }
    }

    private static ContractViolation differs(Atomizable job, long atom, String difference) throws IOException {
        return new ContractViolation(new Breach(
                job.spec().name(),
                Rule.SAVE_CHANGES_NOTHING,
                "after atom %s, two saves without an atom between them wrote other bits: %s"
                        .formatted(atom, difference),
                List.of(),
                measureChanges(job)
                        ? List.of(new Finding(
                                Cause.SAVE_HAS_EFFECTS, "without measure() between them, two saves are equal"))
                        : List.of(),
                Optional.of("Contracts.assertStillBetweenAtoms(job)")));
    }

    private static boolean measureChanges(Atomizable job) throws IOException {
        StateImage saved = StateImage.saved(job);
        return saved.equals(StateImage.of(job)) && !saved.equals(StateImage.saved(job));
    }

    private static ContractViolation changed(String job, long atom, List<Thread> busy, String difference) {
        List<String> names = busy.stream().map(Thread::getName).sorted().toList();
        return new ContractViolation(new Breach(
                job,
                Rule.STILL_BETWEEN_ATOMS,
                "after atom %s had ended, the state changed: %s".formatted(atom, difference),
                List.of(),
                List.of(new Finding(Cause.THREAD_OUTLIVES_ITS_ATOM, "still running after the atom: " + names)),
                Optional.of("Contracts.assertStillBetweenAtoms(job)")));
    }
}
