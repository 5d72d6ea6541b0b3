package org.atomizable.lab.simulate.rival;

import static org.assertj.core.api.Assertions.assertThat;

import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.api.Test;

/**
 * Fragmentations that were worked out by hand: four tasks, of which one asks for 20 GiB, and which are started with 130 s, 230 s or 330 s.
 */
class HoleFragmentationTest {

    private static final double FOREVER = Double.POSITIVE_INFINITY;

    private final HoleFragmentation fragmentation = fragmentation();

    private static HoleFragmentation fragmentation() {
        Workload workload = new Tiny()
                .slice(10)
                .slice(20)
                .task(0, 100, 10)
                .task(0, 200, 10)
                .task(0, 5000, 10)
                .task(0, 5000, 20)
                .workload();
        Demand demand = new Demand.Part(RivalRules.DEFAULT, 330, FOREVER, 20, 20);
        return new HoleFragmentation(new double[] {10, 20}, workload.tasks(), demand);
    }

    /** With 250 s left, the two tasks of 5000 s cannot use the slice of 20 GiB: 20 × 250 × 2/4. With 650 s left, everybody can. */
    @Test
    void aRestThatIsTooShortForSomeIsAFragment() {
        assertThat(fragmentation.growth(1, 650, 400)).isEqualTo(20 * 250 * 2 / 4.0);
        assertThat(fragmentation.growth(1, 650, 320)).isZero();
    }

    /** A hole of 250 s that is taken as a whole is no fragment any more. */
    @Test
    void takingAFragmentLetsTheFragmentationFall() {
        assertThat(fragmentation.growth(1, 250, 250)).isEqualTo(-20 * 250 * 2 / 4.0);
    }

    /** One task of four needs a larger slice than 10 GiB, whatever the hole. */
    @Test
    void aSliceThatIsTooSmallForSomeIsAFragmentAsLongAsItIsFree() {
        assertThat(fragmentation.growth(0, FOREVER, 1000)).isEqualTo(-10 * 1000 / 4.0);
        assertThat(fragmentation.growth(1, FOREVER, 1000)).isZero();
    }

    /** Exactly 330 s are enough, 329 s are not: the tasks of 5000 s do not fit 20 GiB × 329 s. */
    @Test
    void theShortestRestThatIsUsedIsNoFragment() {
        assertThat(fragmentation.growth(1, 430, 100)).isZero();
        assertThat(fragmentation.growth(1, 429, 100)).isEqualTo(20 * 329 * 2 / 4.0);
    }
}
