package org.atomizable.lab.simulate.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.atomizable.lab.simulate.schedule.Execution;
import org.junit.jupiter.api.Test;

/** A job alone on a slice. */
class ContinuingMarketTest {

    private static List<Execution> executions(String market) throws Exception {
        return OneJob.finished(OneJob.workload("alone", 2, 10_000, 12 * 3600, List.of()), market)
                .executions();
    }

    /** A tenth of a restore's mean of 20 s, and nothing is drawn. */
    @Test
    void whatFollowsAtOnceGoesOnAndTheProofTakesTwoSeconds() throws Exception {
        List<Execution> executions = executions("sja");

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
        assertThat(executions("sja-srpt-1h-run"))
                .hasSizeGreaterThan(3)
                .noneMatch(Execution::continued)
                .allMatch(it -> it.restoreSeconds() > 2);
    }
}
