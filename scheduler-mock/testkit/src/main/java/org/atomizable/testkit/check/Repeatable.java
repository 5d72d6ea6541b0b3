package org.atomizable.testkit.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.look.FieldImage;
import org.atomizable.testkit.look.JobClasses;
import org.atomizable.testkit.look.Leaf;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;
import org.atomizable.testkit.state.StateImage;

/** Runs a job three times: saved between all atoms, and twice saved only at the end. All must end in the same bits. */
public final class Repeatable {

    private Repeatable() {}

    /**
     * Checks a job.
     *
     * @throws ContractViolation if two runs differ
     * @throws Exception what the job throws
     */
    public static void check(Trial trial) throws Exception {
        check(trial, Straight.of(trial));
    }

    static void check(Trial trial, Straight straight) throws Exception {
        StateImage first = Straight.endOf(trial, straight.atoms());
        if (straight.end().equals(first)) {
            return;
        }
        StateImage second = Straight.endOf(trial, straight.atoms());
        // By chance two runs of a job that is not repeatable are equal.
        boolean onlySaved = second.equals(first)
                && Straight.of(trial.overAtoms(straight.atoms())).end().equals(straight.end())
                && Straight.endOf(trial, straight.atoms()).equals(first);
        String difference = (second.equals(first) ? straight.end() : second)
                .differenceTo(first)
                .orElse("nothing");
        throw new ContractViolation(new Breach(
                straight.job(),
                onlySaved ? Rule.SAVE_CHANGES_NOTHING : Rule.REPEATABLE,
                onlySaved
                        ? "a run that was saved between its atoms ended in other bits than two that were not: "
                                + difference
                        : "two runs of the first %d atoms ended in other bits: %s"
                                .formatted(straight.atoms(), difference),
                List.of(),
                onlySaved
                        ? List.of(new Finding(Cause.SAVE_HAS_EFFECTS, "without a save in between all runs are equal"))
                        : findings(trial, straight.atoms()),
                Optional.of("Contracts.assertRepeatable(job)")));
    }

    private static List<Finding> findings(Trial trial, long atoms) throws Exception {
        List<Finding> findings = new ArrayList<>();
        try (Atomizable job = trial.source().create()) {
            JobClasses classes = JobClasses.of(job);
            FieldImage before = FieldImage.ofStatics(classes.all());
            for (long atom = 0; atom < atoms; atom++) {
                job.run(atom);
            }
            before.changesTo(FieldImage.ofStatics(classes.all())).stream()
                    .findFirst()
                    .ifPresent(it -> findings.add(new Finding(Cause.STATE_IN_A_STATIC, "static " + it)));
            first(FieldImage.of(job).paths(Leaf.Kind.UNORDERED))
                    .ifPresent(it -> findings.add(new Finding(
                            Cause.MAP_WITHOUT_ORDER,
                            "field %s iterates in the order of identity hash codes".formatted(it))));
            first(classes.clocks()).ifPresent(it -> findings.add(new Finding(Cause.TIME_READ_IN_AN_ATOM, it)));
            first(classes.unseeded()).ifPresent(it -> findings.add(new Finding(Cause.UNSEEDED_RANDOM, it)));
        }
        return findings;
    }

    private static Optional<String> first(List<String> all) {
        return all.stream().findFirst();
    }
}
