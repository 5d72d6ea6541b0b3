package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class JobProfileTest {

    private static final SliceKind SMALL = new SliceKind("1g.10gb");
    private static final SliceKind LARGE = new SliceKind("3g.40gb");
    private static final JobProfile NOTHING = JobProfile.declared(Optional.empty());
    private static final JobProfile DECLARED = JobProfile.declared(Optional.of(Bytes.gibi(4)));

    @Test
    void nothingFitsAJobOfWhichNothingIsKnown() {
        assertThat(NOTHING.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method())
                .isEqualTo("unknown");
        assertThat(NOTHING.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method())
                .isEqualTo("unknown");
        assertThat(NOTHING.mostAtoms(SMALL, Bytes.gibi(80), Duration.ofDays(30), Long.MAX_VALUE, Promise.DEFAULT))
                .isZero();
    }

    @Test
    void boundsOfUnknownTimeCanBeSummed() {
        assertThat(NOTHING.footprint(SMALL, Long.MAX_VALUE, Promise.DEFAULT).time())
                .isEqualTo(Duration.ofDays(4000));
    }

    @Test
    void aMarginForOtherKindsOfSliceDoesNotRefuteADeclaration() {
        JobProfile profile = DECLARED.with(steady(LARGE, 10, 20, Bytes.gibi(2).times(1.9)));
        assertThat(profile.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method())
                .isEqualTo("declared");
        assertThat(profile.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper())
                .isEqualTo(Bytes.gibi(4));
        assertThat(profile.peak(SMALL, Phase.CHECKPOINT, 1, Promise.DEFAULT).upper())
                .isEqualTo(Bytes.gibi(4));
    }

    @Test
    void aJobThatDoesNotCountItsMemoryIsBelievedWhatItDeclared() {
        JobProfile uncounted = DECLARED.with(steady(SMALL, 4000, 20, Bytes.ZERO));
        assertThat(uncounted.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper())
                .isEqualTo(Bytes.gibi(4));
        JobProfile silent = NOTHING.with(steady(SMALL, 4000, 20, Bytes.ZERO));
        assertThat(silent.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper()).isEqualTo(Bytes.ZERO);
        assertThat(silent.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method())
                .isEqualTo("not counted");
    }

    @Test
    void aStartThatUsesNothingOfASliceTellsNothingOfItsAtoms() {
        Sample start = new Sample(SMALL, Phase.START_UP, Duration.ofSeconds(1), Bytes.ZERO);

        JobProfile started = NOTHING.with(List.of(start));

        assertThat(started.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper())
                .isEqualTo(JobProfile.UNKNOWN_MEMORY);
    }

    @Test
    void whatARestoreUsesTellsNothingOfAtoms() {
        Sample restore = new Sample(SMALL, Phase.RESTORE, Duration.ofSeconds(1), Bytes.mebi(30));
        Sample cut = new Sample(SMALL, Phase.WARM_UP, Duration.ofSeconds(4), Bytes.ZERO, true);

        JobProfile tried = NOTHING.with(List.of(restore, cut));

        assertThat(tried.peak(SMALL, Phase.WARM_UP, 1, Promise.DEFAULT).upper()).isEqualTo(JobProfile.UNKNOWN_MEMORY);
        assertThat(tried.peak(SMALL, Phase.RESTORE, 1, Promise.DEFAULT).upper()).isLessThan(Bytes.mebi(70));
    }

    @Test
    void aBrokenPromiseAsksForMoreAndManyKeptOnesTakeItBack() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 1000; i >= 1; i--) {
            samples.addAll(steady(SMALL, 1, i, Bytes.mebi(i)));
        }
        Promise loose = new Promise(0.2, 0.9, 0.2);
        JobProfile fresh = NOTHING.with(samples);
        KeptPromises broken = KeptPromises.NONE.afterMemory(loose, true).afterTime(loose, true);
        JobProfile warned = fresh.knowing(broken);
        assertThat(warned.peak(SMALL, Phase.STEADY, 1, loose).upper())
                .isGreaterThan(fresh.peak(SMALL, Phase.STEADY, 1, loose).upper());
        assertThat(warned.span(SMALL, Phase.STEADY, 1, loose).upper())
                .isGreaterThan(fresh.span(SMALL, Phase.STEADY, 1, loose).upper());
        for (int i = 0; i < 4; i++) {
            broken = broken.afterMemory(loose, false).afterTime(loose, false);
        }
        assertThat(fresh.knowing(broken).peak(SMALL, Phase.STEADY, 1, loose))
                .isEqualTo(fresh.peak(SMALL, Phase.STEADY, 1, loose));
    }

    @Test
    void aSlowPastCanBeForgottenButNoPeak() {
        JobProfile slow = NOTHING.with(steady(SMALL, 5, 900, Bytes.gibi(3)))
                .with(steady(SMALL, 8, 20, Bytes.gibi(2)))
                .knowing(KeptPromises.NONE.afterTime(Promise.DEFAULT, true).afterMemory(Promise.DEFAULT, true));
        JobProfile forgetful = slow.withNewestTimes(8);
        assertThat(slow.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper()).isGreaterThan(Duration.ofMillis(900));
        assertThat(forgetful.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper())
                .isLessThan(Duration.ofMillis(40));
        assertThat(forgetful.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT).samples())
                .isEqualTo(8);
        assertThat(forgetful.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT))
                .isEqualTo(slow.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT));
        assertThat(forgetful
                        .with(steady(SMALL, 1, 30, Bytes.gibi(2)))
                        .span(SMALL, Phase.STEADY, 1, Promise.DEFAULT)
                        .samples())
                .isEqualTo(9);
    }

    @Test
    void aKindOfSliceWithFewSamplesIsAnsweredFromAllKindsWithAMargin() {
        JobProfile profile =
                NOTHING.with(steady(LARGE, 20, 20, Bytes.gibi(2))).with(steady(SMALL, 2, 20, Bytes.gibi(2)));
        assertThat(profile.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, pooled");
        assertThat(profile.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, pooled");
        assertThat(profile.span(SMALL, Phase.STEADY, 8, Promise.DEFAULT).upper())
                .isGreaterThan(
                        profile.span(LARGE, Phase.STEADY, 8, Promise.DEFAULT).upper());
        JobProfile own = profile.with(steady(SMALL, 1, 20, Bytes.gibi(2)));
        assertThat(own.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method()).isEqualTo("widened maximum");
    }

    @Test
    void aWarmUpNeverSeenIsAnsweredFromSteadyAtoms() {
        JobProfile profile = NOTHING.with(steady(SMALL, 20, 20, Bytes.gibi(2)));
        assertThat(profile.span(SMALL, Phase.WARM_UP, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, from steady");
        assertThat(profile.span(SMALL, Phase.WARM_UP, 1, Promise.DEFAULT).upper())
                .isEqualTo(profile.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT)
                        .upper()
                        .multipliedBy(4));
        assertThat(profile.span(LARGE, Phase.WARM_UP, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, pooled, from steady");
    }

    @Test
    void steadyAtomsNeverSeenAreAnsweredFromWarmUps() {
        JobProfile profile = NOTHING.with(List.of(sample(SMALL, Phase.WARM_UP, 80, Bytes.gibi(2))));
        assertThat(profile.span(SMALL, Phase.STEADY, 5, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, from warm-up");
    }

    @Test
    void theTimeOfACheckpointNeverSeenIsUnknownAndItsMemoryThatOfTheFullestPhase() {
        JobProfile profile = NOTHING.with(steady(SMALL, 4000, 20, Bytes.gibi(2)))
                .with(List.of(sample(SMALL, Phase.RESTORE, 80, Bytes.gibi(4))));
        assertThat(profile.span(SMALL, Phase.CHECKPOINT, 1, Promise.DEFAULT).method())
                .isEqualTo("unknown");
        assertThat(profile.peak(SMALL, Phase.CHECKPOINT, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, from restore");
        assertThat(profile.peak(SMALL, Phase.CHECKPOINT, 1, Promise.DEFAULT).upper())
                .isEqualTo(Bytes.gibi(4).times(1.25 * 2.2));
    }

    @Test
    void nothingIsProvedOfAPhaseFromAnother() {
        JobProfile profile = NOTHING.with(steady(SMALL, 4000, 20, Bytes.gibi(2)));
        assertThat(profile.peak(SMALL, Phase.CHECKPOINT, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, from steady");
    }

    @Test
    void windowsAreWellFilledAfterAFewSubjobs() {
        SplittableRandom random = new SplittableRandom(4);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            long micros = (long) (20_000 * Math.exp(0.15 * (random.nextDouble() + random.nextDouble() - 1)));
            samples.add(new Sample(SMALL, Phase.STEADY, Duration.ofNanos(micros * 1000), Bytes.gibi(2)));
        }
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT)) {
            samples.addAll(Collections.nCopies(3, sample(SMALL, phase, 60, Bytes.gibi(2))));
        }
        JobProfile profile = NOTHING.with(samples);
        long atoms = profile.mostAtoms(SMALL, Bytes.gibi(10), Duration.ofSeconds(4), 10_000, Promise.DEFAULT);
        // Without any margin, (4000 - 180) / 20 = 191 atoms would fit, and 15 less with what is kept free of every
        // window.
        assertThat(atoms).isBetween(108L, 176L);
    }

    @Test
    void onlyTheNewestSamplesAreKept() {
        JobProfile profile = NOTHING.with(steady(SMALL, 2 * Series.KEPT, 20, Bytes.gibi(2)))
                .with(steady(SMALL, Series.KEPT, 30, Bytes.gibi(1)));
        assertThat(profile.samples(Phase.STEADY))
                .hasSize(Series.KEPT)
                .containsOnly(sample(SMALL, Phase.STEADY, 30, Bytes.gibi(1)));
    }

    private static Sample cutOff(Phase phase, long millis) {
        return new Sample(SMALL, phase, Duration.ofMillis(millis), Bytes.ZERO, true);
    }

    private static Duration upper(JobProfile profile, Phase phase, long atoms) {
        return profile.span(SMALL, phase, atoms, Promise.DEFAULT).upper();
    }

    @Test
    void anAtomThatWasCutOffIsTakenToBeHalfAsLongAgainAndTheOthersAsUsual() {
        JobProfile usual = NOTHING.with(steady(SMALL, 2000, 20, Bytes.gibi(2)));
        JobProfile profile = usual.with(List.of(cutOff(Phase.STEADY, 4000)));

        assertThat(upper(usual, Phase.STEADY, 1)).isEqualTo(Duration.ofMillis(20));
        assertThat(upper(profile, Phase.STEADY, 1)).isEqualTo(Duration.ofMillis(6000));
        assertThat(upper(profile, Phase.STEADY, 2)).isEqualTo(Duration.ofMillis(6020));
        assertThat(profile.span(SMALL, Phase.STEADY, 1, Promise.DEFAULT).method())
                .endsWith(", after an overrun");
        assertThat(profile.peak(SMALL, Phase.STEADY, 1, Promise.DEFAULT).upper())
                .isEqualTo(Bytes.gibi(2));
    }

    @Test
    void eachFurtherOverrunWidensTheBoundFurther() {
        JobProfile profile = NOTHING.with(steady(SMALL, 2000, 20, Bytes.gibi(2)));
        Duration before = upper(profile, Phase.STEADY, 1);
        for (int i = 0; i < 5; i++) {
            // It is cut off where the bound was.
            profile = profile.with(List.of(cutOff(Phase.STEADY, before.toMillis() + 1)));
            assertThat(upper(profile, Phase.STEADY, 1))
                    .isGreaterThanOrEqualTo(before.multipliedBy(3).dividedBy(2));
            before = upper(profile, Phase.STEADY, 1);
        }
    }

    @Test
    void aBoundThatAnOverrunWidenedRecoversAsAtomsComeToTheirEnd() {
        JobProfile profile =
                NOTHING.with(steady(SMALL, 2000, 20, Bytes.gibi(2))).with(List.of(cutOff(Phase.STEADY, 4000)));
        Duration before = upper(profile, Phase.STEADY, 1);
        for (int i = 0; i < 20; i++) {
            profile = profile.with(steady(SMALL, 1, 20, Bytes.gibi(2)));
            assertThat(upper(profile, Phase.STEADY, 1)).isLessThan(before);
            before = upper(profile, Phase.STEADY, 1);
        }
        assertThat(before).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void whatWasCutOffIsTheFirstThatIsForgottenWhereNothingFits() {
        JobProfile profile =
                NOTHING.with(steady(SMALL, 3, 20, Bytes.gibi(2))).with(List.of(cutOff(Phase.STEADY, 4000)));
        assertThat(upper(profile.withNewestTimes(1), Phase.STEADY, 1)).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void aPhaseThatNeverCameToItsEndIsBoundedAllTheSame() {
        JobProfile profile =
                NOTHING.with(steady(SMALL, 10, 20, Bytes.gibi(2))).with(List.of(cutOff(Phase.RESTORE, 4000)));
        assertThat(upper(profile, Phase.RESTORE, 1)).isGreaterThan(Duration.ofMillis(4000));
        assertThat(profile.peak(SMALL, Phase.RESTORE, 1, Promise.DEFAULT).upper())
                .isGreaterThan(Bytes.gibi(2));
    }

    @Test
    void warmTimesDoNotHideColdOnes() {
        List<Sample> warm = new ArrayList<>();
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT, Phase.STEADY)) {
            warm.addAll(Collections.nCopies(2000, sample(SMALL, phase, 20, Bytes.gibi(2))));
        }
        JobProfile profile = NOTHING.with(warm)
                .with(Collections.nCopies(2, sample(SMALL, Phase.COLD_CHECKPOINT, 3000, Bytes.gibi(2))));
        JobSpec spec = JobSpec.of("job", 100);

        Footprint warmly = profile.from(spec, 0, false).footprint(SMALL, 1, Promise.DEFAULT);
        Footprint coldly = profile.from(spec, 0, true).footprint(SMALL, 1, Promise.DEFAULT);

        assertThat(warmly.time()).isEqualTo(Duration.ofMillis(60));
        assertThat(coldly.time()).isGreaterThan(Duration.ofMillis(3000));
        assertThat(coldly.memory().upper()).hasToString("2.20GiB");
    }

    @Test
    void aColdSubjobKeepsTimeFreeForItsCheckpoint() {
        JobProfile profile = NOTHING.with(Collections.nCopies(2000, sample(SMALL, Phase.STEADY, 20, Bytes.gibi(2))))
                .with(Collections.nCopies(2000, sample(SMALL, Phase.COLD_CHECKPOINT, 300, Bytes.gibi(2))));

        Footprint coldly = profile.from(JobSpec.of("job", 100), 0, true).footprint(SMALL, 5, Promise.DEFAULT);

        // Never less than the bound, and a little more for its next value.
        assertThat(coldly.checkpoint()).isBetween(Duration.ofMillis(300), Duration.ofMillis(320));
        assertThat(coldly.reserve().beforeCheckpoint()).isGreaterThan(Duration.ofMillis(600));
    }

    @Test
    void coldTimesThatWereNeverSeenAreTwiceTheWarmOnes() {
        JobProfile profile = NOTHING.with(Collections.nCopies(2000, sample(SMALL, Phase.RESTORE, 20, Bytes.gibi(2))));
        assertThat(upper(profile, Phase.COLD_RESTORE, 1)).isEqualTo(Duration.ofMillis(40));
        assertThat(profile.span(SMALL, Phase.COLD_RESTORE, 1, Promise.DEFAULT).method())
                .endsWith(", from restore");
    }

    @Test
    void aProfileTellsWhatItWasMadeFrom() {
        JobProfile profile =
                DECLARED.with(steady(LARGE, 2, 20, Bytes.gibi(2))).with(steady(SMALL, 1, 20, Bytes.gibi(2)));
        assertThat(profile.priorMemory()).contains(Bytes.gibi(4));
        assertThat(profile.kinds()).containsExactly(SMALL, LARGE);
        assertThat(profile.samples(Phase.RESTORE)).isEmpty();
        assertThat(profile.samples(Phase.STEADY)).hasSize(3);
    }

    @Test
    void timesBeyondAllWindowsAreBoundedByForever() {
        Sample endless = new Sample(SMALL, Phase.STEADY, Duration.ofSeconds(Long.MAX_VALUE), Bytes.gibi(2));
        JobProfile profile = NOTHING.with(Collections.nCopies(5, endless));
        assertThat(profile.span(SMALL, Phase.STEADY, 100, Promise.DEFAULT).upper())
                .isEqualTo(Duration.ofDays(1000));
    }

    @Test
    void fewerThanOneAtomIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> NOTHING.peak(SMALL, Phase.STEADY, 0, Promise.DEFAULT));
        assertThatIllegalArgumentException().isThrownBy(() -> NOTHING.span(SMALL, Phase.STEADY, 0, Promise.DEFAULT));
    }

    private static List<Sample> steady(SliceKind kind, int count, long millis, Bytes peak) {
        return Collections.nCopies(count, sample(kind, Phase.STEADY, millis, peak));
    }

    private static Sample sample(SliceKind kind, Phase phase, long millis, Bytes peak) {
        return new Sample(kind, phase, Duration.ofMillis(millis), peak);
    }
}
