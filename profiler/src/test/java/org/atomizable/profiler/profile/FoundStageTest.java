package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class FoundStageTest {

    private static final JobSpec SPEC = JobSpec.of("job", 2000);

    private static Bytes bound(Profile profile, long atoms) {
        return profile.footprint(StagedJob.KIND, atoms, Promise.DEFAULT)
                .memory()
                .upper();
    }

    private static JobProfile after(StagedJob job, long atoms) {
        return JobProfile.of(SPEC).withSubjobs(job.subjobs(0, atoms, 40));
    }

    @Test
    void aJobThatIsSmallAtFirstIsBoundedByWhatItNeedsThen() {
        StagedJob job = StagedJob.changingAt(600, 7_000, 17_000);
        assertThat(bound(after(job, 40).from(SPEC, 40), 100)).isEqualTo(StagedJob.widened(7_000, 1));
    }

    @Test
    void aRiseIsFollowedByTheNextSubjob() {
        StagedJob job = StagedJob.changingAt(600, 7_000, 17_000);
        JobProfile risen = after(job, 600).with(job.subjob(600, 1));
        assertThat(bound(risen.from(SPEC, 601), 1)).isGreaterThanOrEqualTo(Bytes.mebi(17_000));
        JobSpec declared = SPEC.withMemory(Bytes.mebi(20_000));
        assertThat(bound(risen.believing(declared).from(declared, 601), 100)).isEqualTo(Bytes.mebi(20_000));
    }

    @Test
    void aRiseIsFollowedAlsoAfterManySubjobsThatProvedALowerBound() {
        StagedJob job = StagedJob.changingAt(1600, 7_000, 17_000);
        JobProfile proved = JobProfile.of(SPEC).withSubjobs(job.subjobs(0, 1600, 2));
        assertThat(bound(proved.from(SPEC, 1600), 2)).isEqualTo(Bytes.mebi(7_000));
        Sample failed = new Sample(StagedJob.KIND, Phase.WARM_UP, Duration.ZERO, Bytes.mebi(10_000), true, 1600);
        ObservedSubjob unseen =
                new ObservedSubjob(List.of(failed), 2, Duration.ZERO, ObservedSubjob.Ending.SHORT_OF_MEMORY);
        assertThat(bound(proved.with(unseen).from(SPEC, 1600), 2)).isGreaterThanOrEqualTo(Bytes.mebi(10_000));
    }

    @Test
    void aKindOfSliceThatHasNotSeenTheLaterAtomsFollowsThoseThatHave() {
        SliceKind other = new SliceKind("2g.20gb");
        StagedJob job = StagedJob.changingAt(600, 7_000, 17_000);
        List<Sample> elsewhere = job.subjob(600, 5).samples().stream()
                .map(it -> new Sample(other, it.phase(), it.took(), it.peak(), false, it.atom()))
                .toList();
        Profile ahead = after(job, 600).with(ObservedSubjob.complete(elsewhere)).from(SPEC, 605);
        assertThat(bound(ahead, 1)).isGreaterThanOrEqualTo(Bytes.mebi(17_000));
    }

    @Test
    void aFallIsFoundWithConfidenceAndBelievedWhenWholeSubjobsProveIt() {
        StagedJob job = StagedJob.changingAt(600, 17_000, 7_000);
        JobProfile soon = after(job, 600).with(job.subjob(600, 8));
        assertThat(soon.memoryChanges()).isEmpty();
        assertThat(bound(soon.from(SPEC, 608), 10)).isGreaterThanOrEqualTo(Bytes.mebi(17_000));
        JobProfile later = after(job, 760);
        assertThat(later.memoryChanges()).singleElement().satisfies(change -> {
            assertThat(change.atom()).isEqualTo(600);
            assertThat(change.confidence()).isGreaterThanOrEqualTo(0.999);
            assertThat(change.before()).isEqualTo(Bytes.mebi(17_000));
            assertThat(change.after()).isEqualTo(Bytes.mebi(7_000));
        });
        assertThat(bound(later.from(SPEC, 760), 10)).isGreaterThanOrEqualTo(Bytes.mebi(17_000));
        JobProfile before = later.withSubjobs(job.subjobs(760, 1_600, 3));
        assertThat(bound(before.from(SPEC, 1_600), 3)).isGreaterThanOrEqualTo(Bytes.mebi(17_000));
        JobProfile proved = before.withSubjobs(job.subjobs(1_600, 1_660, 3));
        assertThat(bound(proved.from(SPEC, 1_660), 3)).isLessThanOrEqualTo(Bytes.mebi(7_700));
    }

    @Test
    void aFallBetweenTwoRisesDividesNothing() {
        StagedJob job = new StagedJob(it -> it < 600 ? 12_000 : it < 900 ? 7_000 : it < 1200 ? 10_000 : 17_000);
        JobProfile fallen = after(job, 1200);
        assertThat(fallen.memoryChanges()).hasSize(2);
        assertThat(bound(fallen.from(SPEC, 1200), 10)).isGreaterThanOrEqualTo(Bytes.mebi(12_000));
        JobProfile risen = after(job, 1600);
        assertThat(bound(risen.from(SPEC, 1600), 10)).isGreaterThanOrEqualTo(Bytes.mebi(17_000));
        assertThat(bound(risen.from(SPEC, 100), 10)).isBetween(Bytes.mebi(12_000), Bytes.mebi(17_000));
    }

    @Test
    void aJobThatRunsAgainIsBoundedByWhatItsAtomsNeededBefore() {
        JobProfile known = after(StagedJob.changingAt(600, 7_000, 17_000), 1000);
        Profile again = known.from(SPEC, 0);
        assertThat(bound(again, 600)).isEqualTo(StagedJob.widened(7_000, 25));
        assertThat(bound(again, 601)).isEqualTo(StagedJob.widened(17_000, 25));
        assertThat(again.mostAtoms(
                        StagedJob.KIND, Bytes.mebi(10_000), Duration.ofDays(10_000), Long.MAX_VALUE, Promise.DEFAULT))
                .isEqualTo(600);
    }

    @Test
    void samplesWithoutNumbersKeepAJobInOneStage() {
        List<Sample> unnumbered = StagedJob.changingAt(600, 17_000, 7_000).subjobs(0, 1000, 40).stream()
                .flatMap(it -> it.samples().stream())
                .map(it -> new Sample(it.kind(), it.phase(), it.took(), it.peak()))
                .toList();
        JobProfile profile = JobProfile.declared(Optional.empty()).with(unnumbered);
        assertThat(profile.from(SPEC, 1000)).isSameAs(profile);
    }
}
