package org.atomizable.testkit.check;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.look.FieldImage;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;
import org.atomizable.testkit.state.StateImage;

/** Restores a state into a new instance and into one that has run atoms, and saves it again. */
public final class RoundTrip {

    /** So many atoms an instance has run before it is restored. */
    private static final long USED = 3;

    private RoundTrip() {}

    /**
     * Checks a job.
     *
     * @throws ContractViolation if a restored job saves something else
     * @throws Exception what the job throws
     */
    public static void check(Trial trial) throws Exception {
        check(trial, Straight.of(trial));
    }

    static void check(Trial trial, Straight straight) throws Exception {
        Trial.Deadline deadline = trial.deadline();
        for (long cut = 0; cut <= straight.atoms() && !deadline.isOver(); cut++) {
            ofNew(trial, straight, cut);
            ofUsed(trial, straight, cut);
        }
    }

    private static void ofNew(Trial trial, Straight straight, long cut) throws Exception {
        try (Atomizable job = trial.source().create()) {
            job.restore(straight.before(cut).reader());
            Optional<String> difference = straight.before(cut).differenceTo(StateImage.of(job));
            if (difference.isPresent()) {
                throw breach(
                        straight,
                        Rule.STATE_ROUND_TRIPS,
                        "a new instance, restored before atom %d, saves something else: %s"
                                .formatted(cut, difference.get()),
                        new Finding(Cause.SOMETHING_NOT_SAVED, "restore does not set all that save writes"));
            }
        }
    }

    private static void ofUsed(Trial trial, Straight straight, long cut) throws Exception {
        long ran = Math.min(USED, straight.atoms());
        try (Atomizable job = trial.ranTo(ran);
                Atomizable fresh = trial.source().create()) {
            job.restore(straight.before(cut).reader());
            Optional<String> difference = straight.before(cut).differenceTo(StateImage.of(job));
            if (difference.isPresent()) {
                fresh.restore(straight.before(cut).reader());
                String evidence = FieldImage.of(fresh).changesTo(FieldImage.of(job)).stream()
                        .findFirst()
                        .map(Object::toString)
                        .orElse("a new instance is restored correctly");
                throw breach(
                        straight,
                        Rule.RESTORE_REPLACES,
                        "an instance that had run %d atoms, restored before atom %d, saves something else: %s"
                                .formatted(ran, cut, difference.get()),
                        new Finding(Cause.RESTORE_ADDS, evidence));
            }
        }
    }

    private static ContractViolation breach(Straight straight, Rule rule, String seen, Finding finding) {
        return new ContractViolation(new Breach(
                straight.job(),
                rule,
                seen,
                List.of(),
                List.of(finding),
                Optional.of("Contracts.assertStateRoundTrips(job)")));
    }
}
