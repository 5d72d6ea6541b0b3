package org.atomizable.lab.simulate.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is known of a job whose atoms take longer than the first two holes. */
class FirstLookMarketTest {

    private static final double HOLE = 90;
    private static final double FREE_FROM = 1800;

    private static final double ATOM_SECONDS = 100;

    private static final Workload WORKLOAD = OneJob.workload(
            "slow",
            ATOM_SECONDS,
            20,
            4 * 3600,
            List.of(new Reservation(HOLE, 900), new Reservation(900 + HOLE, FREE_FROM)));

    @ParameterizedTest
    @ValueSource(strings = {"sja", "jasda"})
    void aFirstLookIsStoppedInTimeAndTheNextOneIsGivenMoreTime(String market) throws Exception {
        Schedule schedule = OneJob.finished(WORKLOAD, market);

        assertThat(schedule.incidents().overruns()).isZero();
        assertThat(schedule.incidents().failures()).isZero();
        List<Execution> stopped = schedule.executions().stream()
                .filter(it -> it.from() < FREE_FROM)
                .toList();
        assertThat(stopped).isNotEmpty().allMatch(it -> it.workSeconds() == 0 && it.to() < it.leasedUntil());
        Execution longer = schedule.executions().get(stopped.size());
        assertThat(longer.stop()).isEqualTo(Execution.Stop.FIRST_LOOK);
        assertThat(longer.workSeconds()).isGreaterThanOrEqualTo(ATOM_SECONDS);
    }
}
