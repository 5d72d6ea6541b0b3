package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.JobSpec.Stage;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.junit.jupiter.api.Test;

/** Which atoms and which subjobs belong to a stage. */
class StagesTest {

    private static final JobSpec SPEC = JobSpec.of("job", 2000);
    private static final JobSpec NAMED = SPEC.withStage("small", 0, 100).withStage("large", 600, 1000);

    private static Stages stages(JobSpec spec) {
        return Stages.of(spec.stages(), StageSamples.ofWholeJob(SeenPhases.NONE, Map.of()));
    }

    private static SeenPhases seen(List<ObservedSubjob> subjobs) {
        return SeenPhases.NONE.with(
                subjobs.stream().flatMap(it -> it.samples().stream()).toList());
    }

    @Test
    void eachAtomBelongsToTheStageThatNamesItOrToTheRest() {
        Stages stages = stages(NAMED);
        Stages.Part small = stages.at(0);
        Stages.Part large = stages.at(600);
        Stages.Part rest = stages.at(100);
        assertThat(List.of(small.stage(), rest.stage(), large.stage())).containsExactly("small", "", "large");
        for (long atom : new long[] {0, 1, 99}) {
            assertThat(stages.has(small, atom) && stages.isNamed(small, atom)).isTrue();
            assertThat(stages.has(rest, atom) || stages.isNamed(rest, atom)).isFalse();
        }
        for (long atom : new long[] {100, 599, 1000}) {
            assertThat(stages.at(atom)).isEqualTo(rest);
            assertThat(stages.has(small, atom) || stages.has(large, atom)).isFalse();
        }
        assertThat(stages.at(999)).isEqualTo(large);
        assertThat(List.of(stages.endOf(0), stages.endOf(99), stages.endOf(100), stages.endOf(600)))
                .containsExactly(100L, 100L, 600L, 1000L);
        assertThat(stages.endOf(1000)).isEqualTo(Long.MAX_VALUE);
        assertThat(stages.areOne()).isFalse();
    }

    @Test
    void anAtomWithoutANumberBelongsToNoNamedStageAndToAllOthers() {
        Stages named = stages(NAMED);
        for (long atom : new long[] {0, 100, 600}) {
            assertThat(named.has(named.at(atom), Sample.NO_ATOM)).isFalse();
            assertThat(named.isNamed(named.at(atom), Sample.NO_ATOM)).isFalse();
        }
        Stages one = stages(SPEC);
        assertThat(one.areOne()).isTrue();
        assertThat(one.has(one.at(5), Sample.NO_ATOM)).isTrue();
        assertThat(one.isNamed(one.at(5), Sample.NO_ATOM)).isTrue();
    }

    @Test
    void aFoundChangeOfMemoryDividesTheAtomsThere() {
        StagedJob job = StagedJob.changingAt(600, 7_000, 17_000);
        Stages stages = Stages.of(List.of(), samples(job));
        Stages.Part before = stages.at(599);
        Stages.Part after = stages.at(600);
        assertThat(List.of(before.from(), before.to())).containsExactly(0L, 600L);
        assertThat(List.of(after.from(), after.to())).containsExactly(600L, Long.MAX_VALUE);
        assertThat(stages.endOf(0)).isEqualTo(600);
        assertThat(stages.has(before, 0)).isTrue();
        assertThat(stages.has(after, 0)).as("the first atom").isFalse();
        assertThat(stages.has(before, 600)).isFalse();
        assertThat(stages.has(after, 600)).isTrue();
    }

    @Test
    void aChangeWithinAStageDividesThatStageAndNoOther() {
        StagedJob job = new StagedJob(it -> it < 600 ? 7_000 : it < 800 ? 12_000 : 17_000);
        JobSpec spec = JobSpec.of("job", 2000).withStage("large", 600, 2000);
        JobProfile known = JobProfile.of(spec).withSubjobs(job.subjobs(0, 1000, 40));
        assertThat(bound(known, spec, 0)).isEqualTo(StagedJob.widened(7_000, 25));
        assertThat(bound(known, spec, 600)).isEqualTo(StagedJob.widened(12_000, 25));
        assertThat(bound(known, spec, 800)).isEqualTo(StagedJob.widened(17_000, 25));
    }

    @Test
    void aChangeFromOneNamedStageToAnotherIsNotFound() {
        List<Stage> named = SPEC.withStage("large", 600, 2000).stages();
        StagedJob once = StagedJob.changingAt(600, 7_000, 17_000);
        assertThat(Stages.of(named, samples(once)).at(700)).isEqualTo(new Stages.Part("large", 0, Long.MAX_VALUE));
        StagedJob twice = new StagedJob(it -> it < 600 ? 7_000 : it < 800 ? 12_000 : 17_000);
        assertThat(Stages.of(named, samples(twice)).at(700)).isEqualTo(new Stages.Part("large", 0, 800));
    }

    private static StageSamples samples(StagedJob job) {
        return StageSamples.ofWholeJob(seen(job.subjobs(0, 1000, 40)), Map.of());
    }

    private static Bytes bound(JobProfile profile, JobSpec spec, long first) {
        return profile.from(spec, first)
                .footprint(StagedJob.KIND, 100, Promise.DEFAULT)
                .memory()
                .upper();
    }

    @Test
    void onlyTheSubjobsThatBeganAndEndedInAStageShowWhatItNeeds() {
        StagedJob job = StagedJob.changingAt(600, 7_000, 17_000);
        List<ObservedSubjob> subjobs = new ArrayList<>();
        subjobs.addAll(job.subjobs(590, 600, 5));
        subjobs.add(job.subjob(598, 4));
        subjobs.addAll(job.subjobs(600, 603, 1));
        StageSamples all = StageSamples.ofWholeJob(seen(subjobs), WholeSubjobs.extended(Map.of(), subjobs));
        Stages stages = stages(SPEC.withStage("large", 600, 1000));
        WholeSubjobs rest = stages.samples(stages.at(0), all).whole(StagedJob.KIND);
        WholeSubjobs large = stages.samples(stages.at(600), all).whole(StagedJob.KIND);
        assertThat(List.of(rest.times().plannedFor(1), rest.peaks().plannedFor(1)))
                .containsExactly(2, 2);
        assertThat(List.of(large.times().plannedFor(1), large.peaks().plannedFor(1)))
                .containsExactly(3, 3);
    }

    @Test
    void timesDoNotDependOnChangesOfMemory() {
        StagedJob job = StagedJob.changingAt(600, 7_000, 17_000);
        List<ObservedSubjob> subjobs = job.subjobs(0, 1000, 40);
        Stages stages = Stages.of(List.of(), StageSamples.ofWholeJob(seen(subjobs), Map.of()));
        StageSamples small = stages.samples(
                stages.at(0), StageSamples.ofWholeJob(seen(subjobs), WholeSubjobs.extended(Map.of(), subjobs)));
        assertThat(small.time().samples(Phase.STEADY)).hasSize(975);
        assertThat(small.memory().samples(Phase.STEADY)).hasSize(585);
        assertThat(small.whole(StagedJob.KIND).times().plannedFor(1)).isEqualTo(25);
        assertThat(small.whole(StagedJob.KIND).peaks().plannedFor(1)).isEqualTo(15);
        assertThat(small.time().longestUnfinished()).isEqualTo(Duration.ZERO);
    }
}
