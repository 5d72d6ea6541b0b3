package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class DeclarationTest {

    private static final SliceKind SMALL = new SliceKind("1g.10gb");
    private static final JobProfile DECLARED = JobProfile.declared(Optional.of(Bytes.gibi(4)));

    private static List<Sample> steady(SliceKind kind, int count, long millis, Bytes peak) {
        return Collections.nCopies(count, sample(kind, Phase.STEADY, millis, peak));
    }

    private static Sample sample(SliceKind kind, Phase phase, long millis, Bytes peak) {
        return new Sample(kind, phase, Duration.ofMillis(millis), peak);
    }

    @Test
    void aDeclarationIsBelievedUntilLessIsProved() {
        JobProfile few = DECLARED.with(steady(SMALL, 298, 20, Bytes.gibi(2)));
        assertThat(few.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper()).isEqualTo(Bytes.gibi(4));
        assertThat(few.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method()).isEqualTo("declared");
        JobProfile many = DECLARED.with(steady(SMALL, 300, 20, Bytes.gibi(2)));
        assertThat(many.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper()).isEqualTo(Bytes.gibi(2));
        assertThat(many.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method()).isEqualTo("order statistic");
        assertThat(many.peak(SMALL, Phase.STEADY, 2, Promise.DEFAULT).upper()).isEqualTo(Bytes.gibi(4));
    }

    @Test
    void whereWindowsHaveLessADeclarationIsLoweredToThatOnceAFewAtomsWereMeasured() {
        JobProfile few = DECLARED.within(Bytes.gibi(3)).with(steady(SMALL, 7, 20, Bytes.gibi(2)));
        assertThat(few.peak(SMALL, Phase.STEADY, 10, Promise.DEFAULT).upper()).isEqualTo(Bytes.gibi(4));
        JobProfile enough = few.with(steady(SMALL, 1, 20, Bytes.gibi(2)));
        assertThat(enough.peak(SMALL, Phase.STEADY, 10, Promise.DEFAULT).upper())
                .isEqualTo(Bytes.gibi(3));
        assertThat(enough.peak(SMALL, Phase.STEADY, 10, Promise.DEFAULT).method())
                .isEqualTo("declared, as far as windows go");
        assertThat(enough.footprint(SMALL, 10, Promise.DEFAULT).memory().upper())
                .isEqualTo(Bytes.gibi(3));
        assertThat(enough.within(JobProfile.UNKNOWN_MEMORY))
                .isEqualTo(DECLARED.with(steady(SMALL, 8, 20, Bytes.gibi(2))));
    }

    @Test
    void aGuessIsLoweredToWhatWindowsHaveOnlyIfTheLargestPeakAndATenthFitThat() {
        JobProfile one = JobProfile.declared(Optional.empty())
                .with(List.of(
                        sample(SMALL, Phase.RESTORE, 20, Bytes.gibi(1)),
                        sample(SMALL, Phase.WARM_UP, 20, Bytes.gibi(10)),
                        sample(SMALL, Phase.CHECKPOINT, 20, Bytes.gibi(1))));
        assertThat(one.footprint(SMALL, 1, Promise.DEFAULT).memory().upper()).isGreaterThan(Bytes.gibi(20));
        JobProfile lowered = one.within(Bytes.gibi(12));
        assertThat(lowered.footprint(SMALL, 1, Promise.DEFAULT).memory().upper())
                .isEqualTo(Bytes.gibi(12));
        assertThat(lowered.peak(SMALL, Phase.WARM_UP, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, as far as windows go");
        assertThat(one.within(Bytes.gibi(10))
                        .footprint(SMALL, 1, Promise.DEFAULT)
                        .memory())
                .isEqualTo(one.footprint(SMALL, 1, Promise.DEFAULT).memory());
    }

    @Test
    void aBoundFollowsARiseAtOnce() {
        JobProfile risen =
                DECLARED.with(steady(SMALL, 1000, 20, Bytes.gibi(1))).with(steady(SMALL, 1, 20, Bytes.gibi(3)));
        assertThat(risen.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper()).isEqualTo(Bytes.gibi(3));
        assertThat(risen.mostAtoms(SMALL, Bytes.gibi(2), Duration.ofDays(10_000), Long.MAX_VALUE, Promise.DEFAULT))
                .isZero();
    }

    @Test
    void aRiseBeforeTheFirstAtomOfASubjobThatContinuesCountsToo() {
        Sample continued = new Sample(SMALL, Phase.CONTINUE, Duration.ofMillis(1), Bytes.gibi(3));
        JobProfile before = JobProfile.declared(Optional.empty()).with(steady(SMALL, 1000, 20, Bytes.gibi(1)));
        assertThat(mostIn(Bytes.gibi(2), before)).isPositive();
        assertThat(mostIn(Bytes.gibi(2), before.with(List.of(continued)))).isZero();
    }

    private static long mostIn(Bytes capacity, JobProfile profile) {
        return profile.mostAtoms(SMALL, capacity, Duration.ofDays(10_000), Long.MAX_VALUE, Promise.DEFAULT);
    }

    @Test
    void aPeakThatWasOnlyPartlySeenCountsAsThatMuch() {
        Sample failed = new Sample(SMALL, Phase.STEADY, Duration.ZERO, Bytes.gibi(3), true);
        JobProfile risen = DECLARED.with(steady(SMALL, 100, 20, Bytes.gibi(1))).with(List.of(failed));
        assertThat(risen.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper()).isGreaterThanOrEqualTo(Bytes.gibi(3));
        assertThat(risen.withNewestTimes(1)
                        .peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT)
                        .upper())
                .isGreaterThanOrEqualTo(Bytes.gibi(3));
        assertThat(risen.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT))
                .isEqualTo(DECLARED.with(steady(SMALL, 100, 20, Bytes.gibi(1)))
                        .span(SMALL, Phase.STEADY, 1, Promise.DEFAULT));
    }

    @Test
    void aDeclarationThatWasExceededIsBelievedNoLonger() {
        JobProfile refuted = DECLARED.with(steady(SMALL, 10, 20, Bytes.gibi(8)));
        assertThat(refuted.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum");
        assertThat(refuted.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper())
                .isEqualTo(Bytes.gibi(8).times(1.1));
    }
}
