package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.plan.Feasible;
import org.atomizable.core.plan.OverheadLimit;
import org.atomizable.profiler.profile.JobProfile;

/** What is planned can be run: planning and the guard go by one rule. With the real runner, guards and store. */
class PlanAndGuardProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Slice SLICE = new Slice("s", KIND, Bytes.gibi(1));

    private static Path directory = Path.of("");
    private static int runs;

    @BeforeContainer
    static void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("plan-and-guard");
    }

    @AfterContainer
    static void removeDirectory() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
    }

    /** How long each phase really takes, as a share of its bound. */
    private record Durations(Profile profile, long seed, boolean bounds) {

        Duration of(Phase phase) {
            return upTo(profile.span(KIND, phase, 1, each()).upper(), phase.hashCode());
        }

        /** The n-th atom of a subjob, such that all prefixes of its atoms keep their bounds. */
        Duration atom(int n, Duration steadyBefore) {
            if (n == 0) {
                return of(Phase.WARM_UP);
            }
            Duration one = profile.span(KIND, Phase.STEADY, 1, each()).upper();
            Duration left = profile.span(KIND, Phase.STEADY, n, each()).upper().minus(steadyBefore);
            return upTo(one.compareTo(left) < 0 ? one : left, n);
        }

        private static Promise each() {
            return Promise.DEFAULT.sharedAmong(4);
        }

        private Duration upTo(Duration bound, int salt) {
            return bounds
                    ? bound
                    : bound.multipliedBy(new SplittableRandom(seed + salt).nextLong(0, 1001))
                            .dividedBy(1000);
        }
    }

    /** A job whose phases take the given times, in virtual time. */
    private static final class Timed implements Atomizable {
        private final VirtualTime time;
        private final Durations durations;
        private final long atoms;
        private int atomsRun;
        private Duration steady = Duration.ZERO;

        Timed(VirtualTime time, Durations durations, long atoms) {
            this.time = time;
            this.durations = durations;
            this.atoms = atoms;
            time.advance(durations.of(Phase.RESTORE));
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("timed", atoms);
        }

        @Override
        public void run(long atom) {
            Duration took = durations.atom(atomsRun, steady);
            steady = atomsRun == 0 ? steady : steady.plus(took);
            atomsRun++;
            time.advance(took);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            time.advance(durations.of(Phase.CHECKPOINT));
            to.longs("nothing", 0);
        }

        @Override
        public void restore(StateReader from) {}
    }

    private static JobProfile profile(int atomMillis, int spread, int overheadMillis, long seed) {
        return profile(atomMillis, 1, spread, overheadMillis, seed);
    }

    private static JobProfile profile(int atomMillis, int slowerFirst, int spread, int overheadMillis, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Stream<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .flatMap(phase -> Stream.generate(() -> new Sample(
                                KIND,
                                phase,
                                Duration.ofMillis((phase.hasAtoms() ? atomMillis : overheadMillis)
                                        * (phase.isWarmUp() ? slowerFirst : 1)
                                        * (100L + random.nextInt(spread + 1))
                                        / 100),
                                Bytes.mebi(1)))
                        .limit(phase.equals(Phase.STEADY) ? 200 : 8));
        return JobProfile.declared(Optional.empty()).with(samples.toList());
    }

    /** Of so many times one atom with its overhead. */
    private static Duration windowOf(int units, int atomMillis, int overheadMillis) {
        return Duration.ofMillis(300 + units * (atomMillis + 2L * overheadMillis));
    }

    private static Grant grant(Instant starts, Duration length) {
        return new Grant(
                "g",
                "w",
                SLICE,
                SLICE.memory(),
                starts,
                starts.plus(length),
                new FencingToken(1),
                Duration.ofSeconds(1));
    }

    private Report run(Subjob subjob, VirtualTime time, Durations durations) throws Exception {
        Path store = directory.resolve("store-" + runs++);
        try (CheckpointStore real = Checkpoints.in(store, "timed");
                SubjobRunner runner = new SubjobRunner(
                        () -> new Timed(time, durations, 1_000_000),
                        new CommitsAtOnce(real),
                        job -> () -> Bytes.mebi(1),
                        time)) {
            return runner.run(RunPlan.of(subjob), (next, memory) -> {});
        }
    }

    @Property(tries = 60)
    void aPlanWhosePhasesKeepTheirBoundsIsNeverStoppedShort(
            @ForAll @IntRange(min = 1, max = 2000) int atomMillis,
            @ForAll @IntRange(min = 0, max = 900) int spread,
            @ForAll @IntRange(min = 1, max = 2000) int overheadMillis,
            @ForAll @IntRange(min = 1, max = 30) int windowUnits,
            @ForAll boolean bounds,
            @ForAll long seed)
            throws Exception {
        VirtualTime time = VirtualTime.create();
        JobProfile profile = profile(atomMillis, spread, overheadMillis, seed);
        Grant grant = grant(time.now(), windowOf(windowUnits, atomMillis, overheadMillis));
        Optional<Subjob> subjob = Subjob.fit(grant, time.now(), 0, 40, profile, Promise.DEFAULT);
        Assume.that(subjob.isPresent());

        Report report = run(subjob.get(), time, new Durations(profile, seed, bounds));

        assertThat(report.outcome()).isInstanceOf(Outcome.Yielded.class);
        assertThat(report.outcome().nextAtom())
                .isBetween(subjob.get().atoms(), subjob.get().mostAtoms());
        assertThat(time.now()).isBeforeOrEqualTo(grant.ends());
    }

    @Property(tries = 60)
    void onceASlowFirstAtomHasRunOnlyTheTimeOfAnotherAtomIsKeptFree(
            @ForAll @IntRange(min = 1, max = 500) int atomMillis,
            @ForAll @IntRange(min = 5, max = 100) int slowerFirst,
            @ForAll @IntRange(min = 1, max = 500) int overheadMillis,
            @ForAll @IntRange(min = 1, max = 30) int furtherAtoms,
            @ForAll long seed)
            throws Exception {
        VirtualTime time = VirtualTime.create();
        JobProfile profile = profile(atomMillis, slowerFirst, 10, overheadMillis, seed);
        Duration lease =
                profile.footprint(KIND, 2, Promise.DEFAULT).lease().plusMillis((long) furtherAtoms * atomMillis);
        Grant grant = grant(time.now(), lease);
        Subjob subjob = Subjob.fit(grant, time.now(), 0, 1_000_000, profile, Promise.DEFAULT)
                .orElseThrow();

        Report report = run(subjob, time, new Durations(profile, seed, false));

        assertThat(report.atomsDone()).isGreaterThanOrEqualTo(subjob.atoms()).isLessThan(1_000_000);
        Duration atom = profile.single(KIND, Phase.STEADY, Durations.each());
        Duration checkpoint = profile.single(KIND, Phase.CHECKPOINT, Durations.each());
        assertThat(Duration.between(time.now(), grant.ends()))
                .isLessThan(Reserve.usual(atom, checkpoint).beforeAtom());
    }

    @Property(tries = 60)
    void whatIsSignalledForAWindowDoesAtLeastOneAtomEvenIfItsSubjobBeginsLate(
            @ForAll @IntRange(min = 1, max = 2000) int atomMillis,
            @ForAll @IntRange(min = 0, max = 900) int spread,
            @ForAll @IntRange(min = 1, max = 2000) int overheadMillis,
            @ForAll @IntRange(min = 1, max = 30) int windowUnits,
            @ForAll @IntRange(min = 0, max = 100) int lateMillis,
            @ForAll boolean starving,
            @ForAll long seed)
            throws Exception {
        VirtualTime time = VirtualTime.create();
        JobProfile profile = profile(atomMillis, spread, overheadMillis, seed);
        Window window =
                new Window("w", SLICE, SLICE.memory(), time.now(), windowOf(windowUnits, atomMillis, overheadMillis));
        Feasible feasible =
                Feasible.in(window, Duration.ZERO, 40, profile, Promise.DEFAULT, new OverheadLimit(1), starving);
        Assume.that(feasible.atoms() > 0);
        Duration lease = feasible.lease(profile.footprint(KIND, feasible.atoms(), Promise.DEFAULT));
        assertThat(lease).isLessThanOrEqualTo(window.length());
        assertThat(feasible.before()).isEqualTo(Feasible.LATE_START);
        Grant grant = grant(time.now(), lease);
        time.advance(Duration.ofMillis(lateMillis));

        Subjob subjob =
                Subjob.fit(grant, time.now(), 0, 40, profile, Promise.DEFAULT).orElseThrow();
        Report report = run(subjob, time, new Durations(profile, seed, true));

        assertThat(subjob.atoms()).isGreaterThanOrEqualTo(feasible.atoms());
        assertThat(report.atomsDone()).isGreaterThanOrEqualTo(1);
        assertThat(time.now()).isBeforeOrEqualTo(grant.ends());
    }
}
