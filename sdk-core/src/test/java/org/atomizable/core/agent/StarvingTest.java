package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.plan.FirstLook;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;

/** A job beside windows that are shorter than its bounds. */
class StarvingTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final JobSpec SPEC = JobSpec.of("job", 1000);

    private static Sample sample(Phase phase, long millis, boolean unfinished) {
        return new Sample(KIND, phase, Duration.ofMillis(millis), Bytes.mebi(1), unfinished);
    }

    private static JobProfile of(Phase phase, long... millis) {
        List<Sample> samples = new ArrayList<>();
        for (long each : millis) {
            samples.add(sample(phase, each, false));
        }
        return JobProfile.declared(Optional.of(Bytes.mebi(1))).with(samples);
    }

    @Test
    void anAtomOfWhichFewWereSeenIsTriedByItsTypicalTimeAndAQuarterMore() {
        JobProfile known = of(Phase.RESTORE, 4000)
                .with(of(Phase.WARM_UP, 200, 200).samples(Phase.WARM_UP))
                .with(of(Phase.CHECKPOINT, 100, 100).samples(Phase.CHECKPOINT));
        Profile ahead = known.from(SPEC, 0);
        Footprint bound = ahead.footprint(KIND, 1, Promise.DEFAULT);
        Footprint hoped = Hope.LITTLE.by(ahead).footprint(KIND, 1, Promise.DEFAULT);
        assertThat(bound.lease()).isGreaterThan(Duration.ofSeconds(8));
        assertThat(hoped.lease()).isLessThan(Duration.ofSeconds(7));
        assertThat(hoped.time())
                .isBetween(bound.typical(), bound.typical().plus(bound.typical().dividedBy(3)));
        assertThat(Hope.MUCH.by(ahead).footprint(KIND, 1, Promise.DEFAULT).time())
                .isBetween(bound.typical(), hoped.time().minusMillis(500));
        assertThat(hoped.memory()).isEqualTo(bound.memory());
        assertThat(hoped.typical()).isEqualTo(bound.typical());
        assertThat(Hope.LITTLE.by(ahead).mostAtoms(KIND, Bytes.gibi(1), Duration.ofSeconds(8), 1, Promise.DEFAULT))
                .isEqualTo(1);
        assertThat(ahead.mostAtoms(KIND, Bytes.gibi(1), Duration.ofSeconds(8), 1, Promise.DEFAULT))
                .isZero();
    }

    @Test
    void whatIsUnknownStaysUnknown() {
        Profile ahead = of(Phase.RESTORE, 4000).from(SPEC, 0);
        assertThat(Hope.LITTLE.by(ahead).footprint(KIND, 1, Promise.DEFAULT))
                .isEqualTo(ahead.footprint(KIND, 1, Promise.DEFAULT));
    }

    @Test
    void startsAreBoundedByTheNewestAndAStoppedOneIsALowerBound() {
        assertThat(StartUp.planned(JobProfile.declared(Optional.empty()))).isZero();
        assertThat(StartUp.planned(of(Phase.START_UP, 4000))).isEqualTo(Duration.ofSeconds(5));
        assertThat(StartUp.planned(of(Phase.START_UP, 12_000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000)))
                .as("a busy moment is forgotten")
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(StartUp.planned(of(Phase.START_UP, 4000).with(List.of(sample(Phase.START_UP, 4500, true)))))
                .as("within what is planned anyway")
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(StartUp.planned(of(Phase.START_UP, 4000).with(List.of(sample(Phase.START_UP, 7000, true)))))
                .isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aFirstLookThatWasStoppedIsTriedAgainInLittleMoreTimeByAJobThatStarves() {
        JobProfile stopped =
                JobProfile.declared(Optional.of(Bytes.mebi(1))).with(List.of(sample(Phase.COLD_RESTORE, 5000, true)));
        assertThat(atoms(stopped, Duration.ofSeconds(8), false)).isZero();
        assertThat(atoms(stopped, Duration.ofSeconds(8), true)).isEqualTo(1);
        assertThat(atoms(stopped, Duration.ofSeconds(6), true)).isZero();
    }

    @Test
    void noFirstLookIsSoShortThatItIsStoppedAtOnce() {
        JobProfile unknown = JobProfile.declared(Optional.of(Bytes.mebi(1)));
        assertThat(atoms(unknown, Duration.ofMillis(599), true)).isZero();
        assertThat(atoms(unknown, Duration.ofMillis(600), false)).isEqualTo(1);
    }

    /** A subjob in a thread cannot be stopped at its end. */
    @Test
    void aFirstLookHasTheLeastWindowThatIsAskedForUnlessTheJobStarves() {
        JobProfile unknown = JobProfile.declared(Optional.of(Bytes.mebi(1)));
        Duration least = Duration.ofSeconds(10);
        assertThat(atoms(unknown, Duration.ofMillis(9_999), least, false)).isZero();
        assertThat(atoms(unknown, Duration.ofSeconds(10), least, false)).isEqualTo(1);
        assertThat(atoms(unknown, Duration.ofSeconds(1), least, true)).isEqualTo(1);
    }

    private static long atoms(JobProfile profile, Duration left, boolean starving) {
        return atoms(profile, left, Duration.ZERO, starving);
    }

    private static long atoms(JobProfile profile, Duration left, Duration least, boolean starving) {
        return FirstLook.unlessKnown(
                        profile,
                        profile.from(SPEC, 0),
                        Long.MAX_VALUE,
                        KIND,
                        Bytes.gibi(1),
                        left,
                        least,
                        Duration.ofMinutes(30),
                        starving,
                        Promise.DEFAULT)
                .mostAtoms(KIND, Bytes.gibi(1), left, 1, Promise.DEFAULT);
    }

    @Test
    void aJobStarvesAfterThreeWindowsThatItCouldNotUse() {
        Patience patience = Patience.FRESH.tooShort().tooShort();
        assertThat(patience.hope()).isEqualTo(Hope.NONE);
        patience = patience.tooShort();
        assertThat(patience.hope()).isEqualTo(Hope.LITTLE);
        for (int i = 0; i < 5; i++) {
            patience = patience.tooShort();
        }
        assertThat(patience.hope()).isEqualTo(Hope.MUCH);
    }
}
