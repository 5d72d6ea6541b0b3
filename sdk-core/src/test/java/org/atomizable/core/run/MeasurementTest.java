package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.SliceKind;
import org.atomizable.checkpoint.Checkpoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTest {

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();

    private Duration atomTakes = Duration.ofSeconds(1);
    private Duration makingTakes = Duration.ZERO;
    private final List<Long> restored = new ArrayList<>();
    private int closed;
    private int scratches;

    /** Ten atoms of a second each, every fifth of which evaluates. */
    private final class Evaluating implements Atomizable {
        private long done;

        @Override
        public JobSpec spec() {
            return JobSpec.of("evaluating", 10).withRecurring("evaluation", 5);
        }

        @Override
        public void run(long atom) {
            assertThat(atom).isEqualTo(done);
            time.advance(atomTakes);
            done++;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.longs("done", done);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            restored.add(from.longs("done")[0]);
            done = from.longs("done")[0];
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private Atomizable made() {
        time.advance(makingTakes);
        return new Evaluating();
    }

    private List<Sample> measured(Measurement.Extent extent, List<Long> progress) throws Exception {
        try (CheckpointStore scratch = Checkpoints.in(directory.resolve("scratch" + scratches++), "evaluating")) {
            return Measurement.run(
                    this::made, scratch, job -> () -> Bytes.mebi(1), time, new SliceKind("cpu"), extent, progress::add);
        }
    }

    @Test
    void aWholeJobIsMeasuredInSubjobsAndPhasesOfWhichTheFirstAreCold() throws Exception {
        List<Long> progress = new ArrayList<>();
        List<Sample> samples = measured(new Measurement.Extent(4, 1000, Duration.ofHours(1)), progress);
        assertThat(samples)
                .extracting(it -> it.phase().name())
                .containsExactly(
                        "cold-restore",
                        "cold-warm-up",
                        "cold-warm-up",
                        "cold-warm-up",
                        "cold-warm-up",
                        "cold-checkpoint",
                        "cold-restore",
                        "evaluation",
                        "steady",
                        "steady",
                        "steady",
                        "checkpoint",
                        "restore",
                        "warm-up",
                        "evaluation",
                        "checkpoint");
        assertThat(samples)
                .filteredOn(it -> it.phase().equals(Phase.STEADY))
                .allMatch(it -> it.took().equals(Duration.ofSeconds(1)));
        assertThat(progress).containsExactly(4L, 8L, 10L);
    }

    @Test
    void itEndsAfterSoManyAtomsOrSoLong() throws Exception {
        List<Long> progress = new ArrayList<>();
        measured(new Measurement.Extent(2, 6, Duration.ofHours(1)), progress);
        assertThat(progress).containsExactly(2L, 4L, 6L);
    }

    @Test
    void aSubjobOfLongAtomsEndsAfterTenSeconds() throws Exception {
        atomTakes = Duration.ofSeconds(4);
        List<Long> progress = new ArrayList<>();
        measured(new Measurement.Extent(1000, 1000, Duration.ofHours(1)), progress);
        assertThat(progress).containsExactly(3L, 6L, 9L, 10L);

        atomTakes = Duration.ofSeconds(5);
        progress.clear();
        measured(new Measurement.Extent(1000, 1000, Duration.ofHours(1)), progress);
        assertThat(progress).containsExactly(2L, 4L, 6L, 8L, 10L);
    }

    @Test
    void onlyColdRestoresMakeTheJob() throws Exception {
        makingTakes = Duration.ofSeconds(2);
        List<Sample> samples = measured(new Measurement.Extent(4, 1000, Duration.ofHours(1)), new ArrayList<>());
        assertThat(samples)
                .filteredOn(it -> it.took().compareTo(makingTakes) >= 0)
                .extracting(Sample::phase)
                .containsExactly(Phase.COLD_RESTORE, Phase.COLD_RESTORE);
    }

    @Test
    void everySubjobEndsWithARestoreOfWhatItSavedAndTheJobIsClosed() throws Exception {
        measured(new Measurement.Extent(4, 1000, Duration.ofHours(1)), new ArrayList<>());
        assertThat(restored).containsExactly(4L, 8L, 10L);
        assertThat(closed).isEqualTo(1);
    }

    @Test
    void orAfterSomeTime() throws Exception {
        List<Long> progress = new ArrayList<>();
        measured(new Measurement.Extent(2, 1000, Duration.ofSeconds(3)), progress);
        measured(new Measurement.Extent(2, 1000, Duration.ofSeconds(4)), progress);
        assertThat(progress).containsExactly(2L, 4L, 2L, 4L);
    }
}
