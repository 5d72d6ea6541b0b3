package org.atomizable.testkit.check;

import java.util.List;
import java.util.Optional;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/** Runs a job three times: saved between all atoms, and twice saved only at the end. All must end in the same bits. */
public final class Repeatable {

    private Repeatable() {}

    /** By chance some runs of a job that is not repeatable are equal. */
    private static final int MORE_RUNS = 8;

    private static final int FEWEST_RUNS = 3;

    /**
     * Checks a job.
     *
     * @throws ContractViolation if two runs differ
     * @throws Exception what the job throws
     */
    public static void check(Trial trial) throws Exception {
        Watch.run(trial, Rule.REPEATABLE, watched -> {
            Straight straight = Straight.of(watched);
            watched(watched, straight);
            return new Tried(straight.atoms(), 0, 0);
        });
    }

    static void watched(Trial trial, Straight straight) throws Exception {
        StateImage first = Straight.endOf(trial, straight.atoms());
        Optional<String> difference = straight.end().differenceTo(first);
        if (difference.isEmpty()) {
            return;
        }
        if (onlySavesMatter(trial, straight, first)) {
            throw breach(
                    straight,
                    Rule.SAVE_CHANGES_NOTHING,
                    "runs that were saved between their atoms ended in other bits than runs that were not: "
                            + difference.get(),
                    List.of(new Finding(Cause.SAVE_HAS_EFFECTS, "without a save in between all runs are equal")));
        }
        throw breach(
                straight,
                Rule.REPEATABLE,
                firstDifference(trial, straight)
                        .orElse("two runs of the first %s atoms ended in other bits: %s"
                                .formatted(straight.atoms(), difference.get())),
                new RunCauses(trial, straight.atoms()).find());
    }

    private static boolean onlySavesMatter(Trial trial, Straight straight, StateImage unsaved) throws Exception {
        Trial.Deadline deadline = trial.deadline();
        for (int i = 0; i < FEWEST_RUNS || (i < MORE_RUNS && !deadline.isOver()); i++) {
            Straight saved = Straight.of(trial.overAtoms(straight.atoms()));
            if (!saved.end().equals(straight.before(saved.atoms()))
                    || !Straight.endOf(trial, straight.atoms()).equals(unsaved)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<String> firstDifference(Trial trial, Straight straight) throws Exception {
        Straight other = Straight.of(trial.overAtoms(straight.atoms()));
        for (long atom = 0; atom <= other.atoms(); atom++) {
            Optional<String> difference = straight.before(atom).differenceTo(other.before(atom));
            if (difference.isPresent()) {
                return Optional.of(
                        atom == 0
                                ? "two new instances save other bits: " + difference.get()
                                : "in two runs, atom %s ended in other bits: %s".formatted(atom - 1, difference.get()));
            }
        }
        return Optional.empty();
    }

    private static ContractViolation breach(Straight straight, Rule rule, String seen, List<Finding> findings) {
        return new ContractViolation(new Breach(
                straight.job(), rule, seen, List.of(), findings, Optional.of("Contracts.assertRepeatable(job)")));
    }
}
