package org.atomizable.lab.bench.warm;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.atomizable.lab.bench.figure.Ratios;
import org.atomizable.profiler.profile.JobProfile;

/** Runs short subjobs of one job, one after the other, on workers that are as ready as each state lets them be. */
final class WarmBench {

    static final String COLD = "cold";
    static final String ENGINE = "engine";
    static final String LOADED = "loaded";
    static final String PAUSED = "paused";

    /** How the times of a round become figures. */
    static final List<String> STATES = List.of(COLD, ENGINE, LOADED, PAUSED);

    private static final int ATOMS = 3;
    private static final Slice SLICE = new Slice("bench.0", new SliceKind("bench"), Bytes.gibi(64));
    private static final Slice OTHER = new Slice("bench.1", SLICE.kind(), SLICE.memory());

    private final NamedJob job;
    private final Path directory;
    private final StoreOpening store;
    private final MemoryBudget budget;
    private final TimeSource time = TimeSource.system();
    private final Map<String, Ratios> begun = new LinkedHashMap<>();
    private final Map<String, Ratios> done = new LinkedHashMap<>();
    private Bytes mostWaiting = Bytes.ZERO;
    private long token;

    WarmBench(NamedJob job, Path directory, MemoryBudget budget) {
        this.job = job;
        this.directory = directory;
        this.store = StoreOpening.in(directory.resolve("store"), job.name());
        this.budget = budget;
        STATES.forEach(it -> {
            begun.put(it, new Ratios());
            done.put(it, new Ratios());
        });
    }

    /** Measures each state once; a round that does not count fills the store and the page cache. */
    void round(boolean counts) throws Exception {
        Map<String, Start> starts = new LinkedHashMap<>();
        try (ChildProcesses cold = pool(new MemoryBudget(Bytes.ZERO))) {
            starts.put(COLD, run(launcher(cold), SLICE, Bytes.ZERO));
        }
        try (ChildProcesses pool = pool(budget)) {
            WorkerLauncher launcher = launcher(pool);
            launcher.prepare(SLICE);
            pool.awaitPrepared();
            starts.put(ENGINE, run(launcher, SLICE, SLICE.memory()));
            starts.put(PAUSED, run(launcher, SLICE, SLICE.memory()));
            // Another worker advances the job, so that the one that waits is outdated, and has to be loaded again.
            run(launcher, OTHER, Bytes.ZERO);
            launcher.prepare(SLICE);
            pool.awaitPrepared();
            mostWaiting = mostWaiting.max(pool.waitingMemory());
            starts.put(LOADED, run(launcher, SLICE, Bytes.ZERO));
        }
        if (counts) {
            starts.forEach((state, start) -> {
                begun(state).add(start.begun());
                done(state).add(start.done());
            });
        }
    }

    private ChildProcesses pool(MemoryBudget waiting) {
        return new ChildProcesses(directory.resolve("logs"), List.of(), time, Bytes.mebi(1), waiting);
    }

    private WorkerLauncher launcher(ChildProcesses pool) {
        return pool.launcherFor(job, store, 1.0);
    }

    /** The grant is there: a worker is fetched, and runs a subjob. */
    private Start run(WorkerLauncher launcher, Slice slice, Bytes resident) throws Exception {
        long next = store.open().latest().map(Checkpoint::nextAtom).orElse(0L);
        Subjob subjob = subjob(slice, next, resident);
        Start start = new Start(time);
        Report report;
        try (Worker worker = launcher.launch(slice)) {
            report = worker.run(subjob, start);
        }
        if (report.outcome() instanceof Outcome.Failed failed) {
            throw new AtomizableException(
                    "job %s failed: %s".formatted(job.name(), failed.message()),
                    "Give it enough atoms, or measure another");
        }
        return start;
    }

    private Subjob subjob(Slice slice, long next, Bytes resident) {
        Instant now = time.now();
        Grant grant = new Grant(
                "bench-" + ++token,
                "bench",
                slice,
                slice.memory(),
                now,
                now.plusSeconds(300),
                new FencingToken(token),
                Duration.ofSeconds(5),
                resident);
        return Subjob.fit(grant, now, next, ATOMS, profile(), Promise.DEFAULT).orElseThrow();
    }

    private static JobProfile profile() {
        List<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .map(it -> new Sample(SLICE.kind(), it, Duration.ofMillis(1), Bytes.mebi(1)))
                .toList();
        return JobProfile.declared(Optional.of(Bytes.gibi(32)))
                .with(samples)
                .with(samples)
                .with(samples);
    }

    /** Returns the seconds from grant to the begin of the first atom. */
    Ratios begun(String state) {
        return Optional.ofNullable(begun.get(state)).orElseThrow();
    }

    /** Returns the seconds from grant to the end of the first atom. */
    Ratios done(String state) {
        return Optional.ofNullable(done.get(state)).orElseThrow();
    }

    /** Returns the most memory that workers used while they waited. */
    Bytes mostWaiting() {
        return mostWaiting;
    }
}
