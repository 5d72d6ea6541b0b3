package org.atomizable.api.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.junit.jupiter.api.Test;

class ReserveTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void shortAtomsAndCheckpointsAreKeptFreeTwice() {
        Reserve reserve = Reserve.usual(Duration.ofMillis(300), Duration.ofMillis(200));

        assertThat(reserve.beforeAtom()).isEqualTo(SECOND.plus(Reserve.KEPT_FREE));
        assertThat(reserve.beforeCheckpoint()).isEqualTo(Duration.ofMillis(400).plus(Reserve.KEPT_FREE));
    }

    @Test
    void longOnesAreKeptFreeOnceAndAPauseOfTheMachine() {
        Reserve reserve = Reserve.usual(SECOND, Duration.ofSeconds(20));

        assertThat(reserve.beforeAtom())
                .isEqualTo(Duration.ofSeconds(21).plus(Reserve.MOST_AGAIN).plus(Reserve.KEPT_FREE));
        assertThat(reserve.beforeCheckpoint())
                .isEqualTo(Duration.ofSeconds(20).plus(Reserve.MOST_AGAIN).plus(Reserve.KEPT_FREE));
    }

    @Test
    void theBareOneIsKeptOnce() {
        assertThat(Reserve.bare(SECOND, SECOND).beforeAtom())
                .isEqualTo(Duration.ofSeconds(2).plus(Reserve.KEPT_FREE));
    }

    @Test
    void anAtomThatMayTakeLongerThanItsWholeSubjobIsKeptFreeForAsLongAsThat() {
        Duration whole = Duration.ofSeconds(37);
        Duration start = Duration.ofSeconds(18);
        Reserve usual = Reserve.usual(Duration.ofSeconds(181), SECOND);
        Footprint wild = new Footprint(
                new MemoryBound(Bytes.gibi(1), Promise.DEFAULT, 2, "widened maximum"),
                whole,
                whole,
                SECOND,
                usual.atom(),
                SECOND,
                start.plus(usual.beforeAtom()));

        assertThat(wild.bareReserve()).isEqualTo(Reserve.bare(whole, SECOND));
        assertThat(wild.bareLease()).isEqualTo(start.plus(whole).plus(SECOND).plus(Reserve.KEPT_FREE));
    }

    @Test
    void anAtomWithinItsBoundChangesNothing() {
        Reserve reserve = Reserve.usual(SECOND, SECOND);

        assertThat(reserve.having(SECOND)).isEqualTo(reserve);
    }

    @Test
    void aSlowAtomMakesTheCheckpointSlowerAtMostThreeTimes() {
        Reserve reserve = Reserve.usual(SECOND, SECOND);

        assertThat(reserve.having(Duration.ofSeconds(2)))
                .isEqualTo(Reserve.usual(Duration.ofSeconds(2), Duration.ofSeconds(2)));
        assertThat(reserve.having(Duration.ofSeconds(50)))
                .isEqualTo(Reserve.usual(Duration.ofSeconds(50), Duration.ofSeconds(3)));
    }

    @Test
    void theLargerOfTwoSufficesForBoth() {
        Reserve longAtom = Reserve.usual(Duration.ofSeconds(5), SECOND);
        Reserve longCheckpoint = Reserve.bare(SECOND, Duration.ofSeconds(7));

        assertThat(longAtom.max(longCheckpoint)).isEqualTo(Reserve.usual(Duration.ofSeconds(5), Duration.ofSeconds(7)));
    }
}
