package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.profiler.sample.ReportedMemory;

class ExactnessProperties {

    private static final Duration LONGEST_ATOM = Duration.ofMillis(10);

    /** A job that failed for ever would never end. */
    private static final int MOST_FAILING_CALLS = 200;

    @Property(tries = 40)
    void anySequenceOfWindowsAndFailuresEndsInTheBitsOfTheStraightRun(
            @ForAll long seed,
            @ForAll @LongRange(min = 1, max = 120) long atoms,
            @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 400) Integer> windowMillis,
            @ForAll @IntRange(min = 0, max = 7) int failEvery,
            @ForAll boolean freshWorkerEachTime)
            throws Exception {
        String straight = StraightRun.of(() -> new RandomWalk(atoms, seed), VirtualTime.create(), next -> {})
                .sha256();
        Path directory = Files.createTempDirectory("exactness");
        try {
            assertThat(atomized(directory, seed, atoms, windowMillis, failEvery, freshWorkerEachTime))
                    .isEqualTo(straight);
        } finally {
            delete(directory);
        }
    }

    private static String atomized(
            Path directory, long seed, long atoms, List<Integer> windowMillis, int failEvery, boolean fresh)
            throws Exception {
        VirtualTime time = VirtualTime.create();
        CheckpointStore store = Checkpoints.in(directory, "walk");
        int[] calls = {0};
        JobSource source = () -> new RandomWalk(JobSpec.of("walk", atoms), seed, time, LONGEST_ATOM, atom -> {
            calls[0]++;
            if (failEvery > 0 && calls[0] < MOST_FAILING_CALLS && calls[0] % (10 + failEvery) == 0) {
                throw new IllegalStateException("injected");
            }
        });
        SubjobRunner runner = new SubjobRunner(source, store, job -> ReportedMemory.of(job, 1), time);
        long next = 0;
        for (int window = 0; next < atoms; window++) {
            // Past the random windows come long ones, so that every run ends.
            int millis = window < windowMillis.size() ? windowMillis.get(window) : 1000;
            Instant ends = time.now().plusMillis(millis);
            Report report = runner.run(Plans.of(window + 1, next, Math.min(atoms, next + 40), ends), (n, m) -> {});
            assertThat(time.now()).as("the window is not overrun").isBeforeOrEqualTo(ends);
            boolean finished = report.outcome() instanceof Outcome.Finished;
            assertThat(finished).isEqualTo(report.outcome().nextAtom() == atoms);
            next = report.outcome().nextAtom();
            if (fresh) {
                runner.close();
                runner = new SubjobRunner(source, store, job -> ReportedMemory.of(job, 1), time);
            }
        }
        runner.close();
        return store.latest().orElseThrow().sha256();
    }

    private static void delete(Path directory) throws Exception {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
