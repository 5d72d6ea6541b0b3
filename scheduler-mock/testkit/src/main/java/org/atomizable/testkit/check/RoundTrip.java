package org.atomizable.testkit.check;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.core.run.JobSource;
import org.atomizable.testkit.check.FieldImage.Change;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

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
        Watch.run(trial, Rule.STATE_ROUND_TRIPS, watched -> {
            Straight straight = Straight.of(watched);
            return new Tried(straight.atoms(), watched(watched, straight), 0);
        });
    }

    static long watched(Trial trial, Straight straight) throws Exception {
        Trial.Deadline deadline = trial.deadlineOf(0.5);
        long tried = 0;
        for (long cut : ExactResume.spread(straight.atoms() + 1, straight.atoms() + 1)) {
            if (tried == 0 || !deadline.isOver()) {
                ofNew(trial, straight, cut);
                ofUsed(trial, straight, cut);
                tried++;
            }
        }
        return tried;
    }

    private static void ofNew(Trial trial, Straight straight, long cut) throws Exception {
        try (Atomizable job = trial.restored(straight, cut)) {
            Optional<String> difference = straight.before(cut).differenceTo(StateImage.of(job));
            if (difference.isPresent()) {
                throw breach(
                        straight,
                        Rule.STATE_ROUND_TRIPS,
                        "a new instance, restored before atom %s, saves something else: %s"
                                .formatted(cut, difference.get()),
                        ofFields(
                                trial,
                                straight,
                                cut,
                                () -> trial.ranTo(cut),
                                () -> trial.source().create(),
                                Cause.SOMETHING_NOT_SAVED));
            }
        }
    }

    private static void ofUsed(Trial trial, Straight straight, long cut) throws Exception {
        long ran = Math.min(USED, straight.atoms());
        try (Atomizable job = trial.ranTo(ran)) {
            straight.restore(job, cut);
            Optional<String> difference = straight.before(cut).differenceTo(StateImage.of(job));
            if (difference.isPresent()) {
                throw breach(
                        straight,
                        Rule.RESTORE_REPLACES,
                        "an instance that had run %s atoms, restored before atom %s, saves something else: %s"
                                .formatted(ran, cut, difference.get()),
                        ofFields(
                                trial,
                                straight,
                                cut,
                                () -> trial.restored(straight, cut),
                                () -> trial.ranTo(ran),
                                Cause.RESTORE_ADDS));
            }
        }
    }

    /** Returns the fields that a restore left other than they are in a right instance. */
    private static List<Finding> ofFields(
            Trial trial, Straight straight, long cut, JobSource right, JobSource wrong, Cause cause) throws Exception {
        List<Change> changes;
        try (Atomizable model = right.create();
                Atomizable job = wrong.create()) {
            straight.restore(job, cut);
            changes = JobOnTrial.fields(model).changesTo(JobOnTrial.fields(job));
        }
        Proof proof = new Proof(
                fields -> {
                    try (Atomizable model = right.create();
                            Atomizable job = wrong.create()) {
                        straight.restore(job, cut);
                        HeldFields.of(JobOnTrial.own(model)).putInto(JobOnTrial.own(job), fields);
                        return straight.before(cut).equals(StateImage.of(job));
                    }
                },
                trial.deadlineOf(0.5));
        return proof.among(changes).stream()
                .map(it -> new Finding(cause, it + "; with that set back the bits are the same"))
                .toList();
    }

    private static ContractViolation breach(Straight straight, Rule rule, String seen, List<Finding> findings) {
        return new ContractViolation(new Breach(
                straight.job(), rule, seen, List.of(), findings, Optional.of("Contracts.assertStateRoundTrips(job)")));
    }
}
