package org.atomizable.core.run;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Pace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of one subjob: those that are written while it runs, and the last one, which it waits for.
 *
 * <p>Used by the subjob's thread, except for {@link #stop}.
 */
final class SubjobCheckpoints {

    private static final Logger LOG = LoggerFactory.getLogger(SubjobCheckpoints.class);

    /** A job that has declared more memory than there is will fail some time; then its newest atoms are lost. */
    private static final Duration UNTIL_OUTGROWN = Duration.ofHours(1);

    /** So much of its time is then worth spending on checkpoints. */
    private static final double SHARE_IF_OUTGROWN = 0.05;

    private final CheckpointStore store;
    private final FencingToken token;
    private final Recorder recorder;
    private final RunHistory history;
    private final Pace pace;
    private final Supplier<Map<String, String>> more;
    private Optional<CheckpointStore.Pending> pending = Optional.empty();
    private Optional<Metric> metric = Optional.empty();
    private Duration newestAt = Duration.ZERO;
    private Duration paused = Duration.ZERO;
    private Duration besideCommit = Duration.ZERO;
    private long atomsBeside;
    private Duration alone = Duration.ZERO;
    private long atomsAlone;
    private long reached;
    private boolean firstLook;
    private boolean held;
    private boolean stopped;

    /**
     * Makes them.
     *
     * @param newest the one from which the subjob goes on
     * @param mayOutgrow whether the job may come to need more memory than the subjob has
     * @param more notes that each checkpoint gets
     */
    SubjobCheckpoints(
            CheckpointStore store,
            RunPlan plan,
            Recorder recorder,
            Optional<? extends Checkpoint> newest,
            boolean mayOutgrow,
            Supplier<Map<String, String>> more) {
        this.more = more;
        this.store = store;
        this.token = plan.token();
        this.recorder = recorder;
        this.history = newest.map(RunHistory::from).orElse(RunHistory.NONE);
        this.pace = new Pace(
                plan.reserve().checkpoint(),
                untilFailure(mayOutgrow),
                mayOutgrow ? SHARE_IF_OUTGROWN : Pace.USUAL_SHARE);
        this.reached = newest.map(Checkpoint::nextAtom).orElse(0L);
        this.newestAt = recorder.soFar();
        // Only there nothing is planned for an atom.
        this.firstLook = plan.reserve().atom().isZero();
    }

    private Duration untilFailure(boolean mayOutgrow) {
        Duration usual = history.meanTimeBetweenFailures();
        return mayOutgrow && usual.compareTo(UNTIL_OUTGROWN) > 0 ? UNTIL_OUTGROWN : usual;
    }

    /** Learns how long an atom took, and whether the commit beside it, if there is one, has come to its end. */
    void passed(Duration atom) throws CheckpointException, InterruptedException {
        if (pending.isEmpty()) {
            alone = alone.plus(atom);
            atomsAlone++;
            return;
        }
        besideCommit = besideCommit.plus(atom);
        atomsBeside++;
        if (pending.get().isOver()) {
            settle();
        }
    }

    /**
     * Begins a checkpoint if one is due and none is on its way; called only if another atom will follow. In a first look one is due after
     * the first atom: nothing says how long the next one takes, and the start may have taken nearly all of the time.
     *
     * @param time whether there is time for two checkpoints
     */
    void beginIfDue(Atomizable job, long next, boolean time) throws Exception {
        Duration since = recorder.soFar().minus(newestAt);
        boolean due = firstLook || (time && pace.due(since));
        if (held || pending.isPresent() || next == reached || !due) {
            return;
        }
        firstLook = false;
        newestAt = recorder.soFar();
        try (CheckpointStore.Draft draft = drafted(job, next, true)) {
            synchronized (this) {
                requireGoing(next);
                pending = Optional.of(draft.commitLater());
            }
        }
        paused = recorder.skipped();
    }

    /** Says whether the newest checkpoint must stay, and so be the newest. */
    void hold(boolean newest) {
        held = newest;
    }

    /** Makes the last checkpoint, and waits until it is durable; returns it. */
    Checkpoint last(Atomizable job, long next) throws Exception {
        return atOnce(job, next, false);
    }

    /** Makes a checkpoint while atoms will follow, and waits until it is durable; returns it. */
    Checkpoint between(Atomizable job, long next) throws Exception {
        Checkpoint committed = atOnce(job, next, true);
        newestAt = recorder.soFar();
        return committed;
    }

    private Checkpoint atOnce(Atomizable job, long next, boolean goesOn) throws Exception {
        settle();
        Checkpoint committed;
        try (CheckpointStore.Draft draft = drafted(job, next, goesOn)) {
            synchronized (this) {
                requireGoing(next);
                committed = draft.commit();
            }
        }
        reached = next;
        return committed;
    }

    private CheckpointStore.Draft drafted(Atomizable job, long next, boolean goesOn) throws Exception {
        CheckpointStore.Draft draft = store.open(next, token);
        try {
            job.save(draft.state());
            job.notes().forEach(draft::note);
            history.after(recorder.soFar(), goesOn).notes().forEach(draft::note);
            more.get().forEach(draft::note);
            measure(job).ifPresent(draft::measured);
            return draft;
        } catch (Exception | Error e) {
            draft.close();
            throw e;
        }
    }

    /** A figure for people is not worth a subjob. */
    private Optional<Metric> measure(Atomizable job) {
        try {
            metric = job instanceof Metric.Source it ? it.measure() : Optional.empty();
        } catch (Exception e) {
            metric = Optional.empty();
            LOG.warn(
                    "job {} could not measure itself, and is saved without a metric: {}",
                    job.spec().name(),
                    e.toString());
        }
        return metric;
    }

    /** Returns what the job measured of itself when its state was last saved; empty if there are none. */
    static Optional<Metric> metric(@Nullable SubjobCheckpoints those) {
        return those == null ? Optional.empty() : those.metric;
    }

    private void requireGoing(long next) throws CheckpointException {
        if (stopped) {
            throw new CheckpointException(
                    "the worker was killed before atom %s was committed".formatted(next),
                    "Nothing to do: the job goes on from its last checkpoint");
        }
    }

    /** Waits for the checkpoint on its way, and learns from it. */
    void settle() throws CheckpointException, InterruptedException {
        if (pending.isPresent()) {
            CheckpointStore.Pending awaited = pending.get();
            pending = Optional.empty();
            reached = awaited.await().nextAtom();
            pace.paid(paused.plus(slowedDown()), recorder.soFar().minus(newestAt));
            besideCommit = Duration.ZERO;
            atomsBeside = 0;
        }
    }

    /** By how much atoms beside a commit were longer than others. */
    private Duration slowedDown() {
        if (atomsAlone == 0) {
            return Duration.ZERO;
        }
        Duration usual = alone.dividedBy(atomsAlone).multipliedBy(atomsBeside);
        return besideCommit.compareTo(usual) > 0 ? besideCommit.minus(usual) : Duration.ZERO;
    }

    /** Tells whether a checkpoint is on its way, which the last one would have to wait for. */
    boolean onItsWay() {
        return pending.isPresent();
    }

    /** Waits for the checkpoint on its way when the subjob has broken off; returns the first atom that is not committed. */
    long brokeOff(Throwable cause) {
        try {
            settle();
        } catch (CheckpointException e) {
            cause.addSuppressed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return reached;
    }

    /** Makes sure that nothing is committed from now on; waits for a commit that has begun. */
    void stop() {
        Optional<CheckpointStore.Pending> begun;
        synchronized (this) {
            stopped = true;
            begun = pending;
        }
        try {
            if (begun.isPresent()) {
                begun.get().await();
            }
        } catch (CheckpointException e) {
            // Then nothing was committed, which is what was asked for; the subjob hears of it too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
