package org.atomizable.testkit.check;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.look.FieldImage;
import org.atomizable.testkit.look.FieldImage.Change;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Rule;
import org.atomizable.testkit.state.StateImage;

/**
 * Cuts a job before each atom, restores it into a new instance and compares it after every later atom with a run that was not cut. It
 * first checks what this needs: that the job is still between atoms, repeatable, and that its state round-trips.
 */
public final class ExactResume {

    private static final int MORE_RUNS = 3;

    private ExactResume() {}

    /**
     * Checks a job.
     *
     * @throws ContractViolation with the first cut that changes a bit, and the fields that the restore left different
     * @throws Exception what the job throws
     */
    public static Tried check(Trial trial) throws Exception {
        Stillness.check(trial);
        Straight straight = Straight.of(trial);
        Repeatable.check(trial, straight);
        RoundTrip.check(trial, straight);
        SameAnswers.check(trial, straight);
        Trial.Deadline deadline = trial.deadline();
        long tried = 0;
        // Near effects of all cuts first, then the late ones: a trial may end before all is done.
        for (long ahead : new long[] {1, straight.atoms()}) {
            for (long cut : spread(straight.atoms())) {
                if (tried == 0 || !deadline.isOver()) {
                    if (differs(trial, straight, cut, ahead)) {
                        checkUpTo(trial, straight, cut, ahead);
                    }
                    tried++;
                }
            }
        }
        return new Tried(straight.atoms(), tried, 0);
    }

    /** An earlier cut is easier to understand. */
    private static void checkUpTo(Trial trial, Straight straight, long last, long ahead) throws Exception {
        Trial.Deadline deadline = trial.deadline();
        for (long cut = 0; cut < last && !deadline.isOver(); cut++) {
            checkCut(trial, straight, cut, ahead);
        }
        checkCut(trial, straight, last, ahead);
    }

    private static boolean differs(Trial trial, Straight straight, long cut, long ahead) throws Exception {
        return firstWrong(trial, straight, cut, Math.min(straight.atoms(), cut + ahead))
                .isPresent();
    }

    /** Returns the cuts from 0, in an order in which the first ones are not all near the beginning. */
    private static long[] spread(long atoms) {
        long stride = Math.max(1, Math.round(atoms * (Math.sqrt(5) - 1) / 2));
        while (gcd(stride, atoms) != 1) {
            stride++;
        }
        long step = stride;
        return LongStream.range(0, atoms).map(i -> i * step % atoms).toArray();
    }

    private static long gcd(long one, long other) {
        return other == 0 ? one : gcd(other, one % other);
    }

    /**
     * Checks one cut.
     *
     * @param cut the atom before which the job is cut
     * @throws ContractViolation if it changes a bit
     * @throws Exception what the job throws
     */
    public static void checkCut(Trial trial, long cut) throws Exception {
        Straight straight = Straight.of(trial.overAtoms(Math.max(trial.atoms(), cut + 1)));
        if (cut < 0 || cut >= straight.atoms()) {
            throw new IllegalArgumentException(
                    "a cut must be before one of the %d atoms that are run, was before atom %d"
                            .formatted(straight.atoms(), cut));
        }
        checkCut(trial, straight, cut, straight.atoms());
    }

    private static void checkCut(Trial trial, Straight straight, long cut, long ahead) throws Exception {
        OptionalLong wrong = firstWrong(trial, straight, cut, Math.min(straight.atoms(), cut + ahead));
        if (wrong.isPresent()) {
            // A job that differs only sometimes may have passed for a repeatable one.
            for (int i = 0; i < MORE_RUNS; i++) {
                Repeatable.check(trial, straight);
            }
            throw breach(trial, straight, cut, wrong.getAsLong());
        }
    }

    /** Returns the first atom that ends in other bits. */
    private static OptionalLong firstWrong(Trial trial, Straight straight, long cut, long end) throws Exception {
        try (Atomizable job = trial.source().create()) {
            job.restore(straight.before(cut).reader());
            for (long atom = cut; atom < end; atom++) {
                job.run(atom);
                if (!straight.before(atom + 1).equals(StateImage.of(job))) {
                    return OptionalLong.of(atom);
                }
            }
            return OptionalLong.empty();
        }
    }

    private static ContractViolation breach(Trial trial, Straight straight, long cut, long wrong) throws Exception {
        try (Atomizable uncut = trial.ranTo(cut);
                Atomizable resumed = trial.source().create()) {
            resumed.restore(straight.before(cut).reader());
            List<Change> changes = FieldImage.of(uncut).changesTo(FieldImage.of(resumed));
            for (long atom = cut; atom <= wrong; atom++) {
                resumed.run(atom);
            }
            String difference = straight.before(wrong + 1)
                    .differenceTo(StateImage.of(resumed))
                    .orElse("this time, nothing");
            return new ContractViolation(new Breach(
                    straight.job(),
                    Rule.EXACT_RESUME,
                    "after a restore before atom %d, atom %d ended in other bits: %s".formatted(cut, wrong, difference),
                    CutPicture.of(straight.atoms(), cut, wrong),
                    ResumeCauses.of(changes, cut),
                    Optional.of("Contracts.assertExactResume(job, %dL)".formatted(cut))));
        }
    }
}
