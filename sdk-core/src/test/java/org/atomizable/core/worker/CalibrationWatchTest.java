package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.RandomWalk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationWatchTest {

    private static final Slice SLICE = new Slice("s", new SliceKind("2g.20gb"), Bytes.gibi(1));

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();

    private JobSource walk(RandomWalk.Mishap mishap) {
        return () -> new RandomWalk(JobSpec.of("walk", 1000), 7, VirtualTime.create(), Duration.ofMillis(1), mishap);
    }

    private Worker worker(JobSource source, Path store) throws Exception {
        return new InProcessLauncher(source, StoreOpening.in(store, "walk"), job -> () -> Bytes.of(1), time)
                .launch(SLICE);
    }

    /** Waits for ever in atom 5, as the test's own thread lets virtual time pass. */
    private List<String> heardOfAnEndlessAtom(Duration limit, List<WorkerException> failures) throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Worker worker = worker(
                walk(atom -> {
                    if (atom == 5) {
                        reached.countDown();
                        never.await();
                    }
                }),
                directory.resolve("store"));
        List<String> heard = new CopyOnWriteArrayList<>();
        Thread waiting = new Thread(() -> failures.add(catchThrowableOfType(
                WorkerException.class,
                () -> worker.calibrate(24, limit, (step, since) -> heard.add(step + " " + since.toSeconds())))));
        waiting.start();
        reached.await();
        while (heard.isEmpty() && waiting.isAlive()) {
            time.advance(Duration.ofSeconds(1));
            waiting.join(1);
        }
        while (waiting.isAlive()) {
            time.advance(limit);
            waiting.join(1);
        }
        return heard;
    }

    @Test
    void anAtomThatNeverEndsIsGivenUpAndNamedWithItsPlaceInTheCode() throws Exception {
        List<WorkerException> failures = new ArrayList<>();

        List<String> heard = heardOfAnEndlessAtom(Duration.ofDays(1), failures);

        assertThat(failures).singleElement().satisfies(stuck -> {
            assertThat(stuck.kind()).isEqualTo(FailureKind.STUCK);
            assertThat(stuck)
                    .hasMessageContainingAll(
                            "atom 5 had not ended",
                            "; it is at org.atomizable.core.worker.CalibrationWatchTest.",
                            "--calibration-limit");
        });
        assertThat(heard).isNotEmpty().allMatch(step -> step.startsWith("atom 5 "));
    }

    @Test
    void aWatchedCalibrationSeesWhatAnUnwatchedOneDoes() throws Exception {
        try (Worker worker = worker(walk(atom -> {}), directory.resolve("store"))) {
            assertThat(worker.calibrate(24, Duration.ofMinutes(1), (step, since) -> {}))
                    .extracting(Sample::phase)
                    .containsAll(worker.calibrate(24).stream()
                            .map(Sample::phase)
                            .distinct()
                            .toList());
        }
    }

    @Test
    void aJobThatThrowsIsToldByWhatItThrew() throws Exception {
        try (Worker worker = worker(
                walk(atom -> {
                    throw new IllegalStateException("no data");
                }),
                directory.resolve("store"))) {
            assertThatThrownBy(() -> worker.calibrate(24, Duration.ofMinutes(1), (step, since) -> {}))
                    .isInstanceOf(WorkerException.class)
                    .hasMessageContaining("no data")
                    .extracting(it -> ((WorkerException) it).kind())
                    .isEqualTo(FailureKind.JOB);
        }
    }

    @Test
    void aPlaceThatCannotBeWrittenIsToldAsAFailureOfTheStorage() throws Exception {
        Worker worker = worker(walk(atom -> {}), directory.resolve("place/store"));
        Files.move(directory.resolve("place"), directory.resolve("elsewhere"));
        Files.writeString(directory.resolve("place"), "now a file");

        WorkerException failure = catchThrowableOfType(
                WorkerException.class, () -> worker.calibrate(24, Duration.ofMinutes(1), (step, since) -> {}));

        assertThat(failure.kind()).isEqualTo(FailureKind.CHECKPOINT);
        assertThat(failure).hasMessageContainingAll("store.calibration-", "can be written and has room");
    }
}
