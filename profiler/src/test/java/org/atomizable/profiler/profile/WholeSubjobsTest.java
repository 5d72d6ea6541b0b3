package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class WholeSubjobsTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final ObservedSubjob SUBJOB = ObservedSubjob.complete(List.of(
            sample(Phase.RESTORE, 50),
            sample(Phase.WARM_UP, 30),
            sample(Phase.STEADY, 20),
            sample(Phase.CHECKPOINT, 40)));

    private static Sample sample(Phase phase, long millis) {
        return new Sample(KIND, phase, Duration.ofMillis(millis), Bytes.gibi(1));
    }

    private static Grounds grounds(JobProfile profile) {
        return profile.grounds(JobSpec.openEnded("job"), 0, KIND, 2, Promise.DEFAULT);
    }

    @Test
    void aDeclarationIsBelievedUntilWholeSubjobsProveLess() {
        JobProfile declared = JobProfile.declared(Optional.of(Bytes.gibi(4)));
        JobProfile few = declared.withSubjobs(Collections.nCopies(298, SUBJOB));
        assertThat(grounds(few).memory()).isEqualTo(Assurance.DECLARED);
        assertThat(few.footprint(KIND, 2, Promise.DEFAULT).memory().upper()).isEqualTo(Bytes.gibi(4));
        JobProfile enough = few.with(SUBJOB);
        assertThat(grounds(enough).memory()).isEqualTo(Assurance.PROVED);
        assertThat(enough.footprint(KIND, 2, Promise.DEFAULT).memory().upper()).isEqualTo(Bytes.gibi(1));
    }

    @Test
    void aSubjobThatWentOnWithoutARestoreIsNoObservationOfAWholeOne() {
        ObservedSubjob continued = ObservedSubjob.complete(List.of(
                sample(Phase.CONTINUE, 5),
                sample(Phase.STEADY, 20),
                sample(Phase.STEADY, 20),
                sample(Phase.CHECKPOINT, 40)));
        JobProfile proved = JobProfile.declared(Optional.empty()).withSubjobs(Collections.nCopies(200, SUBJOB));
        JobProfile after = proved.withSubjobs(Collections.nCopies(200, continued));
        assertThat(after.footprint(KIND, 2, Promise.DEFAULT).time()).isEqualTo(Duration.ofMillis(140));
        assertThat(after.samples(Phase.RESTORE)).hasSize(200);
        assertThat(after.samples(Phase.CONTINUE)).hasSize(200);
        JobProfile onlySuch = JobProfile.declared(Optional.empty()).withSubjobs(Collections.nCopies(400, continued));
        assertThat(grounds(onlySuch).time()).isNotEqualTo(Assurance.PROVED);
    }

    @Test
    void afterAnOverrunTheTimeIsNotProvedAndTheBoundIsWider() {
        JobProfile proved = JobProfile.declared(Optional.empty()).withSubjobs(Collections.nCopies(200, SUBJOB));
        assertThat(grounds(proved).time()).isEqualTo(Assurance.PROVED);
        assertThat(proved.footprint(KIND, 2, Promise.DEFAULT).time()).isEqualTo(Duration.ofMillis(140));
        Sample stopped = new Sample(KIND, Phase.STEADY, Duration.ofSeconds(4), Bytes.gibi(1), true);
        JobProfile after = proved.with(new ObservedSubjob(
                List.of(sample(Phase.RESTORE, 50), sample(Phase.WARM_UP, 30), stopped),
                2,
                Duration.ZERO,
                ObservedSubjob.Ending.SHORT_OF_TIME));
        assertThat(grounds(after).time()).isNotEqualTo(Assurance.PROVED);
        assertThat(after.footprint(KIND, 2, Promise.DEFAULT).time()).isGreaterThan(Duration.ofSeconds(4));
    }

    /** Returns subjobs of one atom that need a little more each, in any phase. */
    private static List<ObservedSubjob> growing(int subjobs) {
        return IntStream.range(0, subjobs)
                .mapToObj(i -> Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT)
                        .map(it -> new Sample(
                                KIND, it, Duration.ofNanos(50_000_000 + 1000L * i), Bytes.of((1L << 30) + 1000L * i)))
                        .toList())
                .map(ObservedSubjob::complete)
                .toList();
    }

    private static Grounds ofOneAtom(JobProfile profile) {
        return profile.grounds(JobSpec.openEnded("job"), 0, KIND, 1, Promise.DEFAULT);
    }

    @Test
    void whatGrowsFromSubjobToSubjobIsProvedNeitherByThemNorByTheirPhases() {
        JobProfile profile = JobProfile.declared(Optional.empty()).withSubjobs(growing(1500));
        assertThat(ofOneAtom(profile).memory()).isEqualTo(Assurance.LONG_RUN);
        assertThat(ofOneAtom(profile).time()).isEqualTo(Assurance.LONG_RUN);
        assertThat(ofOneAtom(profile).memoryPromise()).startsWith("estimated; not promised; ");
        Bytes last = Bytes.of((1L << 30) + 1_499_000);
        assertThat(profile.footprint(KIND, 1, Promise.DEFAULT).memory().upper())
                .isGreaterThanOrEqualTo(last.times(1.1));
    }

    @Test
    void whatGrowsKeepsItsDeclaration() {
        JobProfile profile = JobProfile.declared(Optional.of(Bytes.gibi(2))).withSubjobs(growing(400));
        assertThat(ofOneAtom(profile).memory()).isEqualTo(Assurance.DECLARED);
        assertThat(profile.footprint(KIND, 1, Promise.DEFAULT).memory().upper()).isEqualTo(Bytes.gibi(2));
    }

    @Test
    void whatGrewIsProvedAgainOnceEnoughSubjobsAreAlike() {
        Sample last = new Sample(KIND, Phase.WARM_UP, Duration.ofMillis(51), Bytes.gibi(2));
        ObservedSubjob alike = ObservedSubjob.complete(List.of(
                new Sample(KIND, Phase.RESTORE, Duration.ofMillis(51), Bytes.gibi(1)),
                last,
                new Sample(KIND, Phase.CHECKPOINT, Duration.ofMillis(51), Bytes.gibi(1))));
        JobProfile profile = JobProfile.declared(Optional.empty())
                .withSubjobs(growing(100))
                .withSubjobs(Collections.nCopies(913, alike));
        assertThat(ofOneAtom(profile).memory()).isEqualTo(Assurance.PROVED);
        assertThat(ofOneAtom(profile).time()).isEqualTo(Assurance.PROVED);
    }
}
