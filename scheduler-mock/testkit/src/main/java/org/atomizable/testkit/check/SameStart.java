package org.atomizable.testkit.check;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Rule;
import org.jspecify.annotations.Nullable;

/** Runs the same atoms from the same state again and again. Whatever differs then was not forgotten: the atoms do not repeat. */
final class SameStart {

    /** A job that differs only sometimes may be equal in some runs. */
    private static final int MOST_RUNS = 16;

    private static final int FEWEST_RUNS = 3;

    private final Trial trial;
    private final Straight straight;

    SameStart(Trial trial, Straight straight) {
        this.trial = trial;
        this.straight = straight;
    }

    /**
     * Runs up to an atom, from the first one and from a cut.
     *
     * @param wrong what such a run from the cut has ended in; empty if it failed
     * @throws ContractViolation if runs from the same state differ
     */
    void require(long cut, long last, Optional<StateImage> wrong) throws Exception {
        Trial.Deadline deadline = trial.deadline();
        String first = "atoms 0 to %s, run twice from a new instance,".formatted(last);
        String resumed = "atoms %s to %s, run twice from the same saved state,".formatted(cut, last);
        StateImage uncut = straight.before(last + 1);
        StateImage restored = wrong.orElse(null);
        for (int i = 0; i < FEWEST_RUNS || (i < MOST_RUNS && !deadline.isOver()); i++) {
            StateImage again = resumed(cut, last);
            requireSame(resumed, restored == null ? again : restored, again);
            restored = again;
            requireSame(first, uncut, Straight.endOf(trial, last + 1));
        }
    }

    /** Returns null if the run fails. */
    private @Nullable StateImage resumed(long cut, long last) throws Exception {
        try (Atomizable job = trial.restored(straight, cut)) {
            for (long atom = cut; atom <= last; atom++) {
                try {
                    job.run(atom);
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception e) {
                    return null;
                }
            }
            return StateImage.of(job);
        }
    }

    private void requireSame(String what, @Nullable StateImage one, @Nullable StateImage other) throws Exception {
        if (one == null || other == null) {
            return;
        }
        Optional<String> difference = one.differenceTo(other);
        if (difference.isPresent()) {
            throw new ContractViolation(new Breach(
                    straight.job(),
                    Rule.REPEATABLE,
                    "%s ended in other bits: %s".formatted(what, difference.get()),
                    List.of(),
                    new RunCauses(trial, straight.atoms()).find(),
                    Optional.of("Contracts.assertRepeatable(job)")));
        }
    }
}
