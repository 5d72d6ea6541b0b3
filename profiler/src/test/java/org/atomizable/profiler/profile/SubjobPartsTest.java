package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

/** What bounds a subjob that has phases of its own beside restore, atoms and checkpoint. */
class SubjobPartsTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Phase EVALUATION = new Phase("evaluation");
    private static final Promise LOOSE = new Promise(0.2, 0.9, 0.2);
    private static final JobSpec PLAIN = JobSpec.openEnded("job");
    private static final JobSpec EVALUATING = PLAIN.withRecurring("evaluation", 10);
    private static final int FEW = 4;
    private static final int MANY = 200;

    private static Sample sample(Phase phase, long millis, long mebi) {
        return new Sample(KIND, phase, Duration.ofMillis(millis), Bytes.mebi(mebi));
    }

    private static List<Sample> samples(int count, Sample sample) {
        return Collections.nCopies(count, sample);
    }

    private static JobProfile subjobs(int count) {
        ObservedSubjob each = ObservedSubjob.complete(List.of(
                sample(Phase.RESTORE, 50, 100),
                sample(Phase.WARM_UP, 30, 100),
                sample(Phase.STEADY, 20, 100),
                sample(Phase.STEADY, 20, 100),
                sample(Phase.CHECKPOINT, 40, 100)));
        return JobProfile.declared(Optional.empty()).withSubjobs(Collections.nCopies(count, each));
    }

    /** Of three atoms, the last of which is an evaluation. */
    private static Grounds evaluated(JobProfile profile) {
        return profile.grounds(EVALUATING, 7, KIND, 3, LOOSE);
    }

    private static Grounds plain(JobProfile profile) {
        return profile.grounds(PLAIN, 0, KIND, 3, LOOSE);
    }

    /** The same profile, by which each phase is bounded alone. */
    record UnionOf(Profile profile) implements Profile {
        @Override
        public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return profile.peak(kind, phase, atoms, promise);
        }

        @Override
        public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return profile.span(kind, phase, atoms, promise);
        }

        @Override
        public Duration single(SliceKind kind, Phase phase, Promise promise) {
            return profile.single(kind, phase, promise);
        }
    }

    @Test
    void aSubjobIsProvedOnlyIfItsPhasesOfTheirOwnAreToo() {
        JobProfile rarely = subjobs(MANY).with(samples(FEW, sample(EVALUATION, 500, 60)));
        assertThat(evaluated(rarely).memory()).isEqualTo(Assurance.LONG_RUN);
        assertThat(evaluated(rarely).time()).isEqualTo(Assurance.LONG_RUN);
        assertThat(evaluated(rarely).memoryMethod()).startsWith("widened maximum");
        JobProfile often = subjobs(MANY).with(samples(MANY, sample(EVALUATION, 500, 60)));
        assertThat(evaluated(often).memoryMethod()).isEqualTo(Assurance.WHOLE_SUBJOBS);
        assertThat(evaluated(often).timeMethod()).isEqualTo(Assurance.WHOLE_SUBJOBS);
        assertThat(evaluated(often).memorySubjobs()).isEqualTo(MANY);
    }

    @Test
    void theMemoryOfAProvedSubjobIsThatOfItsLargestPartAndItsTimeTheirSum() {
        JobProfile profile = subjobs(MANY).with(samples(MANY, sample(EVALUATION, 500, 300)));
        Footprint need = profile.from(EVALUATING, 7).footprint(KIND, 3, LOOSE);
        assertThat(need.memory().upper()).isEqualTo(Bytes.mebi(300));
        assertThat(need.memory().samples()).isEqualTo(MANY);
        assertThat(need.time()).isEqualTo(Duration.ofMillis(50 + 30 + 20 + 500 + 40));
    }

    @Test
    void whatIsBoundedByPhasesIsProvedOnlyIfEveryPhaseIs() {
        List<Sample> samples = new ArrayList<>(samples(MANY, sample(Phase.STEADY, 200, 400)));
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT)) {
            samples.addAll(samples(FEW, sample(phase, 20, 100)));
        }
        JobProfile some = JobProfile.declared(Optional.empty()).with(samples);
        assertThat(some.peak(KIND, Phase.STEADY, 2, LOOSE.sharedAmong(4)).method())
                .isEqualTo(Assurance.ORDER_STATISTIC);
        assertThat(plain(some).memoryMethod()).isEqualTo("widened maximum");
        assertThat(plain(some).timeMethod()).startsWith("widened");
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT)) {
            samples.addAll(samples(MANY, sample(phase, 20, 100)));
        }
        JobProfile all = JobProfile.declared(Optional.empty()).with(samples);
        assertThat(plain(all).memoryMethod()).isEqualTo(Assurance.ORDER_STATISTIC);
        assertThat(plain(all).timeMethod()).isEqualTo(Assurance.ORDER_STATISTIC);
        assertThat(all.grounds(PLAIN, 0, KIND, 1, LOOSE).memory()).isEqualTo(Assurance.PROVED);
    }

    @Test
    void steadyAtomsCountOnlyWhereThereAreAny() {
        List<Sample> samples = new ArrayList<>(samples(FEW, sample(Phase.STEADY, 20, 50)));
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT)) {
            samples.addAll(samples(MANY, sample(phase, 20, 100)));
        }
        JobProfile profile = JobProfile.declared(Optional.empty()).with(samples);
        assertThat(profile.grounds(PLAIN, 0, KIND, 1, LOOSE).memory()).isEqualTo(Assurance.PROVED);
        assertThat(profile.grounds(PLAIN, 0, KIND, 2, LOOSE).memory()).isEqualTo(Assurance.LONG_RUN);
    }

    @Test
    void noPhaseThatRunsAnAtomIsBoundedBelowWhatAtomsNeedUnlessThatIsProved() {
        JobProfile larger = subjobs(FEW).with(samples(1, sample(Phase.STEADY, 20, 300)));
        Bytes atLeast = Bytes.mebi(300).times(1.1);
        assertThat(larger.footprint(KIND, 1, LOOSE).memory().upper()).isGreaterThan(atLeast);
        assertThat(larger.from(PLAIN, 0, true)
                        .footprint(KIND, 1, LOOSE)
                        .memory()
                        .upper())
                .isGreaterThan(atLeast);
        assertThat(larger.mostAtoms(KIND, atLeast, Duration.ofDays(1), 9, LOOSE))
                .isZero();
        JobProfile first = subjobs(FEW).with(samples(1, sample(Phase.WARM_UP, 20, 300)));
        assertThat(first.peak(KIND, Phase.STEADY, 5, LOOSE).upper()).isGreaterThan(atLeast);
        JobProfile proved = subjobs(MANY)
                .with(samples(1, sample(Phase.STEADY, 20, 300)))
                .with(samples(3, sample(Phase.STEADY, 20, 100)));
        assertThat(proved.peak(KIND, Phase.WARM_UP, 1, LOOSE).upper()).isEqualTo(Bytes.mebi(100));
    }

    @Test
    void afterAFailureNoFootprintIsLessThanWhatWasThereWhateverItsWorkerAndItsKindOfSlice() {
        SliceKind large = new SliceKind("2g.20gb");
        Sample failed = new Sample(large, Phase.STEADY, Duration.ZERO, Bytes.mebi(140), true);
        for (int count : new int[] {FEW, MANY}) {
            JobProfile cold = subjobs(count)
                    .with(samples(count, sample(Phase.COLD_RESTORE, 50, 100)))
                    .with(samples(count, sample(Phase.COLD_WARM_UP, 50, 100)))
                    .with(samples(count, sample(Phase.COLD_CHECKPOINT, 50, 100)));
            JobProfile after = cold.with(List.of(failed));
            for (Profile ahead : List.of(after, after.from(PLAIN, 0, true), after.from(EVALUATING, 7, true))) {
                for (long atoms : new long[] {1, 2, 30}) {
                    assertThat(ahead.footprint(KIND, atoms, LOOSE).memory().upper())
                            .isGreaterThanOrEqualTo(Bytes.mebi(140));
                }
                assertThat(ahead.mostAtoms(KIND, Bytes.mebi(139), JobProfile.ANY_LENGTH, 30, LOOSE))
                        .isZero();
            }
        }
    }

    @Test
    void aColdWorkerNeedsNoLessThanTheLargestSubjobOfAWarmOne() {
        ObservedSubjob larger = ObservedSubjob.complete(List.of(
                sample(Phase.RESTORE, 50, 300), sample(Phase.WARM_UP, 30, 100), sample(Phase.CHECKPOINT, 40, 100)));
        JobProfile known = subjobs(MANY)
                .with(larger)
                .with(subjobs(FEW).samples(Phase.RESTORE))
                .with(samples(MANY, sample(Phase.COLD_RESTORE, 50, 100)));
        Bytes warm = known.footprint(KIND, 1, Promise.DEFAULT).memory().upper();
        assertThat(warm).isGreaterThanOrEqualTo(Bytes.mebi(300));
        assertThat(known.from(PLAIN, 0, true)
                        .footprint(KIND, 1, Promise.DEFAULT)
                        .memory()
                        .upper())
                .isGreaterThanOrEqualTo(warm);
    }

    @Test
    void aPhaseOfItsOwnThatIsNotProvedIsNamedWhereAllIsBoundedByPhases() {
        List<Sample> samples = new ArrayList<>(samples(FEW, sample(EVALUATION, 20, 50)));
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)) {
            samples.addAll(samples(MANY, sample(phase, 20, 100)));
        }
        JobProfile profile = JobProfile.declared(Optional.empty()).with(samples);
        assertThat(plain(profile).memory()).isEqualTo(Assurance.PROVED);
        assertThat(evaluated(profile).memory()).isEqualTo(Assurance.LONG_RUN);
        assertThat(evaluated(profile).time()).isEqualTo(Assurance.LONG_RUN);
    }

    @Test
    void theLeaseLeavesTheReserveBeforeTheLastAtomAndIsNoLongerThanByPhases() {
        for (int count : new int[] {FEW, MANY}) {
            for (long millis : new long[] {5, 500}) {
                Profile ahead = subjobs(count)
                        .with(samples(count, sample(EVALUATION, millis, 60)))
                        .from(EVALUATING, 7);
                Footprint need = ahead.footprint(KIND, 3, LOOSE);
                Footprint union = union(ahead);
                Duration guarded = need.time().plus(need.reserve().beforeAtom());
                Duration all = need.time().plus(Reserve.KEPT_FREE);
                assertThat(all).isLessThan(union.lease());
                assertThat(need.lease()).isEqualTo(guarded.compareTo(union.lease()) < 0 ? guarded : union.lease());
            }
        }
    }

    private static Footprint union(Profile ahead) {
        return new UnionOf(ahead)
                .footprint(
                        KIND,
                        Map.of(
                                Phase.RESTORE,
                                1L,
                                Phase.WARM_UP,
                                1L,
                                Phase.STEADY,
                                1L,
                                EVALUATION,
                                1L,
                                Phase.CHECKPOINT,
                                1L),
                        LOOSE);
    }
}
