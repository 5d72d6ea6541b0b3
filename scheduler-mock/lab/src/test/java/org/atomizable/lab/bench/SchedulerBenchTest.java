package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bench in small: that what it reports is there and adds up, not how fast anything is. */
@Tag("slow")
class SchedulerBenchTest {

    @Test
    void inVirtualTimeEveryGrantIsReportedAndNoRuleIsBroken() throws Exception {
        List<Long> progress = new ArrayList<>();

        MarketLoad.Figures figures = MarketLoad.run(50, SliceCount.of(10), 32, 1, 2, progress::add);

        assertThat(progress).containsExactly(1L, 2L, 3L);
        assertThat(figures.unreported()).isZero();
        assertThat(figures.violations()).isZero();
        assertThat(figures.grants()).isGreaterThan(50);
        assertThat(figures.messages()).isGreaterThan(10 * figures.grants());
        assertThat(figures.jobsFinished()).isPositive();
        assertThat(figures.windowToGrantMillisP99()).isGreaterThanOrEqualTo(figures.windowToGrantMillisP50());
        assertThat(figures.usedShareOfHoles()).isBetween(0.5, 1.0);
        assertThat(figures.heapMebibytes()).hasSize(3).allMatch(it -> it > 0);
    }

    @Test
    void aSchedulerOfItsOwnIsStartedServesEveryGrantAndIsMeasured() throws Exception {
        SchedulerLoad.Figures figures = SchedulerLoad.run(20, SliceCount.of(4), 32, 5, 10, second -> {});

        // How many grants are overrun on a busy machine is measured, not asserted.
        assertThat(figures.unreported()).isZero();
        // All of them mean that a message came late.
        assertThat(figures.refusals().keySet())
                .isSubsetOf("window-cleared", "told-too-late", "does-not-fit", "grant-lost");
        assertThat(figures.grantsPerSecond()).isPositive();
        assertThat(figures.bidsPerSecond()).isGreaterThan(figures.grantsPerSecond());
        assertThat(figures.timedGrants()).isPositive();
        assertThat(figures.schedulerShareOfCores()).isPositive();
        assertThat(figures.probeMillisP99()).isPositive();
        assertThat(figures.heapMebibytes()).allMatch(it -> it > 0 && it < SchedulerProcess.MOST_HEAP_MEBIBYTES);
    }

    @Test
    void slicesAreCutFromAsManyGpusAsThereMayBe() throws Exception {
        for (int slices : new int[] {1, 7, 10, 64, 200, 256, 7 * 64}) {
            assertThat(SliceCount.of(slices).slices()).hasSize(slices);
        }
    }

    @Test
    void aLineIsDrawnThroughWhatGrowsAndTellsHowSureItIs() {
        Slope exact = Slope.of(List.of(10.0, 12.0, 14.0), 0.5);
        assertThat(exact).isEqualTo(new Slope(4, 0));
        Slope noise = Slope.of(List.of(10.0, 12.0, 10.0, 12.0, 10.0, 12.0), 1);
        assertThat(Math.abs(noise.perMinute())).isLessThan(noise.plusMinus());
    }

    @Test
    void quantilesAreKeptToWithinOneInAHundred() {
        Latencies latencies = new Latencies();
        for (int i = 1; i <= 1000; i++) {
            latencies.add(i / 10.0);
        }
        assertThat(latencies.quantile(0.5)).isBetween(49.0, 51.0);
        assertThat(latencies.quantile(0.99)).isBetween(98.0, 100.0);
        assertThat(new Latencies().quantile(0.5)).isNaN();
    }
}
