package org.atomizable.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;

class ProfileUpdateTest {

    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final Promise PROMISE = Promise.DEFAULT;
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final Grant GRANT = new Grant(
            "g",
            "w",
            new Slice("s", KIND, Bytes.gibi(20)),
            Bytes.gibi(20),
            START,
            START.plusSeconds(600),
            new FencingToken(1),
            Duration.ofSeconds(1));

    private final JobProfile profile = JobProfile.declared(Optional.empty()).with(past());
    private final Subjob subjob =
            Subjob.fit(GRANT, START, 0, 50, profile, PROMISE).orElseThrow();

    private static List<Sample> past() {
        List<Sample> samples = new ArrayList<>();
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT, Phase.STEADY)) {
            for (int i = 0; i < 40; i++) {
                samples.add(new Sample(KIND, phase, Duration.ofMillis(100), Bytes.gibi(2)));
            }
        }
        return samples;
    }

    private JobProfile learned(Outcome outcome, Duration took, Bytes peak) {
        List<Sample> samples = List.of(new Sample(KIND, Phase.STEADY, Duration.ofMillis(100), peak));
        return ProfileUpdate.of(
                JobSpec.of("job", 1000), profile, subjob, new Report(0, outcome, took, samples), PROMISE);
    }

    private static Outcome planned(long next) {
        return new Outcome.Yielded(next, StopReason.ALL_ATOMS_DONE);
    }

    @Test
    void whatKeptBothBoundsAsksForALittleLess() {
        JobProfile learned = learned(planned(50), Duration.ofSeconds(5), Bytes.gibi(2));
        assertThat(learned.kept().memory().shift()).isNegative();
        assertThat(learned.kept().time().shift()).isNegative();
        assertThat(learned.samples(Phase.STEADY)).hasSize(41);
    }

    @Test
    void whatTookLongerThanItsBoundAsksForMoreTime() {
        Duration longer = subjob.footprint().time().plusNanos(1);
        JobProfile learned = learned(planned(50), longer, Bytes.gibi(2));
        assertThat(learned.kept().time().shift()).isPositive();
        assertThat(learned.kept().memory().shift()).isNegative();
    }

    @Test
    void aSubjobThatStoppedEarlyIsJudgedByTheAtomsItDid() {
        JobProfile learned = learned(
                new Outcome.Yielded(5, StopReason.TIME), subjob.footprint().time(), Bytes.gibi(2));
        assertThat(learned.kept().time().shift()).isPositive();
    }

    /** The restores of the past take 100 ms. */
    @Test
    void aSubjobThatWentOnWithoutARestoreIsJudgedAsIfItHadHadAUsualOne() {
        Duration withRoom = subjob.footprint().time().minusMillis(101);
        assertThat(continued(withRoom).kept().time().shift()).isNegative();
        assertThat(continued(withRoom.plusMillis(2)).kept().time().shift()).isPositive();
    }

    private JobProfile continued(Duration took) {
        List<Sample> samples = List.of(
                new Sample(KIND, Phase.CONTINUE, Duration.ofMillis(1), Bytes.gibi(2)),
                new Sample(KIND, Phase.STEADY, Duration.ofMillis(100), Bytes.gibi(2)));
        return ProfileUpdate.of(
                JobSpec.of("job", 1000), profile, subjob, new Report(0, planned(50), took, samples), PROMISE);
    }

    @Test
    void whatNeededMoreThanItsBoundAsksForMoreMemory() {
        Bytes more = Bytes.of(subjob.footprint().memory().upper().count() + 1);
        assertThat(learned(planned(50), Duration.ofSeconds(5), more)
                        .kept()
                        .memory()
                        .shift())
                .isPositive();
    }

    @Test
    void runningOutOfMemoryBreaksItsBoundAndTellsNothingOfItsTime() {
        JobProfile learned = learned(
                new Outcome.Failed(3, FailureKind.OUT_OF_MEMORY, "no more"), Duration.ofHours(1), Bytes.gibi(2));
        assertThat(learned.kept().memory().shift()).isPositive();
        assertThat(learned.kept().time().shift()).isZero();
    }

    @Test
    void whatRanOutOfMemoryUnseenNeedsMoreThanItsSliceHad() {
        JobProfile learned = learned(
                new Outcome.Failed(3, FailureKind.OUT_OF_MEMORY, "no more"), Duration.ofSeconds(5), Bytes.gibi(2));
        assertThat(learned.footprint(KIND, 1, PROMISE).memory().upper()).isGreaterThan(Bytes.gibi(20));
        assertThat(Subjob.fit(GRANT, START, 0, 50, learned, PROMISE)).isEmpty();
    }

    private static Sample atom(long millis, boolean unfinished) {
        return new Sample(KIND, Phase.STEADY, Duration.ofMillis(millis), Bytes.gibi(2), unfinished);
    }

    @Test
    void anOverrunWidensTheBoundOfTheNextPlanAtOnceAndItsPromiseOfTimeIsBroken() {
        Seen seen = new Seen(3, List.of(atom(100, false), atom(100, false)), Optional.of(atom(4000, true)));

        JobProfile learned = ProfileUpdate.ofOverrun(profile, seen, 50, PROMISE);

        assertThat(learned.span(KIND, Phase.STEADY, 1, PROMISE).upper()).isGreaterThan(Duration.ofSeconds(4));
        assertThat(learned.kept().time().shift()).isPositive();
        assertThat(learned.kept().memory()).isEqualTo(profile.kept().memory());
        assertThat(learned.samples(Phase.STEADY)).hasSize(43);
    }

    @Test
    void aWorkerLostForAnotherReasonTeachesWhatItEndedAndNothingOfWhatItDidNot() {
        Seen seen = new Seen(1, List.of(atom(100, false)), Optional.of(atom(4000, true)));

        JobProfile learned = ProfileUpdate.ofLost(profile, seen);

        assertThat(learned.samples(Phase.STEADY)).hasSize(41);
        assertThat(learned.kept()).isEqualTo(profile.kept());
    }

    @Test
    void theAtomThatWasCutOffIsComparedWithUsualOnes() {
        Seen seen = new Seen(7, List.of(), Optional.of(atom(4000, true)));
        assertThat(seen.cutOff(profile, KIND, PROMISE))
                .contains(new CutOff(7, Duration.ofSeconds(4), Duration.ofMillis(100)));
        Sample commit = new Sample(KIND, Phase.CHECKPOINT, Duration.ofSeconds(9), Bytes.ZERO, true);
        assertThat(new Seen(7, List.of(), Optional.of(commit)).cutOff(profile, KIND, PROMISE))
                .isEmpty();
    }

    @Test
    void aFailureOfTheJobItselfIsNotJudged() {
        JobProfile learned =
                learned(new Outcome.Failed(3, FailureKind.JOB, "a bug"), Duration.ofHours(1), Bytes.gibi(9));
        assertThat(learned.kept()).isEqualTo(profile.kept());
    }
}
