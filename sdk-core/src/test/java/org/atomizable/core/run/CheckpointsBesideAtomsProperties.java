package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.BeforeTry;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.object.MemoryObjectSpace;

/** Long subjobs, which write checkpoints while they run, with commits that take time. */
class CheckpointsBesideAtomsProperties {

    private VirtualTime time = VirtualTime.create();
    private MemoryObjectSpace space = new MemoryObjectSpace();

    @BeforeTry
    void beginWithAnEmptyStore() {
        time = VirtualTime.create();
        space = new MemoryObjectSpace();
    }

    private RandomWalk walk(long atoms, Duration longest) {
        return new RandomWalk(JobSpec.of("walk", atoms), 7, time, longest, atom -> {});
    }

    private CheckpointStore store(Duration pause, Duration takes) throws Exception {
        return new CommitsBeside(Checkpoints.in(space, "walk", StoreOptions.usual()), time, pause, takes);
    }

    private static RunPlan plan(long atoms, Instant ends, Reserve reserve) {
        return new RunPlan(
                Plans.KIND, new FencingToken(1), 0, atoms, atoms, ends, Bytes.gibi(1), Bytes.gibi(1), reserve, reserve);
    }

    @Property(tries = 30)
    void aWindowIsUsedUpToTheReserveAndNeverOverrun(
            @ForAll @IntRange(min = 100, max = 10_000) int atomMillis,
            @ForAll @IntRange(min = 0, max = 2_000) int pauseMillis,
            @ForAll @IntRange(min = 0, max = 30_000) int commitMillis,
            @ForAll @IntRange(min = 1_000, max = 8_000) int seconds)
            throws Exception {
        Duration atom = Duration.ofMillis(atomMillis);
        Duration checkpoint = Duration.ofMillis(pauseMillis + commitMillis);
        Reserve reserve = Reserve.usual(atom, checkpoint);
        Instant ends = time.now().plusSeconds(seconds);
        Report report;
        try (SubjobRunner runner = new SubjobRunner(
                () -> walk(1_000_000, atom),
                store(Duration.ofMillis(pauseMillis), Duration.ofMillis(commitMillis)),
                job -> () -> Bytes.of(1000),
                time)) {
            report = runner.run(plan(1_000_000, ends, reserve), (next, memory) -> {});
        }

        assertThat(report.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Yielded.class, it -> assertThat(it.why()).isEqualTo(StopReason.TIME));
        assertThat(time.now()).isBeforeOrEqualTo(ends);
        Duration leftAtTheStop = Duration.between(time.now().minus(checkpoint), ends);
        assertThat(leftAtTheStop).isLessThan(reserve.beforeAtom());
    }

    @Property(tries = 20)
    void theStateIsThatOfAStraightRunAndNoPauseCountsAsAnAtom(
            @ForAll @LongRange(min = 300, max = 900) long atoms,
            @ForAll @IntRange(min = 0, max = 5_000) int pauseMillis,
            @ForAll @IntRange(min = 0, max = 60_000) int commitMillis)
            throws Exception {
        Duration atom = Duration.ofSeconds(10);
        Reserve reserve = Reserve.usual(atom, Duration.ofMillis(pauseMillis + commitMillis));
        CheckpointStore store = store(Duration.ofMillis(pauseMillis), Duration.ofMillis(commitMillis));
        Report report;
        try (SubjobRunner runner =
                new SubjobRunner(() -> walk(atoms, atom), store, job -> () -> Bytes.of(1000), time)) {
            report = runner.run(plan(atoms, time.now().plus(Duration.ofDays(1)), reserve), (next, memory) -> {});

            assertThat(report.outcome()).isEqualTo(new Outcome.Finished(atoms));
            assertThat(store.latest().orElseThrow().sha256())
                    .isEqualTo(StraightRun.of(() -> walk(atoms, atom), VirtualTime.create(), next -> {})
                            .sha256());
        }
        assertThat(report.samples())
                .filteredOn(it -> it.phase().hasAtoms())
                .hasSize((int) atoms)
                .extracting(Sample::took)
                .allSatisfy(took -> assertThat(took).isLessThanOrEqualTo(atom));
    }

    @Property(tries = 30)
    void whatAFailedSubjobReportsIsWhatTheStoreHas(
            @ForAll @LongRange(min = 1, max = 900) long cursed,
            @ForAll @IntRange(min = 0, max = 60_000) int commitMillis)
            throws Exception {
        Duration atom = Duration.ofSeconds(10);
        Duration takes = Duration.ofMillis(commitMillis);
        CheckpointStore store = store(Duration.ZERO, takes);
        RandomWalk walk = new RandomWalk(JobSpec.of("walk", 1000), 7, time, atom, at -> {
            if (at == cursed) {
                throw new IllegalStateException("atom is cursed");
            }
        });
        try (SubjobRunner runner = new SubjobRunner(() -> walk, store, job -> () -> Bytes.of(1000), time)) {
            Instant ends = time.now().plus(Duration.ofDays(1));
            Report report = runner.run(plan(1000, ends, Reserve.usual(atom, takes)), (next, memory) -> {});

            assertThat(report.outcome()).isInstanceOf(Outcome.Failed.class);
            assertThat(report.outcome().nextAtom())
                    .isEqualTo(store.latest().map(Checkpoint::nextAtom).orElse(0L));
        }
    }
}
