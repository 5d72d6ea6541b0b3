package org.atomizable.core.run;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.ContinuableCheckpoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one job's subjobs, one after the other, on one slice in this JVM.
 *
 * <p>The job's instance is kept between subjobs. The next one goes on where it is, if the store shows that nothing was
 * committed since, and the job's state has the checksums of its last checkpoint. Otherwise it begins with a restore of
 * the committed state. After a failure the instance is discarded. {@link #yieldSoon}, {@link #shrink} and {@link #kill} may be called from any
 * thread.
 */
public final class SubjobRunner implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SubjobRunner.class);

    private final JobInstance instance;
    private final CheckpointStore store;
    private final TimeSource time;
    private final Object gate = new Object();
    private volatile boolean yieldAsked;

    /** A request for memory, until the job is at a safe point. A newer one replaces one that was not passed on yet. */
    private final AtomicReference<Optional<Pressure>> pressed = new AtomicReference<>(Optional.empty());

    private boolean selfChecks;
    private long began;
    private long runningAtom = Sample.NO_ATOM;
    private volatile boolean warm;
    private @Nullable SubjobCheckpoints subjobCheckpoints;
    private boolean killed;

    /**
     * Makes a runner.
     *
     * @param samplers what measures the memory of a job's instance
     */
    public SubjobRunner(JobSource source, CheckpointStore store, SamplerSource samplers, TimeSource time) {
        this(source, store, samplers, time, 0);
    }

    /**
     * Makes a runner whose first subjob is timed from an earlier instant.
     *
     * @param began when one began to make the runner and its store, by {@link TimeSource#nanos}; 0 for its own beginning
     */
    public SubjobRunner(JobSource source, CheckpointStore store, SamplerSource samplers, TimeSource time, long began) {
        this.instance = new JobInstance(source, samplers);
        this.store = store;
        this.time = time;
        this.began = began;
    }

    /** Tells whether it has run a subjob to its end, so that the next one meets nothing for the first time. */
    public boolean isWarm() {
        return warm;
    }

    /** Tells whether {@link #checkOnce} does anything for a job. */
    public static boolean checks(JobSpec spec) {
        return SelfCheck.isFor(spec);
    }

    /** Tells it to find out once whether the job goes on from a checkpoint as it went on before. */
    public void checkOnce() {
        selfChecks = true;
    }

    /** Tells it that its process has run atoms of the job before, so that not even its first subjob is cold. */
    public void startWarm() {
        warm = true;
    }

    /** Runs a subjob from its restore to its checkpoint. Every failure is an outcome in the report. */
    public Report run(RunPlan plan, Worker.Progress progress) {
        yieldAsked = false;
        runningAtom = Sample.NO_ATOM;
        pressed.set(Optional.empty());
        began(null);
        Recorder recorder = new Recorder(plan.kind(), time, began == 0 ? time.nanos() : began, !warm);
        // Its start belongs to the first subjob alone, whether that succeeds or not.
        began = 0;
        Optional<JobInstance.Left> left = instance.leave();
        progress.entered(recorder.named(left.isPresent() ? Phase.CONTINUE : Phase.RESTORE));
        long first = plan.firstAtom();
        Outcome outcome;
        try {
            // From now on no other worker commits, so what is the latest stays it.
            store.fence(plan.token());
            boolean continues = left.isPresent() && continues(left.get().checkpoint(), plan, recorder, progress);
            Optional<? extends Checkpoint> newest = continues ? left.map(JobInstance.Left::checkpoint) : store.latest();
            first = newest.map(Checkpoint::nextAtom).orElse(0L);
            outcome = runFrom(first, newest, continues ? left : Optional.empty(), plan, recorder, progress);
            warm = true;
        } catch (StaleTokenException e) {
            outcome = failed(first, FailureKind.FENCED, e);
        } catch (InexactException e) {
            outcome = failed(first, FailureKind.INEXACT, e);
        } catch (OutOfMemoryException | OutOfMemoryError e) {
            outcome = failed(first, Failure.shortage(e), e);
        } catch (CheckpointException e) {
            outcome = failed(first, FailureKind.CHECKPOINT, e);
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            outcome = failed(first, Failure.kind(e), e);
        }
        return new Report(
                first, outcome, recorder.soFar(), recorder.samples(), SubjobCheckpoints.metric(subjobCheckpoints));
    }

    /**
     * Makes the job and restores its newest state, ahead of a grant. It raises no fence, so another worker may commit meanwhile: the
     * next subjob goes on only if that state is then still the newest, and restores otherwise. Nothing is committed.
     *
     * @return the memory that the job uses then, and whether it had to be restored
     */
    public Loaded load() throws Exception {
        Optional<JobInstance.Left> left = instance.leave();
        try {
            boolean newest = left.isPresent() && left.get().checkpoint().isLatest();
            return newest ? new Loaded(stays(left.get()), false) : new Loaded(restored(), true);
        } catch (Exception | Error e) {
            instance.drop();
            throw e;
        }
    }

    /**
     * A job that was made ready for its next subjob.
     *
     * @param held the memory that it uses
     * @param anew false if it was there already, in the newest state
     */
    public record Loaded(Bytes held, boolean anew) {}

    private Bytes stays(JobInstance.Left left) throws Exception {
        Bytes used = instance.sampler(instance.open(true)).peak();
        instance.stays(left);
        return used;
    }

    private Bytes restored() throws Exception {
        Optional<Checkpoint> newest = store.latest();
        Atomizable made = instance.open(newest.isPresent());
        if (newest.isPresent()) {
            instance.restore(newest.get());
            instance.restoredFrom(newest.get());
        } else {
            instance.untouched();
        }
        return instance.sampler(made).peak();
    }

    /**
     * Reads the newest state once and lets it go, so that the code that reads it is loaded, and the state is near if it is still the
     * newest later. Makes no job.
     */
    public void readAhead() throws CheckpointException {
        store.latest();
    }

    /** Closes the job's instance, so that it holds no memory. The next subjob makes another. */
    public void release() {
        instance.drop();
    }

    /** Tells whether there is an instance of the job, which holds memory. */
    public boolean isLoaded() {
        return instance.isThere();
    }

    /** Tells whether the job is still as its last commit left it, and the store too: then it needs no restore. */
    private boolean continues(ContinuableCheckpoint savedIn, RunPlan plan, Recorder recorder, Worker.Progress progress)
            throws Exception {
        if (savedIn.isLatest()) {
            Atomizable running = instance.open(true);
            boolean unchanged = savedIn.isStateOf(running);
            Bytes used = recorder.ended(Phase.CONTINUE, instance.sampler(running));
            plan.requireCapacity(Phase.CONTINUE, used);
            if (unchanged) {
                return true;
            }
            LOG.warn(
                    "the state of job {} changed after {} was committed, though no atom ran; it is restored."
                            + " Look for a thread of the job, or for a save that writes something else each time",
                    running.spec().name(),
                    savedIn);
            instance.changesByItself();
        }
        progress.entered(recorder.named(Phase.RESTORE));
        return false;
    }

    private Outcome runFrom(
            long first,
            Optional<? extends Checkpoint> newest,
            Optional<JobInstance.Left> left,
            RunPlan plan,
            Recorder recorder,
            Worker.Progress progress)
            throws Exception {
        boolean continues = left.isPresent();
        Atomizable running = instance.open(newest.isPresent());
        JobSpec spec = running.spec();
        Sampler sampler = instance.sampler(running);
        if (!continues) {
            if (newest.isPresent()) {
                instance.restore(newest.get());
            }
            plan.requireCapacity(Phase.RESTORE, recorder.ended(Phase.RESTORE, sampler));
        }

        Guards guards = new Guards(plan, time, () -> yieldAsked);
        SelfCheck check = SelfCheck.of(selfChecks && SelfCheck.isFor(spec), newest, first);
        SubjobCheckpoints kept = new SubjobCheckpoints(
                store, plan, recorder, newest, mayOutgrow(spec, first, plan), () -> notes(spec, check));
        began(kept);
        boolean hasRun = continues && !left.get().restored();
        RunningSubjob subjob = new RunningSubjob(guards, plan, recorder, kept, first);
        SubjobAtoms atoms = new SubjobAtoms(spec, subjob, sampler, progress, hasRun);
        if (newest.isPresent() && instance.wasRestored()) {
            running = check.begun(running, newest.get(), subjob, instance);
            recorder.skipped();
            atoms.measuredBy(instance.sampler(running));
        }
        AtomLoop.BetweenAtoms between = (job, at) -> {
            runningAtom = Sample.NO_ATOM;
            atoms.reached(at);
            Reserve reserve = subjob.reserveBefore(at);
            Optional<Pressure> pressure = pressed.getAndSet(Optional.empty());
            if (pressure.isPresent()) {
                // A subjob that has no time for it ends soon, and gives back everything.
                boolean inTime = guards.leaveTimeFor(pressure.get().within(), reserve);
                Bytes freed = inTime && job instanceof Shrinkable it ? it.shrink(pressure.get()) : Bytes.ZERO;
                // It is no part of an atom, but of the time that the guards look at.
                recorder.skipped();
                progress.shrunk(freed);
            }
            kept.hold(check.isUnderWay());
            boolean goesOn = atoms.goesOn(job, at) && !check.comesBefore(job, at, subjob);
            runningAtom = goesOn ? at : Sample.NO_ATOM;
            return goesOn;
        };
        long next = AtomLoop.run(running, first, between);
        while (check.isReached() || (atoms.isDone() && check.canEndWith(next, atoms.areAllDone(), subjob))) {
            running = check.compare(running, next, subjob, instance);
            atoms.measuredBy(instance.sampler(running));
            recorder.skipped();
            next = AtomLoop.run(running, next, between);
        }
        if (next > first) {
            progress.entered(recorder.named(Phase.CHECKPOINT));
            Checkpoint committed = kept.last(running, next);
            recorder.ended(Phase.CHECKPOINT, instance.sampler(running));
            instance.savedIn(committed);
        } else if (continues) {
            instance.stays(left.get());
        }
        return atoms.outcome();
    }

    private Map<String, String> notes(JobSpec spec, SelfCheck check) {
        Map<String, String> notes =
                new TreeMap<>(JobOrigin.of(instance.origin(), spec).notes());
        notes.putAll(check.notes());
        return notes;
    }

    /** Tells whether the job expects to need more memory at some time than the subjob has, though not yet. */
    private static boolean mayOutgrow(JobSpec spec, long first, RunPlan plan) {
        Optional<Bytes> declared =
                spec.stageOf(first).flatMap(JobSpec.Stage::memory).or(spec::memory);
        return declared.filter(it -> it.exceeds(plan.capacity())).isPresent();
    }

    /** Lets {@link #kill} stop the subjob that now begins; none has begun if there are no boundaries yet. */
    private void began(@Nullable SubjobCheckpoints kept) {
        synchronized (gate) {
            subjobCheckpoints = kept;
            if (killed && kept != null) {
                kept.stop();
            }
        }
    }

    private Outcome failed(long first, FailureKind kind, Throwable cause) {
        SubjobCheckpoints kept = subjobCheckpoints;
        long next = kept == null ? first : kept.brokeOff(cause);
        try {
            instance.drop();
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
        return Failure.outcome(next, kind, runningAtom, cause);
    }

    /** Asks the job of the running subjob to give back memory at its next safe point. */
    public void shrink(Pressure pressure) {
        pressed.set(Optional.of(pressure));
    }

    /** Asks the running subjob to stop at its next safe point. */
    public void yieldSoon() {
        yieldAsked = true;
    }

    /** Makes sure that nothing is committed from now on; waits for a commit that has begun. */
    public void kill() {
        SubjobCheckpoints kept;
        synchronized (gate) {
            killed = true;
            kept = subjobCheckpoints;
        }
        if (kept != null) {
            kept.stop();
        }
        yieldAsked = true;
    }

    @Override
    public void close() {
        try {
            instance.drop();
        } finally {
            store.close();
        }
    }
}
