package org.atomizable.testkit.check;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.profiler.sample.ReportedMemory;
import org.atomizable.testkit.fault.Damage;
import org.atomizable.testkit.fault.FaultyJob;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;

/** Runs one job through windows, with the runtime's runner and a store in a temporary directory. An atom takes a second of virtual time. */
final class AtomizedRun implements AutoCloseable {

    private static final Duration ATOM = FaultyJob.ATOM;
    private static final Duration SPARE = Duration.ofSeconds(10);

    /** Two windows of three are on another slice than the one before, so that a new worker restores the job. */
    private static final int MOVES_EVERY = 3;

    /** A job that always fails would never end. */
    private static final int MOST_WINDOWS = 1000;

    private final Trial trial;
    private final long atoms;
    private final TemporaryDirectory directory;
    private final VirtualTime time = VirtualTime.create();
    private final List<String> picture = new ArrayList<>();
    private String job = "";
    private long token;
    private int windows;
    private long next;
    private Optional<SubjobRunner> warm = Optional.empty();
    private Optional<CheckpointStore> opened = Optional.empty();
    private FaultyJob.Plan faults = FaultyJob.Plan.NONE;
    private boolean stopped;
    private boolean unheard;

    /** The job failed by itself, with no fault that explains it. */
    static final class JobFailedException extends Exception {

        private static final long serialVersionUID = 1L;

        JobFailedException(String message) {
            super("the job failed by itself: " + message);
        }
    }

    AtomizedRun(Trial trial, long atoms) throws IOException {
        this.trial = trial;
        this.atoms = atoms;
        this.directory = TemporaryDirectory.create();
    }

    /** Runs the windows of a schedule, and as many further ones as the job needs. */
    void through(Schedule schedule) throws Exception {
        try (Atomizable any = trial.source().create()) {
            job = any.spec().name();
        }
        for (Schedule.Window window : schedule.windows()) {
            run(window);
        }
        while (next < atoms && !stopped && windows < MOST_WINDOWS) {
            run(new Schedule.Window(atoms, Optional.empty()));
        }
    }

    private void run(Schedule.Window window) throws Exception {
        if (next >= atoms || stopped) {
            return;
        }
        long saved = unheard ? committed() : next;
        if (saved >= atoms) {
            next = saved;
            return;
        }
        faults = new FaultyJob.Plan(window.fault(), next);
        long before = next;
        if (windows++ % MOVES_EVERY > 0) {
            closeWorker();
        }
        Optional<Report> report = Optional.empty();
        String end;
        SubjobRunner runner = runner();
        try {
            report = Optional.of(runner.run(plan(window, saved), (atom, memory) -> disturb(runner, atom)));
            dieAfterCommit(window);
            end = report.get().outcome() instanceof Outcome.Failed failed
                    ? failed.kind().name().toLowerCase(Locale.ROOT)
                    : "|";
        } catch (FaultyJob.Killed e) {
            kill();
            end = "killed";
        }
        faults = FaultyJob.Plan.NONE;
        if (is(window, Fault.Kind.DAMAGE)) {
            damage(window.fault().orElseThrow());
        } else if (is(window, Fault.Kind.LOST_MESSAGE)) {
            unheard = true;
        } else {
            unheard = false;
            next = committed();
        }
        picture.add(line(window, before, end));
        throwOwn(report);
    }

    /** Where nothing undamaged is left, the store says so, and the job stops: that is all that can be asked for. */
    private void damage(Fault fault) throws Exception {
        closeWorker();
        Damage.in(directory.path(), fault.at());
        try {
            next = committed();
        } catch (CheckpointException e) {
            stopped = true;
        }
    }

    private void closeWorker() {
        warm.ifPresent(SubjobRunner::close);
        warm = Optional.empty();
    }

    /** A killed process closes nothing; what it had begun to write ends before the next window, so that a seed replays exactly. */
    private void kill() {
        warm = Optional.empty();
        opened.ifPresent(CheckpointStore::close);
    }

    /** Tells whether the store refused what a fault had damaged. */
    boolean isStopped() {
        return stopped;
    }

    /** A failure that no fault explains is the job's own. */
    private void throwOwn(Optional<Report> report) throws Exception {
        Optional<Outcome.Failed> failed = report.map(Report::outcome)
                .filter(Outcome.Failed.class::isInstance)
                .map(Outcome.Failed.class::cast);
        if (failed.isPresent() && !failed.get().message().contains(FaultyJob.INJECTED)) {
            throw new JobFailedException(failed.get().message());
        }
    }

    private void dieAfterCommit(Schedule.Window window) {
        if (is(window, Fault.Kind.KILL_AFTER_COMMIT)) {
            throw new FaultyJob.Killed();
        }
    }

    private static boolean is(Schedule.Window window, Fault.Kind kind) {
        return window.fault().filter(it -> it.kind() == kind).isPresent();
    }

    private void disturb(SubjobRunner runner, long atom) {
        faults.asksBefore(atom).ifPresent(runner::shrink);
        if (faults.revokesAfter(atom)) {
            runner.yieldSoon();
        }
    }

    private SubjobRunner runner() throws Exception {
        if (warm.isEmpty()) {
            CheckpointStore store = store();
            opened = Optional.of(store);
            warm = Optional.of(new SubjobRunner(
                    () -> new FaultyJob(trial.source().create(), () -> faults, time),
                    store,
                    job -> ReportedMemory.of(job, 1),
                    time));
        }
        return warm.get();
    }

    private CheckpointStore store() throws Exception {
        return Checkpoints.on(Disk.unforced(), directory.path().resolve("store"), job);
    }

    /** As many atoms are planned as are left, counted from the first atom that is not saved. */
    private RunPlan plan(Schedule.Window window, long saved) {
        Instant ends = time.now().plus(ATOM.multipliedBy(window.atoms())).plus(SPARE);
        long last = next + Math.min(atoms - saved, window.atoms());
        return new RunPlan(
                new SliceKind("testkit"),
                new FencingToken(++token),
                next,
                last,
                last,
                ends,
                Bytes.of(Long.MAX_VALUE),
                Bytes.of(Long.MAX_VALUE),
                Reserve.usual(ATOM, ATOM),
                Reserve.usual(ATOM, ATOM));
    }

    private long committed() throws Exception {
        try (CheckpointStore store = store()) {
            return store.latest().map(Checkpoint::nextAtom).orElse(0L);
        }
    }

    /** Returns a new instance, restored from the last checkpoint. The caller closes it. */
    Atomizable end() throws Exception {
        Atomizable end = trial.source().create();
        try (CheckpointStore store = store()) {
            Optional<? extends Checkpoint> latest = store.latest();
            if (latest.isPresent()) {
                end.restore(latest.get().state());
            }
        }
        return end;
    }

    /** Returns one line for each window: the atoms that it ran, and how it ended. */
    List<String> picture() {
        return List.copyOf(picture);
    }

    private String line(Schedule.Window window, long before, String end) {
        return "%-24s %-16s  %s%s%s"
                .formatted(
                        window,
                        next > before ? "atoms %3s to %3s".formatted(before, next - 1) : "no atom",
                        ".".repeat((int) Math.min(40, before)),
                        "=".repeat((int) Math.max(0, Math.min(40, next - before))),
                        end);
    }

    @Override
    public void close() throws IOException {
        closeWorker();
        directory.close();
    }
}
