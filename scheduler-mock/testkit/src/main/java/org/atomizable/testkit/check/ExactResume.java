package org.atomizable.testkit.check;

import java.util.Optional;
import java.util.stream.LongStream;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Rule;

/**
 * Cuts a job before each atom, restores it into a new instance and compares it after every later atom with a run that was not cut. It
 * first checks what this needs: that the job is still between atoms, repeatable, and that its state round-trips.
 */
public final class ExactResume {

    /** Of long jobs, to run to the end after every cut would take long, and see little more. */
    private static final long MOST_TO_THE_END = 64;

    private ExactResume() {}

    /**
     * Checks a job.
     *
     * @throws ContractViolation with the first cut that changes a bit, and the fields that the restore left different
     * @throws Exception what the job throws
     */
    public static Tried check(Trial trial) throws Exception {
        return Watch.run(trial, Rule.EXACT_RESUME, ExactResume::watched);
    }

    private static Tried watched(Trial trial) throws Exception {
        Stillness.watched(trial);
        Straight straight = Straight.of(trial);
        Repeatable.watched(trial, straight);
        RoundTrip.watched(trial, straight);
        SameAnswers.watched(trial, straight);
        Trial.Deadline deadline = trial.deadline();
        long tried = 0;
        // Near effects of all cuts first, then the late ones of some: a trial may end before all is done.
        for (long ahead : new long[] {1, straight.atoms()}) {
            long most = ahead == 1 ? straight.atoms() : Math.min(MOST_TO_THE_END, straight.atoms());
            for (long cut : spread(straight.atoms(), most)) {
                if (tried == 0 || !deadline.isOver()) {
                    if (firstWrong(trial, straight, cut, ahead).isPresent()) {
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

    /** Returns cuts from 0, in an order in which the first ones are not all near the beginning. */
    static long[] spread(long atoms, long most) {
        long stride = Math.max(1, Math.round(atoms * (Math.sqrt(5) - 1) / 2));
        while (gcd(stride, atoms) != 1) {
            stride++;
        }
        long step = stride;
        return LongStream.range(0, most).map(i -> i * step % atoms).toArray();
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
        Watch.run(trial, Rule.EXACT_RESUME, watched -> {
            Straight straight = Straight.of(watched.overAtoms(Math.max(watched.compared(), cut + 1)));
            if (cut < 0 || cut >= straight.atoms()) {
                throw new IllegalArgumentException(
                        "a cut must be before one of the %s atoms that are run, was before atom %s"
                                .formatted(straight.atoms(), cut));
            }
            checkCut(watched, straight, cut, straight.atoms());
            return new Tried(straight.atoms(), 1, 0);
        });
    }

    private static void checkCut(Trial trial, Straight straight, long cut, long ahead) throws Exception {
        Optional<Wrong> wrong = firstWrong(trial, straight, cut, ahead);
        if (wrong.isPresent()) {
            // A job that differs only sometimes may have passed for a repeatable one.
            new SameStart(trial, straight)
                    .require(cut, wrong.get().atom(), wrong.get().image());
            throw breach(trial, straight, cut, wrong.get());
        }
    }

    /**
     * An atom that does not end as it does without a cut.
     *
     * @param how what differs
     */
    private record Wrong(long atom, String how, Optional<StateImage> image, Optional<Exception> failure) {}

    private static Optional<Wrong> firstWrong(Trial trial, Straight straight, long cut, long ahead) throws Exception {
        long end = Math.min(straight.atoms(), cut + ahead);
        try (Atomizable job = trial.restored(straight, cut)) {
            for (long atom = cut; atom < end; atom++) {
                try {
                    job.run(atom);
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception e) {
                    return Optional.of(new Wrong(
                            atom, "failed, as it does not without a cut: " + e, Optional.empty(), Optional.of(e)));
                }
                StateImage image = StateImage.of(job);
                Optional<String> difference = straight.before(atom + 1).differenceTo(image);
                if (difference.isPresent()) {
                    return Optional.of(new Wrong(
                            atom, "ended in other bits: " + difference.get(), Optional.of(image), Optional.empty()));
                }
            }
            return Optional.empty();
        }
    }

    private static ContractViolation breach(Trial trial, Straight straight, long cut, Wrong wrong) throws Exception {
        ContractViolation breach = new ContractViolation(new Breach(
                straight.job(),
                Rule.EXACT_RESUME,
                "after a restore before atom %s, atom %s %s".formatted(cut, wrong.atom(), wrong.how()),
                CutPicture.of(straight.atoms(), cut, wrong.atom()),
                new ResumeCauses(trial, straight, cut).of(wrong.atom()),
                Optional.of("Contracts.assertExactResume(job, %sL)".formatted(cut))));
        wrong.failure().ifPresent(breach::initCause);
        return breach;
    }
}
