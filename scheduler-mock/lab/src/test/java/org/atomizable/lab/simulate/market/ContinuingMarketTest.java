package org.atomizable.lab.simulate.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.AtomFactors;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.api.Test;

/** A job alone on a slice. */
class ContinuingMarketTest {

    private static final Workload WORKLOAD = new Workload(
            "alone",
            12 * 3600,
            List.of(new SimulatedTask(
                    0,
                    "alone",
                    0,
                    2,
                    10_000,
                    new MemoryStages(List.of(new MemoryStages.Stage(0, 7))),
                    10,
                    AtomFactors.EQUAL,
                    Optional.empty(),
                    Optional.empty())),
            List.of(SimulatedSlice.reserved("slice", "1g.10gb", 10, List.of())));

    private static Schedule run(String market) throws Exception {
        Schedule schedule = Markets.watched(market).orElseThrow().run(WORKLOAD, 1, share -> {});
        assertThat(Conservation.broken(WORKLOAD, schedule)).isEmpty();
        assertThat(schedule.completions().get(0)).isPresent();
        return schedule;
    }

    /** A tenth of a restore's mean of 20 s, and nothing is drawn. */
    @Test
    void whatFollowsAtOnceGoesOnAndTheProofTakesTwoSeconds() throws Exception {
        List<Execution> executions = run("sja").executions();

        assertThat(executions).hasSizeGreaterThan(1);
        for (int i = 1; i < executions.size(); i++) {
            Execution execution = executions.get(i);
            Execution before = executions.get(i - 1);
            boolean atOnce = execution.from() - before.to() <= 1
                    && before.stop() != Execution.Stop.LOST
                    && before.workSeconds() > 0;
            assertThat(execution.continued())
                    .as("%s after %s", execution, before)
                    .isEqualTo(atOnce);
            assertThat(execution.restoreSeconds() == 2).isEqualTo(atOnce);
        }
        assertThat(executions).anyMatch(Execution::continued);
        assertThat(executions.get(0).continued()).isFalse();
    }

    @Test
    void theMarketsOfThePublishedFiguresRestoreEachTime() throws Exception {
        assertThat(run("sja-srpt-1h-run").executions())
                .hasSizeGreaterThan(3)
                .noneMatch(Execution::continued)
                .allMatch(it -> it.restoreSeconds() > 2);
    }
}
