package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.object.MemoryObjectSpace;

/** A job that is asked to give back memory does so at safe points, and ends as if nobody had asked. */
class ShrinkingProperties {

    private static final Duration ATOM = Duration.ofMillis(10);
    private static final Pressure WATCH = new Pressure(Pressure.Level.WATCH, Bytes.of(500), Duration.ofMillis(200));

    private final VirtualTime time = VirtualTime.create();

    /** A walk that keeps a cache beside its state: each atom adds to it, and a request empties it. */
    private final class Caching implements Atomizable, Shrinkable {

        private final RandomWalk walk;
        private final Duration shrinkTakes;
        private long cached;
        private boolean inAtom;

        Caching(RandomWalk walk, Duration shrinkTakes) {
            this.walk = walk;
            this.shrinkTakes = shrinkTakes;
        }

        @Override
        public JobSpec spec() {
            return walk.spec();
        }

        @Override
        public void run(long atom) throws Exception {
            inAtom = true;
            walk.run(atom);
            cached += 100;
            inAtom = false;
        }

        @Override
        public Bytes shrink(Pressure pressure) throws Exception {
            assertThat(inAtom).isFalse();
            assertThat(pressure).isEqualTo(WATCH);
            time.sleep(shrinkTakes);
            Bytes freed = Bytes.of(cached);
            cached = 0;
            return freed;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            walk.save(to);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            walk.restore(from);
        }
    }

    /** Asks when certain atoms have begun, and notes what came back and before which atom. */
    private static final class Asking implements Worker.Progress {

        private final List<Long> answeredBefore = new ArrayList<>();
        private final List<Bytes> freed = new ArrayList<>();
        private long next;

        @Override
        public void at(long nextAtom, Bytes memory) {
            next = nextAtom;
        }

        @Override
        public void shrunk(Bytes bytes) {
            answeredBefore.add(next);
            freed.add(bytes);
        }
    }

    private RandomWalk walk(long atoms, RandomWalk.Mishap mishap) {
        return new RandomWalk(JobSpec.of("walk", atoms), 7, time, ATOM, mishap);
    }

    private static CheckpointStore store() throws Exception {
        return new CommitsAtOnce(Checkpoints.in(new MemoryObjectSpace(), "walk", StoreOptions.usual()));
    }

    private SubjobRunner runner(JobSource source, CheckpointStore store) {
        return new SubjobRunner(source, store, job -> () -> Bytes.of(1000), time);
    }

    @Property(tries = 100)
    void itIsAskedAtTheNextSafePointAndEndsInTheSameBits(
            @ForAll @LongRange(min = 10, max = 60) long atoms,
            @ForAll @Size(max = 10) Set<@LongRange(min = 0, max = 9) Long> asked,
            @ForAll @IntRange(max = 50) int shrinkMillis)
            throws Exception {
        List<SubjobRunner> itself = new ArrayList<>();
        RandomWalk.Mishap asks = atom -> {
            if (asked.contains(atom)) {
                itself.get(0).shrink(WATCH);
            }
        };
        CheckpointStore store = store();
        Asking asking = new Asking();
        try (SubjobRunner runner =
                runner(() -> new Caching(walk(atoms, asks), Duration.ofMillis(shrinkMillis)), store)) {
            itself.add(runner);
            Report report = runner.run(Plans.of(1, 0, atoms, time.now().plusSeconds(1000)), asking);

            assertThat(report.outcome()).isEqualTo(new Outcome.Finished(atoms));
            assertThat(asking.answeredBefore)
                    .containsExactlyElementsOf(asked.stream().sorted().map(it -> it + 1).toList());
            assertThat(asking.freed).allMatch(it -> it.exceeds(Bytes.ZERO));
            assertThat(report.samples())
                    .filteredOn(it -> it.phase().hasAtoms())
                    .hasSize((int) atoms)
                    .extracting(Sample::took)
                    .allSatisfy(took -> assertThat(took).isLessThanOrEqualTo(ATOM));
            assertThat(store.latest().orElseThrow().sha256())
                    .isEqualTo(StraightRun.of(() -> walk(atoms, atom -> {}), VirtualTime.create(), next -> {})
                            .sha256());
        }
    }

    @Property(tries = 100)
    void toGiveBackMemoryTakesOfTheWindowAndNeverOverrunsIt(
            @ForAll @LongRange(min = 0, max = 100) long askedIn, @ForAll @IntRange(max = 200) int shrinkMillis)
            throws Exception {
        Instant ends = time.now().plusMillis(1_000);
        List<SubjobRunner> itself = new ArrayList<>();
        RandomWalk.Mishap asks = atom -> {
            if (atom == askedIn) {
                itself.get(0).shrink(WATCH);
            }
        };
        try (SubjobRunner runner =
                runner(() -> new Caching(walk(10_000, asks), Duration.ofMillis(shrinkMillis)), store())) {
            itself.add(runner);
            Report report = runner.run(Plans.of(1, 0, 10_000, ends), new Asking());

            assertThat(report.outcome()).isInstanceOf(Outcome.Yielded.class);
        }
        assertThat(time.now()).isBeforeOrEqualTo(ends);
    }

    @Example
    void aJobThatCannotGiveBackMemoryHasNoneToGive() throws Exception {
        List<SubjobRunner> itself = new ArrayList<>();
        Asking asking = new Asking();
        try (SubjobRunner runner = runner(
                () -> walk(10, atom -> {
                    if (atom == 4) {
                        itself.get(0).shrink(WATCH);
                    }
                }),
                store())) {
            itself.add(runner);
            runner.run(Plans.of(1, 0, 10, time.now().plusSeconds(1000)), asking);
        }
        assertThat(asking.freed).containsExactly(Bytes.ZERO);
        assertThat(asking.answeredBefore).containsExactly(5L);
    }

    @Example
    void whatWasAskedOfOneSubjobIsNotAskedOfTheNext() throws Exception {
        Asking asking = new Asking();
        try (SubjobRunner runner = runner(() -> new Caching(walk(20, atom -> {}), Duration.ZERO), store())) {
            runner.run(Plans.of(1, 0, 10, time.now().plusSeconds(1000)), asking);
            runner.shrink(WATCH);
            runner.run(Plans.of(2, 10, 20, time.now().plusSeconds(1000)), asking);
        }
        assertThat(asking.freed).isEmpty();
    }

    @Example
    void aJobThatFailsToGiveBackMemoryFails() throws Exception {
        List<SubjobRunner> itself = new ArrayList<>();
        RandomWalk walk = walk(10, atom -> itself.get(0).shrink(WATCH));
        final class Failing implements Shrinkable {
            @Override
            public Bytes shrink(Pressure pressure) {
                throw new IllegalStateException("the cache is locked");
            }
        }
        CheckpointStore store = store();
        try (SubjobRunner runner = runner(() -> new Both(walk, new Failing()), store)) {
            itself.add(runner);
            Report report = runner.run(Plans.of(1, 0, 10, time.now().plusSeconds(1000)), new Asking());

            assertThat(report.outcome())
                    .isInstanceOfSatisfying(Outcome.Failed.class, it -> {
                        assertThat(it.kind()).isEqualTo(FailureKind.JOB);
                        assertThat(it.message()).contains("the cache is locked");
                    });
        }
        assertThat(store.latest()).isEqualTo(Optional.empty());
    }

    /** A job, and how it gives back memory. */
    private record Both(Atomizable job, Shrinkable shrinkable) implements Atomizable, Shrinkable {

        @Override
        public JobSpec spec() {
            return job.spec();
        }

        @Override
        public void run(long atom) throws Exception {
            job.run(atom);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            job.save(to);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            job.restore(from);
        }

        @Override
        public Bytes shrink(Pressure pressure) throws Exception {
            return shrinkable.shrink(pressure);
        }
    }
}
