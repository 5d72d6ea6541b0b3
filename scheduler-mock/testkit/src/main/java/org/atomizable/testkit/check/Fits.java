package org.atomizable.testkit.check;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.core.run.Measurement;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.sample.ReportedMemory;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/**
 * Measures a job, cuts windows of random length and memory, lets the runtime build the subjobs that fit, and runs them. The clock of the
 * windows goes as fast as the job really runs, and jumps over what lies between.
 */
public final class Fits {

    private static final SliceKind KIND = new SliceKind("testkit");
    private static final long MEASURED = 12;
    private static final int WINDOWS = 200;
    private static final long MOST_WANTED = 1000;
    private static final int REPEATS = 2;

    /** A pause of a busy machine may make one subjob too long; this share of them it does not. */
    private static final double MOST_OVERRUNS = 0.05;

    private Fits() {}

    /**
     * Checks a job.
     *
     * @throws ContractViolation if more than one and more than 5 % of its subjobs end after their windows, or one uses more memory than
     *     its slice has
     * @throws Exception what the job throws
     */
    public static void check(Trial trial) throws Exception {
        Watch.run(trial, Rule.FITS, Fits::watched);
    }

    private static Tried watched(Trial trial) throws Exception {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            Run run = new Run(trial, directory.path());
            run.throughWindows();
            run.requireFit();
            run.requireEvenAtoms();
            return new Tried(run.reached, 0, run.ran);
        }
    }

    /** The windows of one check. */
    private static final class Run {

        private final Trial trial;
        private final Path directory;
        private final VirtualTime time = VirtualTime.create();
        private final SplittableRandom random;
        private final List<String> overruns = new ArrayList<>();
        private JobProfile profile;
        private JobSpec spec;
        private long ran;
        private long reached;
        private final AtomTimes times = new AtomTimes();

        Run(Trial trial, Path directory) throws Exception {
            this.trial = trial;
            this.directory = directory;
            this.random = new SplittableRandom(trial.seed());
            try (Atomizable job = trial.source().create()) {
                this.spec = job.spec();
            }
            this.profile = JobProfile.of(spec).with(measured());
        }

        private List<Sample> measured() throws Exception {
            Path scratch = Files.createDirectory(directory.resolve("scratch"));
            try (CheckpointStore store = Checkpoints.on(Disk.unforced(), scratch, spec.name())) {
                return Measurement.run(
                        trial.source(),
                        store,
                        job -> ReportedMemory.of(job, 1),
                        trial.time(),
                        KIND,
                        new Measurement.Extent(4, MEASURED, trial.limit()),
                        next -> {});
            }
        }

        void throughWindows() throws Exception {
            Trial.Deadline deadline = trial.deadline();
            long next = 0;
            try (CheckpointStore store = Checkpoints.on(Disk.unforced(), directory.resolve("store"), spec.name())) {
                SubjobRunner runner = new SubjobRunner(
                        () -> new RealTimeJob(trial.source().create(), trial.time(), time, times::add),
                        store,
                        job -> ReportedMemory.of(job, 1),
                        time);
                for (int window = 0; window < WINDOWS && !deadline.isOver() && spec.atomsLeft(next) > 0; window++) {
                    next = window(runner, window, next);
                    reached = next;
                }
            }
        }

        private long window(SubjobRunner runner, int window, long next) throws Exception {
            Optional<Subjob> subjob = fit(window, next);
            if (subjob.isEmpty()) {
                return next;
            }
            ran++;
            Report report = runner.run(RunPlan.of(subjob.get()), (atom, memory) -> {});
            if (report.outcome() instanceof Outcome.Failed failed) {
                throw new ContractViolation(breach(
                        "a subjob of atoms %s to %s failed: %s"
                                .formatted(next, subjob.get().endAtom() - 1, failed.message()),
                        failed.kind() == FailureKind.OUT_OF_MEMORY ? Cause.MEMORY_GROWS : Cause.NOT_FOUND));
            }
            Duration late = Duration.between(subjob.get().grant().ends(), time.now());
            if (!late.isNegative()) {
                overruns.add("the subjob of atoms %s to %s ended %s ms after its window"
                        .formatted(next, report.outcome().nextAtom() - 1, late.toMillis()));
            }
            time.sleep(Duration.ofSeconds(1));
            profile = profile.with(report.samples());
            return report.outcome().nextAtom();
        }

        /** Windows double in length until one fits, and are of all lengths up to 16 times that. */
        private Optional<Subjob> fit(int window, long next) {
            Bytes memory = Bytes.gibi(80);
            Optional<Subjob> fits = Optional.empty();
            for (Duration length = Duration.ofMillis(200);
                    fits.isEmpty() && length.compareTo(Duration.ofHours(24)) < 0;
                    length = length.multipliedBy(2)) {
                fits = Subjob.fit(
                        grant(window, length, memory), time.now(), next, wanted(next), profile, Promise.DEFAULT);
                if (fits.isPresent()) {
                    Duration longer =
                            length.multipliedBy(random.nextLong(100, 1600)).dividedBy(100);
                    Bytes bound = fits.get().mostMemory();
                    Bytes least = bound.equals(Bytes.ZERO) ? memory : bound;
                    fits = Subjob.fit(
                            grant(window, longer, least), time.now(), next, wanted(next), profile, Promise.DEFAULT);
                }
            }
            return fits;
        }

        private long wanted(long next) {
            return Math.min(spec.atomsLeft(next), Math.min(trial.atoms(), MOST_WANTED));
        }

        private Grant grant(int window, Duration length, Bytes memory) {
            Instant now = time.now();
            return new Grant(
                    "g" + window,
                    "w" + window,
                    new Slice("testkit", KIND, memory),
                    memory,
                    now,
                    now.plus(length),
                    new FencingToken(window + 1L),
                    length);
        }

        void requireFit() {
            if (ran == 0) {
                throw new ContractViolation(
                        breach("no window of a day or less was long enough for one atom", Cause.UNBOUNDED_ATOM));
            }
            if (overruns.size() > 1 && overruns.size() > MOST_OVERRUNS * ran) {
                throw new ContractViolation(breach(
                        "%s of %s subjobs; %s".formatted(overruns.size(), ran, overruns.get(0)), Cause.UNBOUNDED_ATOM));
            }
        }

        /** An atom is slow by itself, and not by a pause of the machine, if it is slow again. */
        void requireEvenAtoms() throws Exception {
            Optional<Long> slow = times.slow();
            for (int i = 0; i < REPEATS && slow.isPresent(); i++) {
                AtomTimes again = new AtomTimes();
                VirtualTime unused = VirtualTime.create();
                try (RealTimeJob job = new RealTimeJob(trial.source().create(), trial.time(), unused, again::add)) {
                    for (long atom = 0; atom <= slow.get(); atom++) {
                        job.run(atom);
                    }
                }
                slow = slow.filter(again::isSlow);
            }
            if (slow.isPresent()) {
                throw new ContractViolation(breach(
                        "atom %s took %s ms, and again in %s more runs, where half of the atoms take %s ms or less"
                                .formatted(
                                        slow.get(),
                                        times.of(slow.get()).toMillis(),
                                        REPEATS,
                                        times.median().toMillis()),
                        Cause.UNEVEN_ATOMS));
            }
        }

        private Breach breach(String seen, Cause cause) {
            return new Breach(
                    spec.name(),
                    Rule.FITS,
                    seen,
                    List.of(),
                    List.of(new Finding(cause, "the profile was measured over the first %s atoms".formatted(MEASURED))),
                    Optional.of("Contracts.assertFitsByConstruction(job)"));
        }
    }
}
