package org.atomizable.lab.simulate.population;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.score.Composite;

@Tag("slow")
class MarketExperimentProperties {

    private static final Duration APART = Duration.ofMinutes(1);

    /** On one slice, whatever the strategies and the patience. */
    @Property(tries = 10)
    void nobodyWaitsLongerThanTheBound(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 6) int honest,
            @ForAll @IntRange(max = 3) int boasting,
            @ForAll @IntRange(max = 3) int sandbagging,
            @ForAll @IntRange(max = 3) int urgent,
            @ForAll @DoubleRange(min = 0, max = 1) double lambda,
            @ForAll @IntRange(min = 60, max = 3000) int patience) {
        Population population = new Population(Map.of(
                Strategy.HONEST, honest,
                Strategy.BOASTING, boasting,
                Strategy.SANDBAGGING, sandbagging,
                Strategy.URGENT, urgent));
        Composite composite = new Composite(lambda, 1.0 / patience);
        ExperimentReport report = new MarketExperiment(
                        1, 150, BidClearingRules.PUBLISHED.composedBy(composite), false, seed)
                .run(population, minute -> {});
        Assume.that(report.optimal() == 1);
        assertLongestWait(report, composite.longestWait(honest + boasting + sandbagging + urgent, APART));
    }

    /** Each job has its turn no later than the same bound, on several slices too. */
    @Property(tries = 6)
    void whereWinnersPayNobodyWaitsLongerThanTheBoundEither(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 6) int honest,
            @ForAll @IntRange(max = 3) int sandbagging) {
        Population population = new Population(Map.of(Strategy.HONEST, honest, Strategy.SANDBAGGING, sandbagging));
        ExperimentReport report =
                new MarketExperiment(2, 120, BidClearingRules.PUBLISHED, true, seed).run(population, minute -> {});
        assertLongestWait(report, Composite.DEFAULT.longestWait(honest + sandbagging, APART));
    }

    private static void assertLongestWait(ExperimentReport report, Duration bound) {
        assertThat(report.outcomes())
                .allSatisfy(it -> assertThat(it.longestWaitSeconds()).isLessThanOrEqualTo(bound.toMillis() / 1e3));
    }
}
