package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class SeenPhasesTest {

    private static final SliceKind SMALL = new SliceKind("1g.10gb");
    private static final SliceKind LARGE = new SliceKind("2g.20gb");

    private static Sample sample(SliceKind kind, Phase phase, long seconds, long peak, boolean unfinished, long atom) {
        return new Sample(kind, phase, Duration.ofSeconds(seconds), Bytes.of(peak), unfinished, atom);
    }

    private static Sample steady(SliceKind kind, long peak, long atom) {
        return sample(kind, Phase.STEADY, 1, peak, false, atom);
    }

    private static SeenPhases seen(Sample... samples) {
        return SeenPhases.NONE.with(List.of(samples));
    }

    @Test
    void whatWasMeasuredUnderAnotherKeyAnswersOnlyWhereNothingElseDoesAndIsWidened() {
        SeenPhases before = seen(steady(SMALL, 100, 0), sample(SMALL, Phase.CHECKPOINT, 9, 300, false, -1));
        SeenPhases both = seen(steady(SMALL, 50, 0)).besides(before, 2, "v1");
        assertThat(both.known(SMALL, Phase.STEADY).series().largestPeak()).isEqualTo(Bytes.of(50));
        Evidence elsewhere = both.known(SMALL, Phase.CHECKPOINT);
        assertThat(elsewhere.series().largestPeak()).isEqualTo(Bytes.of(300));
        assertThat(elsewhere.provable()).isFalse();
        assertThat(elsewhere.slower()).isEqualTo(2);
        assertThat(elsewhere.larger()).isEqualTo(2);
        assertThat(elsewhere.note()).isEqualTo(", of v1 times 2.00");
        assertThat(both.known(SMALL, Phase.RESTORE).series().isEmpty()).isTrue();
        assertThat(both.withNewestTimes(1)
                        .known(SMALL, Phase.CHECKPOINT)
                        .series()
                        .size())
                .isEqualTo(1);
        assertThat(both.only(it -> it.phase().equals(Phase.STEADY))
                        .known(SMALL, Phase.CHECKPOINT)
                        .series()
                        .isEmpty())
                .isTrue();

        Evidence fullest = SeenPhases.NONE.besides(before, 1, "v1").fullestPhase(Phase.CHECKPOINT);
        assertThat(fullest.series().largestPeak()).isEqualTo(Bytes.of(300));
        assertThat(fullest.note()).isEqualTo(", from checkpoint, of v1 times 1.00");
        for (double factor : new double[] {0.99, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> both.besides(before, factor, "v1"));
        }
    }

    @Test
    void ofTwoPhasesThatAreAsFullTheOneOfTheLaterNameAnswers() {
        Evidence fullest = seen(
                        steady(SMALL, 300, 0),
                        sample(SMALL, Phase.CHECKPOINT, 1, 300, false, -1),
                        sample(SMALL, Phase.RESTORE, 1, 200, false, -1))
                .fullestPhase(Phase.CHECKPOINT);
        assertThat(fullest.note()).isEqualTo(", from steady");
        assertThat(SeenPhases.NONE.fullestPhase(Phase.CHECKPOINT)).isEqualTo(Evidence.NONE);
    }

    @Test
    void onlyAtomsThatEndedAndCountedTheirMemoryWereMeasured() {
        SeenPhases seen = seen(
                steady(SMALL, 10, 0),
                steady(SMALL, 10, 1),
                steady(SMALL, 0, 2),
                sample(SMALL, Phase.STEADY, 1, 10, true, 3),
                sample(SMALL, Phase.CHECKPOINT, 1, 10, false, -1));
        assertThat(seen.hasMeasured(2)).isTrue();
        assertThat(seen.hasMeasured(3)).isFalse();
        assertThat(seen.longestUnfinished()).isEqualTo(Duration.ofSeconds(1));
        assertThat(SeenPhases.NONE.longestUnfinished()).isZero();
        assertThat(seen(steady(SMALL, 10, 0), sample(SMALL, Phase.STEADY, 5, 0, true, 1))
                        .longestUnfinished())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void peaksVaryByMoreThanBoundsAreWidened() {
        List<Phase> atoms = List.of(Phase.WARM_UP, Phase.STEADY);
        assertThat(seen(steady(SMALL, 100, 0), steady(SMALL, 112, 1)).peaksVary(atoms))
                .isTrue();
        assertThat(seen(steady(SMALL, 100, 0), steady(SMALL, 109, 1)).peaksVary(atoms))
                .isFalse();
        assertThat(seen(steady(SMALL, 100, 0), sample(SMALL, Phase.CHECKPOINT, 1, 300, false, -1))
                        .peaksVary(atoms))
                .isFalse();
    }

    @Test
    void whereLaterAtomsNeededMoreOnOtherKindsTheirPeaksCount() {
        Sample[] mine = {steady(SMALL, 100, 0), steady(SMALL, 100, 1), steady(SMALL, 100, 2)};
        SeenPhases alone = seen(mine);
        assertThat(alone.knownPeaks(SMALL, Phase.STEADY).note()).isEmpty();
        SeenPhases later = alone.with(List.of(steady(LARGE, 200, 3)));
        assertThat(later.knownPeaks(SMALL, Phase.STEADY).note()).isEqualTo(", pooled");
        assertThat(later.knownPeaks(SMALL, Phase.STEADY).series().largestPeak()).isEqualTo(Bytes.of(200));
        assertThat(alone.with(List.of(steady(LARGE, 100, 3)))
                        .knownPeaks(SMALL, Phase.STEADY)
                        .note())
                .isEmpty();
        assertThat(alone.with(List.of(steady(LARGE, 200, 2)))
                        .knownPeaks(SMALL, Phase.STEADY)
                        .note())
                .isEmpty();
        assertThat(alone.with(List.of(sample(LARGE, Phase.STEADY, 1, 0, true, 9)))
                        .knownPeaks(SMALL, Phase.STEADY)
                        .note())
                .isEmpty();
    }

    @Test
    void aSeriesKnowsItsNewestAtomAndItsFirstStart() {
        Series first = Series.EMPTY.plus(List.of(steady(SMALL, 5, 0)));
        Series series = first.plus(List.of(steady(SMALL, 9, 7), steady(SMALL, 3, 4)));
        assertThat(series.newestAtom()).isEqualTo(7);
        assertThat(Series.EMPTY.newestAtom()).isNegative();
        assertThat(series.largestPeakAfter(4)).isEqualTo(Bytes.of(9));
        assertThat(series.largestPeakAfter(7)).isEqualTo(Bytes.ZERO);
        assertThat(first.isOfFirstStart()).isTrue();
        assertThat(series.isOfFirstStart()).isFalse();
        assertThat(Series.EMPTY.isOfFirstStart()).isFalse();
        assertThat(series).isNotEqualTo(first).isNotEqualTo(series.withNewestTimes(1));
        Series fallen = series.plus(List.of(steady(SMALL, 1, 8), steady(SMALL, 2, 9), steady(SMALL, 1, 10)));
        assertThat(fallen.newestPeak()).isEqualTo(Bytes.of(2));
    }

    private static Sample timed(SliceKind kind, Phase phase, long millis) {
        return new Sample(kind, phase, Duration.ofMillis(millis), Bytes.gibi(1), false, 3);
    }

    @Test
    void whatWasNotSeenOnAKindTakesAsMuchLongerThereAsAtomsDo() {
        SeenPhases seen = SeenPhases.NONE.with(List.of(
                timed(SMALL, Phase.RESTORE, 100),
                timed(SMALL, Phase.WARM_UP, 30),
                timed(SMALL, Phase.STEADY, 10),
                timed(SMALL, Phase.STEADY, 12),
                timed(SMALL, Phase.STEADY, 10),
                timed(LARGE, Phase.COLD_RESTORE, 70),
                timed(LARGE, Phase.STEADY, 4)));
        Evidence slower = seen.known(SMALL, Phase.COLD_RESTORE);
        assertThat(slower.series().longest()).isEqualTo(Duration.ofMillis(175));
        assertThat(slower.slower()).isEqualTo(1.5);
        assertThat(seen.known(LARGE, Phase.WARM_UP).series().longest()).isEqualTo(Duration.ofMillis(12));
        assertThat(seen.known(LARGE, Phase.RESTORE).series().longest())
                .as("reading may be as slow where atoms are faster")
                .isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void whatTheKindItselfShowedOfAPhaseIsNotScaled() {
        SeenPhases seen = SeenPhases.NONE.with(List.of(
                timed(SMALL, Phase.RESTORE, 100),
                timed(SMALL, Phase.STEADY, 10),
                timed(LARGE, Phase.STEADY, 20),
                timed(LARGE, Phase.RESTORE, 190)));
        assertThat(seen.known(LARGE, Phase.RESTORE).series().samples())
                .extracting(Sample::took)
                .containsExactly(Duration.ofMillis(200), Duration.ofMillis(190));
    }

    @Test
    void withoutAtomsOfOnePhaseOnBothKindsTimesStayAsTheyWere() {
        SeenPhases seen = SeenPhases.NONE.with(List.of(
                timed(SMALL, Phase.RESTORE, 100), timed(SMALL, Phase.STEADY, 10), timed(LARGE, Phase.WARM_UP, 90)));
        assertThat(seen.known(LARGE, Phase.RESTORE).series().longest()).isEqualTo(Duration.ofMillis(100));
    }
}
