package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.core.wire.WireJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bench in small: that what it reports is there and adds up, not how fast anything is. */
@Tag("slow")
class SchedulerBenchTest {

    private static JsonNode figures(Report report) throws Exception {
        return WireJson.mapper().readTree(report.text(true));
    }

    @Test
    void inVirtualTimeEveryGrantIsReportedAndNoRuleIsBroken() throws Exception {
        List<Long> progress = new ArrayList<>();

        JsonNode figures = figures(MarketLoad.run(50, new Gpus(3), 1, 2, progress::add));

        assertThat(progress).containsExactly(1L, 2L, 3L);
        assertThat(figures.get("unreported").asLong()).isZero();
        assertThat(figures.get("violations").asLong()).isZero();
        assertThat(figures.get("grants").asLong()).isGreaterThan(50);
        assertThat(figures.get("messages").asLong())
                .isGreaterThan(10 * figures.get("grants").asLong());
        assertThat(figures.get("jobsFinished").asLong()).isPositive();
        assertThat(figures.get("windowToGrantMillisP99").asDouble())
                .isGreaterThanOrEqualTo(figures.get("windowToGrantMillisP50").asDouble());
        assertThat(figures.get("usedShareOfHoles").asDouble()).isBetween(0.5, 1.0);
        assertThat(figures.get("heapMebibytes")).hasSize(3).allMatch(it -> it.asDouble() > 0);
    }

    @Test
    void aSchedulerOfItsOwnIsStartedServesEveryGrantAndIsMeasured() throws Exception {
        JsonNode figures = figures(SchedulerLoad.run(20, new Gpus(1), 5, 10, second -> {}));

        // How many grants are overrun on a busy machine is measured, not asserted.
        assertThat(figures.get("unreported").asLong()).isZero();
        // All of them mean that a message came late.
        assertThat(figures.get("refusals").fieldNames())
                .toIterable()
                .isSubsetOf("window-cleared", "told-too-late", "does-not-fit", "grant-lost");
        assertThat(figures.get("grantsPerSecond").asDouble()).isPositive();
        assertThat(figures.get("bidsPerSecond").asDouble())
                .isGreaterThan(figures.get("grantsPerSecond").asDouble());
        assertThat(figures.get("timedGrants").asLong()).isPositive();
        assertThat(figures.get("schedulerShareOfCores").asDouble()).isPositive();
        assertThat(figures.get("probeMillisP99").asDouble()).isPositive();
        assertThat(figures.get("heapMebibytes"))
                .allMatch(it -> it.asDouble() > 0 && it.asDouble() < SchedulerProcess.MOST_HEAP_MEBIBYTES);
    }

    @Test
    void eachGpuHasFourSlices() throws Exception {
        assertThat(new Gpus(50).slices()).hasSize(200).hasSize(new Gpus(50).sliceCount());
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
