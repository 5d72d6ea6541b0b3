package org.atomizable.lab.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.scheduler.score.Composite;

class LabTest {

    private static final List<Strategy> DEVIATIONS =
            List.of(Strategy.BOASTING, Strategy.EXAGGERATING, Strategy.SHADING, Strategy.SANDBAGGING);

    private static final Population A_FIFTH_BOASTS = new Population(Map.of(Strategy.BOASTING, 4, Strategy.HONEST, 16));

    private static LabRules rules(boolean calibrated, long seed) {
        return new LabRules(3, 800, Composite.DEFAULT, calibrated, false, seed);
    }

    @Example
    void boastersFallBelowTheirFairShareAndHonestJobsLoseNextToNothing() {
        for (long seed = 1; seed <= 3; seed++) {
            LabReport report = Lab.run(A_FIFTH_BOASTS, rules(true, seed), minute -> {});
            LabReport honest = Lab.run(A_FIFTH_BOASTS.allHonest(), rules(true, seed), minute -> {});
            LabReport.Outcome boasters = report.of(Strategy.BOASTING);
            assertThat(boasters.laterShare()).isLessThan(boasters.fairShare());
            assertThat(report.loss(honest, 16)).isLessThanOrEqualTo(0.02);
            assertThat(boasters.rho()).isLessThan(report.of(Strategy.HONEST).rho());
        }
    }

    @Example
    void whereEverybodyIsBelievedBoastingPays() {
        LabReport.Outcome boasters =
                Lab.run(A_FIFTH_BOASTS, rules(false, 1), minute -> {}).of(Strategy.BOASTING);
        assertThat(boasters.laterShare()).isGreaterThan(boasters.fairShare());
    }

    @Example
    void whereWinnersPayNoSingleDeviationGains() {
        for (long seed = 1; seed <= 4; seed++) {
            LabRules rules = new LabRules(2, 300, Composite.DEFAULT, true, true, seed);
            double truth = gainOfTheLast(Strategy.HONEST, rules);
            for (Strategy deviation : DEVIATIONS) {
                assertThat(gainOfTheLast(deviation, rules))
                        .as("%s, seed %d", deviation, seed)
                        .isLessThanOrEqualTo(truth * (1 + 1e-9));
            }
        }
    }

    @Example
    void whereNobodyPaysADeviationGains() {
        LabRules rules = new LabRules(2, 300, Composite.DEFAULT, false, false, 1);
        assertThat(gainOfTheLast(Strategy.BOASTING, rules)).isGreaterThan(gainOfTheLast(Strategy.HONEST, rules));
    }

    private static double gainOfTheLast(Strategy strategy, LabRules rules) {
        Population population = new Population(
                strategy == Strategy.HONEST ? Map.of(Strategy.HONEST, 8) : Map.of(Strategy.HONEST, 7, strategy, 1));
        return Lab.run(population, rules, minute -> {}).gains().get(7);
    }

    /** Nobody's turn comes later than the bound either. */
    @Property(tries = 10)
    void whereWinnersPayNobodyWaitsLongerThanTheBoundEither(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 8) int honest,
            @ForAll @IntRange(max = 3) int sandbagging) {
        Population population = new Population(Map.of(Strategy.HONEST, honest, Strategy.SANDBAGGING, sandbagging));
        LabReport report = Lab.run(population, new LabRules(2, 200, Composite.DEFAULT, true, true, seed), minute -> {});
        Duration longest = Composite.DEFAULT.longestWait(honest + sandbagging, Duration.ofMinutes(1));
        assertThat(report.outcomes())
                .allSatisfy(it -> assertThat(it.longestWaitSeconds()).isLessThanOrEqualTo(longest.toSeconds()));
    }

    /** On one slice, whatever the strategies, and however impatient the rules. */
    @Property(tries = 25)
    void nobodyWaitsLongerThanTheBound(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int honest,
            @ForAll @IntRange(max = 4) int boasting,
            @ForAll @IntRange(max = 4) int sandbagging,
            @ForAll @IntRange(max = 4) int urgent,
            @ForAll @DoubleRange(min = 0, max = 1) double lambda,
            @ForAll @IntRange(min = 60, max = 3000) int patience) {
        Population population = new Population(Map.of(
                Strategy.HONEST, honest,
                Strategy.BOASTING, boasting,
                Strategy.SANDBAGGING, sandbagging,
                Strategy.URGENT, urgent));
        Composite composite = new Composite(lambda, 1.0 / patience);
        LabReport report = Lab.run(population, new LabRules(1, 300, composite, true, false, seed), minute -> {});
        Assume.that(report.optimal() == 1);
        Duration longest = composite.longestWait(honest + boasting + sandbagging + urgent, Duration.ofMinutes(1));
        assertThat(report.outcomes())
                .allSatisfy(it -> assertThat(it.longestWaitSeconds()).isLessThanOrEqualTo(longest.toSeconds()));
    }

    @Example
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
        LabRules rules = new LabRules(2, 120, Composite.DEFAULT, true, false, 9);
        LabReport report = Lab.run(all, rules, minute -> {});
        assertThat(Lab.run(all, rules, minute -> {})).isEqualTo(report);
        assertThat(report.utilization()).isBetween(0.9, 1.0);
        assertThat(report.jain()).isBetween(0.25, 1.0);
        assertThat(report.outcomes().stream()
                        .mapToDouble(LabReport.Outcome::share)
                        .sum())
                .isBetween(0.999, 1.001);
    }

    @Example
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Population(Map.of())).hasMessageContaining("1 to 500 jobs");
        assertThatThrownBy(() -> new Population(Map.of(Strategy.HONEST, -1, Strategy.URGENT, 3)))
                .hasMessageContaining("none fewer than 0");
        assertThatThrownBy(() -> new LabRules(0, 1, Composite.DEFAULT, true, false, 1))
                .hasMessageContaining("1 to 50 slices");
    }
}
