package org.atomizable.profiler.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.store.ProfileKey;
import org.atomizable.profiler.store.RecordedRun;
import org.atomizable.profiler.store.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class BacktestTest {

    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final Phase EVALUATION = new Phase("evaluation");

    private static Recording recording(int subjobs, IntFunction<List<Sample>> each) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < subjobs; i++) {
            samples.add(sample(Phase.RESTORE, 10, 1000));
            samples.addAll(each.apply(i));
            samples.add(sample(Phase.CHECKPOINT, 10, 1000));
        }
        List<RecordedRun> runs = new ArrayList<>();
        for (int from = 0; from < samples.size(); from += RecordedRun.MOST_SAMPLES) {
            List<Sample> part = samples.subList(from, Math.min(samples.size(), from + RecordedRun.MOST_SAMPLES));
            runs.add(run("run", from, part));
        }
        return new Recording("job", new ProfileKey(KIND, new TreeMap<>()), runs);
    }

    private static RecordedRun run(String id, long began, List<Sample> samples) {
        return new RecordedRun(
                new RecordedRun.Origin(id, Instant.ofEpochSecond(began), "machine"),
                RecordedRun.Observed.ofSamples(samples),
                KeptPromises.NONE);
    }

    private static Sample sample(Phase phase, long millis, long kibi) {
        return new Sample(KIND, phase, Duration.ofMillis(millis), Bytes.of(kibi * 1024));
    }

    @Test
    void aJobThatAlwaysNeedsTheSameIsSoonBoundedByItsPeakAndATenth() {
        Backtest test = Backtest.of(
                recording(200, i -> List.of(sample(Phase.WARM_UP, 20, 2000), sample(Phase.STEADY, 20, 2000))),
                Optional.empty(),
                Promise.DEFAULT);
        assertThat(test.subjobs()).isEqualTo(197);
        assertThat(test.memory().coverage().share()).isEqualTo(1);
        assertThat(test.wasteVsStaticPeak()).isLessThanOrEqualTo(0.01);
        assertThat(test.rivals().get("staticPeak").wasteVsOracle()).isCloseTo(0, within(1e-9));
        assertThat(test.rivals().get("staticPeakPlusTenth").wasteVsOracle()).isCloseTo(0.1, within(1e-9));
        assertThat(test.methods()).containsKey("widened maximum");
    }

    @Test
    void aJobThatSeldomEvaluatesReservesForItOnlyWhereItDoes() {
        Backtest test = Backtest.of(
                recording(
                        400,
                        i -> i % 10 == 9
                                ? List.of(sample(Phase.WARM_UP, 20, 2000), sample(EVALUATION, 20, 8000))
                                : List.of(sample(Phase.WARM_UP, 20, 2000), sample(Phase.STEADY, 20, 2000))),
                Optional.empty(),
                Promise.DEFAULT);
        assertThat(test.wasteVsStaticPeak()).isLessThan(-0.5);
        assertThat(test.memory().coverage().share()).isGreaterThanOrEqualTo(0.99);
    }

    @Test
    void aPeakThatWasNeverSeenBeforeIsCountedAsBroken() {
        Backtest test = Backtest.of(
                recording(100, i -> List.of(sample(Phase.WARM_UP, 20, i == 50 ? 9000 : 2000))),
                Optional.empty(),
                Promise.DEFAULT);
        assertThat(test.memory().coverage().share()).isCloseTo(96.0 / 97, within(1e-9));
        assertThat(test.memory().coverage().low()).isLessThan(96.0 / 97);
        assertThat(test.memory().coverage().high()).isBetween(96.0 / 97, 1.0);
    }

    /** Nothing later may be known of a subjob than what was recorded before it. */
    @Test
    void whatIsRecordedLaterDoesNotChangeWhatWasPromisedBefore() {
        Random random = new Random(3);
        List<Long> peaks = random.longs(300, 1000, 2000).boxed().toList();
        Recording half = recording(150, i -> List.of(sample(Phase.WARM_UP, 20, peaks.get(i))));
        List<Sample> later = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            // What takes no time reserves nothing, whatever its bound.
            later.add(sample(Phase.RESTORE, 0, 1000));
            later.add(sample(Phase.WARM_UP, 0, 10 * peaks.get(150 + i)));
        }
        Recording whole = half.merge(new Recording("job", half.key(), List.of(run("later", 9999, later))));
        assertThat(Backtest.of(whole, Optional.empty(), Promise.DEFAULT)
                        .memory()
                        .reserved())
                .isCloseTo(
                        Backtest.of(half, Optional.empty(), Promise.DEFAULT)
                                .memory()
                                .reserved(),
                        within(1.0));
    }

    @Test
    void aLooserPromiseReservesLessAndBreaksMore() {
        Random random = new Random(4);
        List<Long> peaks = random.longs(400, 1000, 9000).boxed().toList();
        Recording recording = recording(400, i -> List.of(sample(Phase.WARM_UP, 20, peaks.get(i))));
        Backtest strict = Backtest.of(recording, Optional.empty(), new Promise(0.01, 0.95, 0.05));
        Backtest loose = Backtest.of(recording, Optional.empty(), new Promise(0.2, 0.95, 0.05));
        assertThat(loose.memory().reserved()).isLessThan(strict.memory().reserved());
        assertThat(loose.memory().coverage().share()).isBetween(0.8, 0.95);
        assertThat(strict.memory().coverage().share()).isGreaterThanOrEqualTo(0.99);
        assertThat(strict.calibration().get(0.2)).isEqualTo(loose.memory().coverage());
    }

    @Test
    void tooFewSubjobsAreRefusedWithTheRemedy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backtest.of(
                        recording(3, i -> List.of(sample(Phase.WARM_UP, 20, 2000))), Optional.empty(), Promise.DEFAULT))
                .withMessageContaining("measure it for longer");
    }
}
