package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.junit.jupiter.api.Test;

class NamedStageTest {

    private static final Bytes SLICE = Bytes.mebi(10_000);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final StagedJob JOB = StagedJob.changingAt(600, 7_000, 17_000);
    private static final JobSpec SPEC = JobSpec.of("job", 1000);
    private static final JobSpec NAMED = SPEC.withStage("large", 600, 1000, Bytes.mebi(18_000));

    private static JobProfile after(JobSpec spec, long atoms) {
        return JobProfile.of(spec).withSubjobs(JOB.subjobs(0, atoms, 40));
    }

    private static Bytes bound(Profile profile, long atoms) {
        return profile.footprint(StagedJob.KIND, atoms, Promise.DEFAULT)
                .memory()
                .upper();
    }

    private static long most(Profile profile, Duration length) {
        return profile.mostAtoms(StagedJob.KIND, SLICE, length, Long.MAX_VALUE, Promise.DEFAULT);
    }

    @Test
    void aSubjobEndsBeforeTheStageThatDoesNotFitItsSlice() {
        Profile ahead = after(NAMED, 400).from(NAMED, 560);
        assertThat(most(ahead, HOUR)).isEqualTo(40);
        Grant grant = new Grant(
                "g",
                "job",
                new Slice("s", StagedJob.KIND, SLICE),
                SLICE,
                Instant.EPOCH,
                Instant.EPOCH.plus(HOUR),
                FencingToken.NONE,
                Duration.ofSeconds(5));
        assertThat(Subjob.fit(grant, Instant.EPOCH, 560, 440, ahead, Promise.DEFAULT))
                .map(Subjob::endAtom)
                .contains(600L);
    }

    @Test
    void withoutALimitOfTimeTheMostAtomsAreThoseWhoseMemoryFits() {
        JobProfile known = after(NAMED, 400);
        assertThat(most(known.from(NAMED, 100), Duration.ofDays(10_000))).isEqualTo(500);
        assertThat(most(known.from(NAMED, 600), Duration.ofDays(10_000))).isZero();
        assertThat(most(known.from(NAMED, 100), Duration.ofSeconds(1))).isLessThan(50);
        assertThat(most(
                        JobProfile.of(NAMED.withStage("small", 0, 600, Bytes.gibi(7)))
                                .from(NAMED.withStage("small", 0, 600, Bytes.gibi(7)), 0),
                        Duration.ofDays(10_000)))
                .isEqualTo(600);
    }

    @Test
    void aStageThatWasNotMeasuredHasTheJobsDeclarationOrItsOwn() {
        JobSpec declared = SPEC.withMemory(Bytes.mebi(20_000)).withStage("large", 600, 1000);
        assertThat(bound(after(declared, 600).from(declared, 600), 10)).isEqualTo(Bytes.mebi(20_000));
        assertThat(bound(after(NAMED, 600).from(NAMED, 600), 10)).isEqualTo(Bytes.mebi(18_000));
        JobSpec smaller = SPEC.withStage("large", 600, 1000, Bytes.mebi(5_000));
        assertThat(bound(after(smaller, 600).from(smaller, 600), 10))
                .as("what other stages need does not refute what a stage declares")
                .isEqualTo(Bytes.mebi(5_000));
    }

    @Test
    void aStageOfWhichNothingIsKnownIsBoundedByTheOthers() {
        JobSpec undeclared = JobSpec.of("job", 1000).withStage("large", 600, 1000);
        Profile ahead = after(undeclared, 600).from(undeclared, 600);
        assertThat(bound(ahead, 10).count())
                .isCloseTo(StagedJob.widened(7_000, 15).times(1.25).count(), within(2L));
        assertThat(ahead.footprint(StagedJob.KIND, 10, Promise.DEFAULT).time())
                .isGreaterThan(after(undeclared, 600)
                        .from(undeclared, 0)
                        .footprint(StagedJob.KIND, 10, Promise.DEFAULT)
                        .time());
    }

    @Test
    void eachStageIsBoundedByItsOwnSamples() {
        JobProfile known = after(NAMED, 1000);
        assertThat(bound(known.from(NAMED, 0), 100)).isEqualTo(StagedJob.widened(7_000, 25));
        assertThat(bound(known.from(NAMED, 700), 100)).isEqualTo(Bytes.mebi(18_000));
        assertThat(bound(known.from(NAMED, 590), 11)).isEqualTo(Bytes.mebi(18_000));
        assertThat(known.footprint(StagedJob.KIND, 10, Promise.DEFAULT).memory().upper())
                .as("without a place in the job all samples count")
                .isGreaterThanOrEqualTo(Bytes.mebi(17_000));
    }

    @Test
    void theRestoreBelongsToTheFirstAtomsStageAndTheCheckpointToTheLast() {
        ObservedSubjob across = JOB.subjob(590, 20);
        assertThat(across.samples().get(0).atom()).isEqualTo(590);
        assertThat(across.samples().get(21).atom()).isEqualTo(609);
        JobProfile known = JobProfile.declared(Optional.empty()).with(across);
        JobSpec undeclared = SPEC.withStage("large", 600, 1000);
        Profile small = known.from(undeclared, 0);
        Profile large = known.from(undeclared, 600);
        assertThat(small.peak(StagedJob.KIND, Phase.RESTORE, 1, Promise.DEFAULT).samples())
                .isEqualTo(1);
        assertThat(large.peak(StagedJob.KIND, Phase.CHECKPOINT, 1, Promise.DEFAULT)
                        .upper())
                .isEqualTo(StagedJob.widened(17_000, 1));
        assertThat(large.peak(StagedJob.KIND, Phase.RESTORE, 1, Promise.DEFAULT).method())
                .contains("from");
    }

    @Test
    void aSubjobThatRanOutOfMemoryInTheNextStageSaysNothingOfTheFirst() {
        JobProfile known = JobProfile.of(NAMED).withSubjobs(JOB.subjobs(0, 600, 2));
        long before = most(known.from(NAMED, 0), HOUR);
        ObservedSubjob failed = new ObservedSubjob(
                JOB.subjob(590, 10).samples().subList(0, 11), 20, Duration.ZERO, ObservedSubjob.Ending.SHORT_OF_MEMORY);
        JobProfile after = known.with(failed);
        assertThat(most(after.from(NAMED, 0), HOUR)).isEqualTo(before);
        assertThat(after.grounds(NAMED, 0, StagedJob.KIND, 2, Promise.DEFAULT).memory())
                .isEqualTo(Assurance.PROVED);
    }

    @Test
    void whatIsProvedOfAStageIsProvedOfItsAtomsOnly() {
        JobProfile known = JobProfile.of(NAMED).withSubjobs(JOB.subjobs(0, 600, 2));
        assertThat(known.grounds(NAMED, 0, StagedJob.KIND, 2, Promise.DEFAULT).memory())
                .isEqualTo(Assurance.PROVED);
        assertThat(known.grounds(NAMED, 599, StagedJob.KIND, 2, Promise.DEFAULT).memory())
                .isEqualTo(Assurance.DECLARED);
    }
}
