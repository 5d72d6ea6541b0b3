package org.atomizable.core.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.checkpoint.StateDigest;

/**
 * Finds out once whether a job goes on from a checkpoint as it went on before it. A checkpoint is committed after the subjob's first atom, the
 * instance runs the next ones and is closed; another instance restores the checkpoint, runs the same atoms, and both states are compared. The
 * second instance goes on, so there is never more than one.
 *
 * <p>At least two atoms are run twice, and more as long as they take less than half of the time that the job needed to come to the checkpoint: a
 * counter that is not saved may change the state many atoms later. For the same reason the check is made again later in the work, where it costs
 * little in proportion: the instance that has run for long is then farther from a new one.
 */
final class SelfCheck {

    /** The note of checkpoints that were written after the check was passed. */
    private static final String PASSED = "selfCheck";

    private static final int MOST_NAMES = 5;

    /** So many starts are the check, and what comes before it. */
    private static final int CHECKS = 6;

    /** So many show a counter up to 100. */
    private static final long MOST_ATOMS = 128;

    /** Some of what is forgotten shows in every second atom only. */
    private static final long LEAST_ATOMS = 2;

    /** The atom before which it was passed last, and what that has cost, for the next one. */
    private static final String PASSED_AT = "selfCheckAtom";

    private static final String COST = "selfCheckMillis";

    /** It is made again where the job has come so many times as far. */
    private static final long FARTHER = 10;

    /** It is made again where the subjob has run for so many times its cost, which is so a fiftieth. */
    private static final int SELDOM = 50;

    /** The trait of a job whose atoms are lengths of time: no two runs of one can be compared. */
    private static final String TIMED = "atom-seconds";

    private enum Stage {
        DUE,
        /** The checkpoint is committed, and the instance that has written it runs the next atoms. */
        COMMITTED,
        /** These atoms are done. */
        REACHED,
        /** It was passed, and is made again when it has become cheap. */
        PASSED,
        /** It is not wanted, or there is no time for it now. */
        OVER
    }

    private final long first;
    private Stage stage;

    /** The note that checkpoints have of it; empty until it was passed. */
    private String passed;

    private Optional<Checkpoint> committed = Optional.empty();

    /** The time that it takes to come to that checkpoint from nothing. */
    private Duration start = Duration.ZERO;

    /** How long the subjob had run when that was written. */
    private Duration since = Duration.ZERO;

    /** Whether what is compared has run from the beginning, without a restore; and what that took, which is no part of a start. */
    private boolean isBegun = true;

    private Duration replayed = Duration.ZERO;

    /** Where it was passed last, and what that has cost. */
    private long passedAt;

    private Duration cost;

    private SelfCheck(long first, Stage stage, Map<String, String> notes) {
        this.first = first;
        this.stage = stage;
        this.passed = notes.getOrDefault(PASSED, "");
        this.passedAt = Long.parseLong(notes.getOrDefault(PASSED_AT, "0"));
        this.cost = Duration.ofMillis(Long.parseLong(notes.getOrDefault(COST, "0")));
    }

    /**
     * Makes the check of a subjob.
     *
     * @param wanted whether a job is checked that was not checked before
     * @param newest the checkpoint from which the subjob goes on
     */
    static SelfCheck of(boolean wanted, Optional<? extends Checkpoint> newest, long first) {
        Map<String, String> notes = newest.map(Checkpoint::notes).orElse(Map.of());
        Stage stage = !wanted ? Stage.OVER : notes.containsKey(PASSED) ? Stage.PASSED : Stage.DUE;
        return new SelfCheck(first, stage, notes);
    }

    /** Tells whether a job can be checked at all. */
    static boolean isFor(JobSpec spec) {
        return !spec.traits().containsKey(TIMED);
    }

    /** Returns what the next checkpoints say of it. */
    Map<String, String> notes() {
        return passed.isEmpty()
                ? Map.of()
                : Map.of(PASSED, passed, PASSED_AT, String.valueOf(passedAt), COST, String.valueOf(cost.toMillis()));
    }

    /**
     * Returns the instance that goes on in place of one that was restored. What a restore loses, two restored instances lack both, so as long as
     * a job is unchecked and has done little, one runs its atoms from the beginning again. If it comes to another state, for which there are
     * rightful reasons (the job's code was changed; its first state is chance), or if there is no time, a restored one goes on.
     *
     * @param restored the instance that was restored
     * @param newest from this checkpoint
     */
    Atomizable begun(Atomizable restored, Checkpoint newest, RunningSubjob subjob, JobInstance instance)
            throws Exception {
        Duration before = subjob.soFar();
        Duration check = before.multipliedBy(CHECKS);
        isBegun = stage != Stage.DUE;
        if (isBegun || !subjob.hasTimeFor(RunHistory.from(newest).ran().plus(check))) {
            return restored;
        }
        StateDigest wrote = digest(restored);
        Atomizable made = instance.openAfresh();
        long next = AtomLoop.run(made, 0, (job, at) -> at < first && subjob.hasTimeFor(check));
        isBegun = next == first && digest(made).differences(wrote).isEmpty();
        if (!isBegun) {
            made = instance.openAfresh();
            instance.restore(newest);
        }
        replayed = subjob.soFar().minus(before);
        return made;
    }

    /** At a safe point before an atom that would run: returns whether the check must come before it. */
    boolean comesBefore(Atomizable job, long next, RunningSubjob subjob) throws Exception {
        boolean isFirst = passed.isEmpty();
        if (next > first && (stage == Stage.DUE || isDueAgain(next, subjob))) {
            Duration once = isFirst ? subjob.soFar().minus(replayed) : cost;
            if (subjob.hasTimeFor(once.multipliedBy(4))) {
                start = once;
                since = subjob.soFar();
                committed = Optional.of(subjob.commit(job, next));
                // Two digests take about as long as a commit.
                stage = subjob.hasTimeFor(once.multipliedBy(2)) ? Stage.COMMITTED : Stage.OVER;
            } else {
                stage = Stage.OVER;
            }
        } else if (stage == Stage.COMMITTED && isEnough(next, subjob)) {
            stage = Stage.REACHED;
        }
        return stage == Stage.REACHED;
    }

    private boolean isDueAgain(long next, RunningSubjob subjob) {
        return stage == Stage.PASSED
                && next / FARTHER >= passedAt
                && subjob.soFar().compareTo(cost.multipliedBy(SELDOM)) >= 0;
    }

    private boolean isEnough(long next, RunningSubjob subjob) {
        long atoms = next - committed.orElseThrow().nextAtom();
        Duration took = subjob.soFar().minus(since);
        Duration oneMore = took.dividedBy(Math.max(1, atoms)).multipliedBy(2);
        Duration twice = took.plus(oneMore).multipliedBy(2);
        return atoms >= MOST_ATOMS
                || (atoms >= LEAST_ATOMS && took.plus(oneMore).multipliedBy(2).compareTo(start) > 0)
                || !subjob.hasTimeFor(start.multipliedBy(2).plus(twice));
    }

    /**
     * Tells whether the check can be made with the atoms that were run, as no more come now. A job that is finished needs none if it was never
     * restored: it has lost nothing.
     *
     * @param hasMore whether the job has more atoms, which were not planned
     */
    boolean canEndWith(long next, boolean hasMore, RunningSubjob subjob) {
        boolean wasRestored = !isBegun || !passed.isEmpty();
        return stage == Stage.COMMITTED
                && (hasMore || wasRestored)
                && next > committed.orElseThrow().nextAtom()
                && subjob.hasTimeFor(start.plus(subjob.soFar().minus(since)).multipliedBy(2));
    }

    /** Tells whether its checkpoint is committed, and will be restored. */
    boolean isUnderWay() {
        return stage == Stage.COMMITTED;
    }

    /** Tells whether the atoms were left for the check. */
    boolean isReached() {
        return stage == Stage.REACHED;
    }

    /**
     * Compares, and returns the instance that goes on.
     *
     * @param running the instance that has written the checkpoint
     * @param next the atom before which it is
     * @param subjob whose time it takes
     * @param instance makes another
     * @throws InexactException if the states differ
     */
    Atomizable compare(Atomizable running, long next, RunningSubjob subjob, JobInstance instance) throws Exception {
        Duration before = subjob.soFar();
        Checkpoint from = committed.orElseThrow();
        StateDigest wrote = digest(running);
        JobSpec spec = running.spec();
        boolean wasEnough = spec.totalAtoms().isEmpty() && running.enough(next);
        SharedObjects shared = SharedObjects.of(running);
        Atomizable second = again(from, next, instance);
        StateDigest restored = digest(second);
        List<String> differ = wrote.differences(restored);
        if (!differ.isEmpty()) {
            List<String> again = restored.differences(digest(again(from, next, instance)));
            throw inexact(from.nextAtom(), next, differ, again.isEmpty(), instance.suspects(second));
        }
        requireShared(shared.lostIn(second));
        if (!second.spec().equals(spec)) {
            throw new InexactException(
                    "the restored job has another spec: %s, where it was %s".formatted(second.spec(), spec),
                    "Let spec depend on the parameters and the saved state alone");
        }
        if (spec.totalAtoms().isEmpty() && second.enough(next) != wasEnough) {
            throw new InexactException(
                    "enough(%s) says %s, and said %s before a restore, with the same saved state"
                            .formatted(next, !wasEnough, wasEnough),
                    "Let it depend on its argument and the saved state alone");
        }
        stage = Stage.PASSED;
        passedAt = next;
        cost = subjob.soFar().minus(before);
        long twice = next - from.nextAtom();
        passed = "passed: %s run twice, which took %s ms%s"
                .formatted(
                        twice == 1 ? "1 atom was" : twice + " atoms were",
                        cost.toMillis(),
                        isBegun ? "" : ", by instances that were both restored before");
        return second;
    }

    private static void requireShared(Optional<String> lost) throws InexactException {
        if (lost.isPresent()) {
            throw new InexactException(
                    "after a restore these are two objects with different content, where they were one: " + lost.get(),
                    "Let restore change the content of the object that is there (System.arraycopy, clear and addAll, set), or set again"
                            + " in restore, or in @AfterRestore, all that holds it");
        }
    }

    /** Some classes can be there only once in a process, such as those with native methods; then all instances have the same. */
    private static Atomizable again(Checkpoint from, long next, JobInstance instance) throws Exception {
        try {
            return again(from, next, instance.openAnew(), instance);
        } catch (LinkageError | ClassCastException once) {
            return again(from, next, instance.openAfresh(), instance);
        }
    }

    private static Atomizable again(Checkpoint from, long next, Atomizable made, JobInstance instance)
            throws Exception {
        try {
            instance.restore(from);
        } catch (StateMismatchException e) {
            String what = String.valueOf(e.getMessage());
            int cause = what.indexOf(". The checkpoint was written by other code");
            throw new InexactException(
                    "the checkpoint that this job has just written cannot be restored: "
                            + what.substring(0, cause < 0 ? what.length() : cause),
                    "Make what atoms create or change in its form in the constructor too, or save it as what it can become");
        }
        AtomLoop.run(made, from.nextAtom(), (job, at) -> at < next);
        return made;
    }

    private static StateDigest digest(Atomizable job) throws CheckpointException, IOException {
        StateDigest digest = new StateDigest();
        job.save(digest);
        return digest;
    }

    private static InexactException inexact(
            long atom, long next, List<String> differ, boolean repeats, List<String> suspects) {
        String names = String.join(", ", differ.subList(0, Math.min(MOST_NAMES, differ.size())));
        String all = differ.size() > MOST_NAMES ? "%s and %s more".formatted(names, differ.size() - MOST_NAMES) : names;
        String atoms = next == atom + 1 ? "atom " + atom : "atoms %s to %s".formatted(atom, next - 1);
        String what = "%s gave another state after a restore of the checkpoint before: %s".formatted(atoms, all);
        return repeats
                ? new InexactException(
                        what + ". Two restores gave the same, so the checkpoint lacks something that atoms read",
                        suspects.isEmpty()
                                ? "Save and restore all that atoms change and read"
                                : "Save and restore what is lacking. Most likely "
                                        + suspects.stream().limit(MOST_NAMES).collect(Collectors.joining("; or ")))
                : new InexactException(
                        what + ". Two restores gave different states too, so atoms do not repeat",
                        "Let atoms depend on their number and the saved state alone: no clock, no random numbers without a saved seed, no order"
                                + " of threads");
    }
}
