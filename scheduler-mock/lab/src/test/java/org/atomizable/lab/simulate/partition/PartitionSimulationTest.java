package org.atomizable.lab.simulate.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Schedules worked out by hand: a migration takes 5 s, profiling 30 s at a third of the speed. */
class PartitionSimulationTest {

    private static PartitionRun fixed(String layout, Arrival... arrivals) {
        return PartitionSimulation.run(
                new StaticPartition(), new Cluster(Jobs.layout(layout), Jobs.rules(1), 5), List.of(arrivals));
    }

    private static PartitionRun dynamic(boolean profiles, double migration, Arrival... arrivals) {
        Layout whole = Jobs.layout("7g.40gb");
        return PartitionSimulation.run(
                new DynamicPartition(Jobs.LAYOUTS, whole, PartitionJob::speed, profiles),
                new Cluster(whole, Jobs.rules(1), migration),
                List.of(arrivals));
    }

    private static double end(PartitionRun run, int job) {
        return run.completions().stream()
                .filter(it -> it.job().id() == job)
                .findFirst()
                .orElseThrow()
                .finished();
    }

    @Test
    void aWholeGpuServesJobsInOrderOfArrival() {
        PartitionRun run = fixed("7g.40gb", new Arrival(0, Jobs.small(0, 100)), new Arrival(10, Jobs.small(1, 50)));
        assertThat(end(run, 0)).isEqualTo(100);
        assertThat(end(run, 1)).isEqualTo(150);
        assertThat(run.migrations()).isZero();
    }

    @Test
    void aJobMovesToAnIdleLargerInstance() {
        PartitionRun run =
                fixed("4g.20gb+3g.20gb", new Arrival(0, Jobs.small(0, 100)), new Arrival(10, Jobs.small(1, 80)));
        // The first runs at 0.8 until 125. The second has done 115 * 0.5 = 57.5 by then, and goes on at 130 with 22.5
        // left at 0.8.
        assertThat(end(run, 0)).isCloseTo(125, within(1e-6));
        assertThat(end(run, 1)).isCloseTo(130 + 22.5 / 0.8, within(1e-6));
        assertThat(run.migrations()).isEqualTo(1);
    }

    @Test
    void aJobThatNoIdleInstanceHoldsIsOvertaken() {
        PartitionRun run = fixed(
                "3g.20gb+2g.10gb+2g.10gb",
                new Arrival(0, Jobs.small(0, 100)),
                new Arrival(1, Jobs.large(1, 10)),
                new Arrival(2, Jobs.small(2, 10)));
        // The large job needs the three slices that the first job has until 200.
        assertThat(end(run, 0)).isCloseTo(200, within(1e-6));
        assertThat(end(run, 2)).isCloseTo(2 + 10 / 0.4, within(1e-6));
        assertThat(end(run, 1)).isCloseTo(200 + 10 / 0.5, within(1e-6));
    }

    @Test
    void aLayoutThatHoldsNoneOfTheWaitingJobsIsADefect() {
        assertThatThrownBy(() -> fixed("2g.10gb+2g.10gb+2g.10gb+1g.5gb", new Arrival(0, Jobs.large(0, 10))))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void misoProfilesThenPartitionsThenGivesTheGpuBack() {
        PartitionRun run = dynamic(true, 5, new Arrival(0, Jobs.large(0, 100)), new Arrival(10, Jobs.small(1, 50)));
        // The large job: 10 s alone, stands 5 s, 25 s at a third; the small one 30 s at a third. Both stand until 45.
        // Then the small
        // one has four slices, 40 s of work left, until 95. The large one has done 10 + 25/3 + 25 by then, and the GPU
        // from 100 on.
        assertThat(end(run, 1)).isCloseTo(95, within(1e-6));
        assertThat(end(run, 0)).isCloseTo(100 + 100 - (10 + 25.0 / 3 + 25), within(1e-6));
        assertThat(run.profilings()).isEqualTo(1);
        assertThat(run.repartitions()).isEqualTo(2);
        assertThat(run.migrations()).isEqualTo(4);
    }

    @Test
    void anOracleNeedNotProfile() {
        PartitionRun run = dynamic(false, 5, new Arrival(0, Jobs.large(0, 100)), new Arrival(10, Jobs.small(1, 50)));
        // Both stand from 10 to 15; the small one ends 62.5 s later, at which the large one has done 10 + 31.25.
        assertThat(end(run, 1)).isCloseTo(77.5, within(1e-6));
        assertThat(end(run, 0)).isCloseTo(82.5 + 58.75, within(1e-6));
        assertThat(run.profilings()).isZero();
        PartitionRun free = dynamic(false, 0, new Arrival(0, Jobs.large(0, 100)), new Arrival(10, Jobs.small(1, 50)));
        assertThat(end(free, 1)).isCloseTo(72.5, within(1e-6));
        assertThat(end(free, 0)).isCloseTo(72.5 + 58.75, within(1e-6));
    }

    @Test
    void theFirstJobThatFitsNowhereHoldsUpThoseBehindIt() {
        PartitionRun run = dynamic(
                false,
                0,
                new Arrival(0, Jobs.large(0, 50)),
                new Arrival(0, Jobs.large(1, 50)),
                new Arrival(1, Jobs.large(2, 50)),
                new Arrival(2, Jobs.small(3, 1)));
        // Two large jobs fill a GPU: 50 s at 0.625 until 80. Only then does the third start.
        double third = run.stretches().stream()
                .filter(it -> it.job().id() == 2)
                .findFirst()
                .orElseThrow()
                .from();
        double fourth = run.stretches().stream()
                .filter(it -> it.job().id() == 3)
                .findFirst()
                .orElseThrow()
                .from();
        assertThat(third).isCloseTo(80, within(1e-6));
        assertThat(fourth).isGreaterThanOrEqualTo(third);
    }

    @Test
    void throughputIsTheMeanSumOfSpeeds() {
        PartitionRun run =
                fixed("4g.20gb+3g.20gb", new Arrival(0, Jobs.small(0, 80)), new Arrival(0, Jobs.small(1, 50)));
        PartitionResult result = new PartitionResult("static", 1, Optional.empty(), run);
        assertThat(result.makespanHours() * 3600).isCloseTo(100, within(1e-6));
        assertThat(result.throughput()).isCloseTo(1.3, within(1e-6));
        assertThat(result.meanHours() * 3600).isCloseTo(100, within(1e-6));
    }
}
