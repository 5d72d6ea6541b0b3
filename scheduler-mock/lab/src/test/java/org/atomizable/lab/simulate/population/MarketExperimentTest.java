package org.atomizable.lab.simulate.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.Explained;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class MarketExperimentTest {

    private static final int JOBS = 8;

    private static final Population A_FIFTH_BOASTS = new Population(Map.of(Strategy.BOASTING, 4, Strategy.HONEST, 16));

    /** Not shading: it gains for some jobs, as decision 12 tells. */
    private static final List<Strategy> LIES_THAT_COST =
            List.of(Strategy.BOASTING, Strategy.FALSE_DEADLINE, Strategy.EXAGGERATING, Strategy.SANDBAGGING);

    private static MarketExperiment rules(int minutes, boolean paying, long seed) {
        return new MarketExperiment(2, minutes, BidClearingRules.PUBLISHED, paying, seed);
    }

    private static ExperimentReport run(Population population, MarketExperiment rules) {
        return rules.run(population, minute -> {});
    }

    /** With few jobs for each slice they do not: docs/clearing.md tells how much they get. */
    @Test
    void amongManyJobsBoastersFallBelowTheirFairShareAndHonestJobsLoseNextToNothing() {
        MarketExperiment rules = new MarketExperiment(3, 300, BidClearingRules.PUBLISHED, false, 1);
        ExperimentReport report = run(A_FIFTH_BOASTS, rules);
        ExperimentReport.Outcome boasters = report.of(Strategy.BOASTING);
        assertThat(boasters.laterShare()).isLessThan(boasters.fairShare());
        assertThat(boasters.gain()).isLessThan(report.of(Strategy.HONEST).gain());
        assertThat(boasters.rho()).isLessThan(0.6);
        assertThat(report.of(Strategy.HONEST).rho()).isGreaterThan(0.95);
        assertThat(report.loss(run(A_FIFTH_BOASTS.allHonest(), rules), 16)).isLessThanOrEqualTo(0.02);
    }

    /** A known weakness: nothing that a subjob reports contradicts a deadline. */
    @Test
    void aFalseDeadlineCostsNoReliabilityAndGainsWhereNobodyPays() {
        ExperimentReport report =
                run(new Population(Map.of(Strategy.FALSE_DEADLINE, 2, Strategy.HONEST, 6)), rules(150, false, 1));
        ExperimentReport.Outcome pretending = report.of(Strategy.FALSE_DEADLINE);
        assertThat(pretending.rho()).isGreaterThan(0.95);
        assertThat(pretending.share()).isGreaterThan(pretending.fairShare());
    }

    @Test
    void whereWinnersPayASingleJobLosesByEveryTestedLieButShading() {
        for (long seed = 1; seed <= 2; seed++) {
            MarketExperiment rules = rules(100, true, seed);
            ExperimentReport honest = run(new Population(Map.of(Strategy.HONEST, JOBS)), rules);
            for (Strategy lie : LIES_THAT_COST) {
                ExperimentReport report = run(new Population(Map.of(Strategy.HONEST, JOBS - 1, lie, 1)), rules);
                assertThat(report.advantage(honest, lie))
                        .as("%s, seed %s", lie, seed)
                        .isNegative();
            }
        }
    }

    @Test
    void winnersPayForWhatTheyTakeFromOthers() {
        Population honest = new Population(Map.of(Strategy.HONEST, JOBS));
        double unpaid = run(honest, rules(100, false, 1)).of(Strategy.HONEST).gain();
        double paid = run(honest, rules(100, true, 1)).of(Strategy.HONEST).gain();
        assertThat(paid).isLessThan(unpaid);
    }

    @Test
    void theSameSeedGivesTheSameReport() {
        Population all = new Population(Map.of(
                Strategy.HONEST,
                3,
                Strategy.BOASTING,
                1,
                Strategy.SANDBAGGING,
                1,
                Strategy.BURSTY,
                2,
                Strategy.URGENT,
                1));
        ExperimentReport report = run(all, rules(60, false, 9));
        assertThat(run(all, rules(60, false, 9))).isEqualTo(report);
        assertThat(run(all, rules(60, false, 10))).isNotEqualTo(report);
        assertThat(report.utilization()).isBetween(0.95, 1.0);
        assertThat(report.jain()).isBetween(0.25, 1.0);
        assertThat(report.outcomes().stream()
                        .mapToDouble(ExperimentReport.Outcome::share)
                        .sum())
                .isBetween(0.999, 1.001);
    }

    @Test
    void aJobThatIsAloneHoldsEveryWindow() {
        ExperimentReport report = run(
                new Population(Map.of(Strategy.HONEST, 1)),
                new MarketExperiment(1, 30, BidClearingRules.PUBLISHED, false, 1));
        assertThat(report.utilization()).isGreaterThan(0.99);
        assertThat(report.of(Strategy.HONEST).longestWaitSeconds()).isLessThan(61);
        assertThat(report.last())
                .singleElement()
                .satisfies(it -> assertThat(it.won()).isTrue());
    }

    @Test
    void theLastClearingNamesWinnersAndLosersOfEachSlice() {
        ExperimentReport report = run(A_FIFTH_BOASTS, rules(5, false, 3));
        assertThat(report.last().stream()
                        .filter(Explained::won)
                        .map(it -> it.scored().proposal().window().slice().id()))
                .contains("gpu0.0", "gpu0.1");
        assertThat(report.last().stream().filter(it -> !it.won()).mapToDouble(Explained::lostBy))
                .isNotEmpty()
                .allSatisfy(lostBy -> assertThat(lostBy).isNotNegative());
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Population(Map.of())).hasMessageContaining("1 to 500 jobs");
        assertThatThrownBy(() -> new Population(Map.of(Strategy.HONEST, -1, Strategy.URGENT, 3)))
                .hasMessageContaining("none fewer than 0");
        assertThatThrownBy(() -> new MarketExperiment(0, 1, BidClearingRules.PUBLISHED, false, 1))
                .hasMessageContaining("1 to 50 slices");
    }
}
