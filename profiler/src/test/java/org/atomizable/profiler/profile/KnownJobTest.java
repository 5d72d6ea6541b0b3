package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

/** What a profile answers beside bounds: how likely more is, and what it was made from. */
class KnownJobTest {

    private static final SliceKind SMALL = new SliceKind("1g.10gb");
    private static final SliceKind LARGE = new SliceKind("3g.40gb");
    private static final JobProfile NOTHING = JobProfile.declared(Optional.empty());
    private static final Bytes PEAK = Bytes.mebi(100);
    private static final Promise LOOSE = new Promise(0.2, 0.9, 0.2);

    private static List<Sample> samples(int count, SliceKind kind, Phase phase, Bytes peak) {
        return Collections.nCopies(count, new Sample(kind, phase, Duration.ofMillis(20), peak));
    }

    private static double chance(JobProfile profile, Phase phase, Bytes capacity) {
        return profile.chanceOfMore(SMALL, phase, 1, capacity, 0.95);
    }

    /** The probability of which none of {@code count} observations leaves this doubt. */
    private static double ofNone(int count, double doubt) {
        return 1 - Math.pow(doubt, 1.0 / count);
    }

    @Test
    void whatWasNeverExceededIsExceededWithLittleProbability() {
        JobProfile profile = NOTHING.with(samples(100, SMALL, Phase.STEADY, PEAK));
        assertThat(chance(profile, Phase.STEADY, PEAK)).isCloseTo(ofNone(100, 0.05), within(1e-9));
        assertThat(profile.chanceOfMore(SMALL, Phase.STEADY, 1, PEAK, 0.99)).isCloseTo(ofNone(100, 0.01), within(1e-9));
        assertThat(chance(profile, Phase.STEADY, Bytes.mebi(99))).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> profile.chanceOfMore(SMALL, Phase.STEADY, 0, PEAK, 0.95));
    }

    @Test
    void whatWasNotSeenOrNotCountedMayAlwaysBeExceeded() {
        JobProfile uncounted = NOTHING.with(samples(100, SMALL, Phase.STEADY, Bytes.ZERO));
        assertThat(chance(uncounted, Phase.STEADY, PEAK)).isEqualTo(1);
        assertThat(chance(NOTHING, Phase.STEADY, PEAK)).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> NOTHING.chanceOfMore(SMALL, Phase.STEADY, 0, PEAK, 0.95));
    }

    @Test
    void whatWasSeenOnOtherKindsOfSliceIsTakenToBeLarger() {
        JobProfile profile = NOTHING.with(samples(100, LARGE, Phase.STEADY, PEAK));
        assertThat(chance(profile, Phase.STEADY, Bytes.mebi(109))).isEqualTo(1);
        assertThat(chance(profile, Phase.STEADY, Bytes.mebi(111))).isCloseTo(ofNone(100, 0.05), within(1e-9));
    }

    @Test
    void theChancesOfThePhasesOfASubjobAreAddedUpAndShareTheDoubt() {
        JobProfile profile = NOTHING.with(samples(200, SMALL, Phase.RESTORE, PEAK))
                .with(samples(300, SMALL, Phase.WARM_UP, PEAK))
                .with(samples(400, SMALL, Phase.CHECKPOINT, PEAK))
                .with(samples(500, SMALL, Phase.STEADY, PEAK));
        double third = 0.05 / 3;
        assertThat(profile.chanceOfMore(SMALL, 1, PEAK, 0.95))
                .isCloseTo(ofNone(200, third) + ofNone(300, third) + ofNone(400, third), within(1e-9));
        double fourth = 0.05 / 4;
        double steady = profile.chanceOfMore(SMALL, Phase.STEADY, 4, PEAK, 1 - fourth);
        assertThat(steady).isGreaterThan(ofNone(500, fourth));
        assertThat(profile.chanceOfMore(SMALL, 5, PEAK, 0.95))
                .isCloseTo(ofNone(200, fourth) + ofNone(300, fourth) + ofNone(400, fourth) + steady, within(1e-9));
        assertThat(profile.chanceOfMore(SMALL, 5, Bytes.mebi(99), 0.95)).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> profile.chanceOfMore(SMALL, 0, PEAK, 0.95));
    }

    @Test
    void whatIsBelievedAndWhatWasKeptCanBeReplaced() {
        JobProfile measured =
                JobProfile.declared(Optional.of(Bytes.gibi(4))).with(samples(3, SMALL, Phase.STEADY, PEAK));
        JobProfile believing = measured.believing(JobSpec.of("job", 10).withMemory(Bytes.gibi(2)));
        assertThat(believing.priorMemory()).contains(Bytes.gibi(2));
        assertThat(believing.samples(Phase.STEADY)).hasSize(3);
        KeptPromises broken = KeptPromises.NONE.afterMemory(LOOSE, true);
        assertThat(believing.knowing(broken).kept()).isEqualTo(broken);
        assertThat(believing.kept()).isEqualTo(KeptPromises.NONE);
        Sample stopped = new Sample(SMALL, Phase.STEADY, Duration.ofSeconds(7), PEAK, true);
        assertThat(measured.with(List.of(stopped)).longestUnfinished()).isEqualTo(Duration.ofSeconds(7));
        assertThat(measured.longestUnfinished()).isZero();
    }

    @Test
    void whatWasMeasuredUnderAnotherKeyAnswersWhereNothingElseDoes() {
        JobProfile before = NOTHING.with(samples(3, SMALL, Phase.CHECKPOINT, PEAK));
        JobProfile both = NOTHING.with(samples(3, SMALL, Phase.STEADY, PEAK)).besides(before, 2, "v1");
        assertThat(both.peak(SMALL, Phase.CHECKPOINT, 1, LOOSE).method()).contains("v1");
        assertThat(both.peak(SMALL, Phase.CHECKPOINT, 1, LOOSE).upper()).isGreaterThanOrEqualTo(PEAK.times(2));
        assertThat(both.peak(SMALL, Phase.STEADY, 1, LOOSE).method()).doesNotContain("v1");
    }

    @Test
    void aSubjobOfSomePhasesIsBoundedByThese() {
        JobProfile profile = NOTHING.with(samples(50, SMALL, Phase.STEADY, PEAK))
                .with(samples(50, SMALL, Phase.RESTORE, Bytes.mebi(300)));
        assertThat(profile.footprint(SMALL, Map.of(Phase.STEADY, 2L), LOOSE).memory())
                .isEqualTo(profile.peak(SMALL, Phase.STEADY, 2, LOOSE));
        Duration single = profile.single(SMALL, Phase.STEADY, LOOSE);
        assertThat(single)
                .isGreaterThanOrEqualTo(
                        profile.span(SMALL, Phase.STEADY, 1, LOOSE).upper());
        Profile ahead = profile.from(JobSpec.openEnded("job").withRecurring("evaluation", 10), 3);
        assertThat(ahead.single(SMALL, Phase.STEADY, LOOSE)).isEqualTo(single);
        assertThat(ahead.span(SMALL, Phase.STEADY, 2, LOOSE)).isEqualTo(profile.span(SMALL, Phase.STEADY, 2, LOOSE));
    }

    @Test
    void profilesAreEqualIfTheyKnowTheSame() {
        ObservedSubjob subjob = StagedJob.changingAt(5, 100, 200).subjob(0, 3);
        JobProfile one = NOTHING.with(subjob);
        assertThat(one).isEqualTo(NOTHING.with(subjob)).hasSameHashCodeAs(NOTHING.with(subjob));
        assertThat(one.hashCode()).isNotEqualTo(NOTHING.hashCode());
        assertThat(one)
                .isNotEqualTo(NOTHING.with(subjob.samples()))
                .isNotEqualTo(NOTHING.with(List.of(), List.of(subjob)))
                .isNotEqualTo(one.believing(JobSpec.of("job", 10).withMemory(PEAK)))
                .isNotEqualTo(one.knowing(KeptPromises.NONE.afterTime(LOOSE, true)))
                .isNotEqualTo("a profile");
    }
}
