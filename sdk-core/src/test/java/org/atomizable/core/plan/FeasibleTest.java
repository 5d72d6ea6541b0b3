package org.atomizable.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class FeasibleTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");

    /** Restore and checkpoint take 50 ms each, an atom 10 ms, all of them 1 GiB. */
    private static final Profile PROFILE = new Profile() {
        @Override
        public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return new MemoryBound(Bytes.gibi(1), promise, 1, "test");
        }

        @Override
        public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
            boolean atom = phase.equals(Phase.STEADY) || phase.equals(Phase.WARM_UP);
            Duration took = atom ? Duration.ofMillis(10).multipliedBy(atoms) : Duration.ofMillis(50);
            return new TimeBound(took, took, promise, 1, "test");
        }
    };

    /** Of the second of two times that are kept free of an atom and a checkpoint, and what is kept free of every window. */
    private static final Duration RESERVED =
            Duration.ofMillis(10 + 50).plus(Reserve.KEPT_FREE).plus(Feasible.LATE_START);

    private static Feasible in(
            Bytes capacity, long millis, long startUp, OverheadLimit limit, long left, boolean starving) {
        return Feasible.in(
                KIND,
                capacity,
                Duration.ofMillis(millis).plus(RESERVED),
                Duration.ofMillis(startUp),
                left,
                PROFILE,
                Promise.DEFAULT,
                limit,
                starving);
    }

    private static Feasible in(long millis, long atomsLeft, boolean starving) {
        return in(Bytes.gibi(1), millis, 0, OverheadLimit.DEFAULT, atomsLeft, starving);
    }

    private static Feasible in(long millis, OverheadLimit limit) {
        return in(Bytes.gibi(1), millis, 0, limit, 1_000_000, false);
    }

    @Test
    void theMostAtomsThatFitAreTaken() {
        assertThat(in(2100, 1_000_000, false).atoms()).isEqualTo(200);
    }

    @Test
    void noMoreAtomsAreTakenThanTheJobHas() {
        assertThat(in(2100, 150, false).atoms()).isEqualTo(150);
    }

    @Test
    void aWindowThatIsMostlyOverheadIsNotWorthIt() {
        Feasible feasible = in(600, 1_000_000, false);

        assertThat(feasible.atoms()).isZero();
        assertThat(feasible.because()).contains("17 % of it would be restore and checkpoint");
    }

    @Test
    void aSignalForAWholeWindowMayHaveAsMuchOverheadAsWork() {
        OverheadLimit signals = OverheadLimit.DEFAULT.forWholeWindow(Mode.SJA);

        assertThat(in(200, signals).atoms()).isEqualTo(10);
        assertThat(in(190, signals).because()).contains("53 % of it would be restore and checkpoint");
        assertThat(in(200, OverheadLimit.DEFAULT.forWholeWindow(Mode.JASDA)).atoms())
                .isZero();
        assertThat(new OverheadLimit(0.5).forWholeWindow(Mode.SJA).eta()).isEqualTo(1);
    }

    @Test
    void aStarvingJobTakesItAllTheSame() {
        assertThat(in(600, 1_000_000, true).atoms()).isEqualTo(50);
    }

    @Test
    void theLastAtomsOfAJobAreWorthAnyOverhead() {
        assertThat(in(600, 3, false).atoms()).isEqualTo(3);
    }

    @Test
    void whereOnlyTheBareReserveFitsAStarvingJobTakesASingleAtom() {
        Feasible starving = in(55, 10, true);

        assertThat(starving.atoms()).isEqualTo(1);
        assertThat(starving.bare()).isTrue();
        assertThat(in(55, 10, false).atoms()).isZero();
    }

    @Test
    void whatPassesUntilAWorkerHasStartedIsLeftOut() {
        Feasible cold = in(Bytes.gibi(1), 2100, 500, OverheadLimit.DEFAULT, 1_000_000, true);

        assertThat(cold.atoms()).isEqualTo(150);
        assertThat(cold.before()).isEqualTo(Feasible.LATE_START.plusMillis(500));
    }

    @Test
    void tooLittleTimeIsSaid() {
        assertThat(in(40, 10, true).because())
                .contains("0.11 s")
                .contains("0.47 s")
                .contains("0.40 s");
    }

    @Test
    void tooLittleMemoryIsSaid() {
        Feasible feasible = in(Bytes.mebi(1000), 3_600_000, 0, OverheadLimit.DEFAULT, 10, true);

        assertThat(feasible.because()).contains("1.00GiB").contains("1000.00MiB");
    }
}
