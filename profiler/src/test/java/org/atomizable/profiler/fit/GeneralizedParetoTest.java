package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reference values are those of SciPy 1.17: {@code minimize} on its own likelihood to 1e-13, and {@code brentq}. */
class GeneralizedParetoTest {

    private static final double[] HEAVY = {
        0.06, 0.19, 0.33, 0.47, 0.61, 0.76, 0.92, 1.08, 1.25, 1.43, 1.62, 1.82, 2.02, 2.24, 2.47, 2.71, 2.96, 3.23,
        3.52, 3.83, 4.16, 4.52, 4.9, 5.31, 5.76, 6.26, 6.8, 7.41, 8.08, 8.84, 9.71, 10.73, 11.92, 13.36, 15.14, 17.45,
        20.62, 25.39, 33.98, 59.63
    };

    private static final double[] LIGHT = {
        0.09, 0.21, 0.19, 0.32, 0.45, 0.43, 0.57, 0.7, 0.69, 0.83, 0.97, 0.97, 1.11, 1.26, 1.26, 1.42, 1.57, 1.59,
        1.75, 1.92, 1.94, 2.12, 2.3, 2.33, 2.53, 2.72, 2.78, 3.0, 3.22, 3.31, 3.55, 3.82, 3.95, 4.25, 4.59, 4.81,
        5.23, 5.75, 6.27, 7.36
    };

    private static final double[] SHORT = {
        0.1, 0.3, 0.7, 0.9, 1.4, 1.6, 2.2, 2.9, 3.1, 3.8, 4.4, 5.9, 6.3, 8.8, 12.5, 19.7
    };

    private static void assertFit(double[] excesses, double shape, double scale, double likelihood, double statistic) {
        GeneralizedPareto fit = GeneralizedPareto.fit(excesses);
        assertThat(fit.shape()).isCloseTo(shape, within(1e-6));
        assertThat(fit.scale()).isCloseTo(scale, within(1e-6 * scale));
        assertThat(fit.meanLogDensity(excesses)).isCloseTo(likelihood, within(1e-9));
        double[] ascending = excesses.clone();
        Arrays.sort(ascending);
        assertThat(AndersonDarling.statistic(fit, ascending)).isCloseTo(statistic, within(1e-6));
    }

    @Test
    void fitsAreTheReferenceToSixDigits() {
        assertFit(HEAVY, 0.3618489518, 5.1297036681, -2.996896844531, 0.0280913007);
        assertFit(LIGHT, -0.3705526117, 3.2437761253, -1.806185507834, 0.0685631127);
        assertFit(SHORT, 0.1215267559, 4.1078900476, -2.534436277958, 0.0883659558);
    }

    @Test
    void theLimitOfARareQuantileIsThatOfTheProfileLikelihood() {
        double beyond = ClopperPearson.of(40, 200, 0.9).high();

        assertThat(heavy().limit(0.01 * beyond, 0.9)).isCloseTo(22_353.0, within(25.0));
        assertThat(heavy().limit(0.0005, 0.99)).as("four times the largest").isEqualTo(4 * 5963.0);
    }

    private static ParetoTail heavy() {
        return heavyFrom(0);
    }

    private static ParetoTail heavyFrom(long threshold) {
        long[] observed = LongStream.concat(
                        LongStream.range(0, 160).map(i -> threshold),
                        DoubleStream.of(HEAVY).mapToLong(it -> threshold + Math.round(100 * it)))
                .toArray();
        return ParetoTail.of(Ordered.of(observed)).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"0.01, 0.9, 22353", "0.01, 0.5, 9244", "0.03, 0.9, 8861", "0.02, 0.8, 9253"})
    void limitsOfOtherQuantilesAreThoseOfTheProfileLikelihoodToo(double beyond, double confidence, double limit) {
        double q = beyond * ClopperPearson.of(40, 200, confidence).high();
        assertThat(heavy().limit(q, confidence)).isBetween(limit - 1, 1.0011 * limit);
    }

    @Test
    void theLimitIsTheLargestObservationAtLeast() {
        double beyond = ClopperPearson.of(40, 200, 0.9).high();
        assertThat(heavy().limit(0.05 * beyond, 0.9))
                .as("surely less than that")
                .isEqualTo(5963);
        assertThat(heavy().limit(beyond, 0.9)).isEqualTo(5963);
        assertThat(heavy().limit(Math.min(1, 2 * beyond), 0.9)).isEqualTo(5963);
    }

    @Test
    void aTailNamesQuantilesUpToATenthOfTheRarestObserved() {
        assertThat(heavy().supports(1 / 2000.0)).isTrue();
        assertThat(heavy().supports(1 / 2001.0)).isFalse();
        assertThat(heavy().rarest()).isCloseTo(10_973.685, within(0.1));
    }

    @Test
    void aTailThatBeginsLaterGoesOnAsFar() {
        double q = 0.01 * ClopperPearson.of(40, 200, 0.5).high();
        assertThat(heavyFrom(1000).limit(q, 0.5)).isCloseTo(1000 + heavy().limit(q, 0.5), within(1e-6));
        assertThat(heavyFrom(1000).rarest()).isCloseTo(1000 + heavy().rarest(), within(1e-6));
    }

    @Test
    void betweenTwoShapesTheDoubtIsInterpolated() {
        assertThat(AndersonDarling.critical(-0.375)).isCloseTo((1.004 + 0.842) / 2, within(1e-12));
        assertThat(AndersonDarling.critical(0.875)).isCloseTo((0.665 + 0.640) / 2, within(1e-12));
        assertThat(AndersonDarling.critical(-2)).isEqualTo(1.004);
        assertThat(AndersonDarling.critical(5)).isEqualTo(0.640);
    }

    @Test
    void noTailNamesMoreThanFourTimesTheLargest() {
        long[] observed = LongStream.range(0, 200)
                .map(i -> Math.round(1000 * Math.pow((200 - i - 0.5) / 200, -2)))
                .toArray();
        ParetoTail tail = ParetoTail.of(Ordered.of(observed)).orElseThrow();
        assertThat(tail.rarest()).isEqualTo(4.0 * observed[199]);
    }

    @Test
    void thirtyExcessesMakeATail() {
        long[] observed = LongStream.range(0, 150)
                .map(i -> Math.round(-100_000 * Math.log((150 - i - 0.5) / 150)))
                .toArray();
        assertThat(ParetoTail.of(Ordered.of(observed))).isPresent();
    }

    @Test
    void twoExcessesCanBeFittedAndOneOfThemMayBeZero() {
        assertThat(GeneralizedPareto.fit(0, 1).shape()).isGreaterThanOrEqualTo(GeneralizedPareto.LEAST_SHAPE - 1e-9);
    }

    @Test
    void itsDensityIsThatOfItsFormula() {
        assertThat(new GeneralizedPareto(0, 2).meanLogDensity(1, 3)).isCloseTo(-Math.log(2) - 1, within(1e-12));
        assertThat(new GeneralizedPareto(1, 1).meanLogDensity(1)).isCloseTo(-Math.log(4), within(1e-12));
        assertThat(new GeneralizedPareto(-1, 5).meanLogDensity(1, 6)).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void itsProbabilitiesAndQuantilesAreThoseOfItsFormula() {
        GeneralizedPareto exponential = new GeneralizedPareto(0, 2);
        assertThat(exponential.exceedance(2)).isCloseTo(Math.exp(-1), within(1e-12));
        assertThat(exponential.exceededWith(Math.exp(-3))).isCloseTo(6, within(1e-12));
        GeneralizedPareto uniform = new GeneralizedPareto(-1, 5);
        assertThat(uniform.exceedance(1)).isCloseTo(0.8, within(1e-12));
        assertThat(uniform.exceedance(5)).isZero();
        assertThat(new GeneralizedPareto(0.5, 1).exceedance(2)).isCloseTo(0.25, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.4, -0.1, 0, 0.3, 0.9})
    void manyExcessesGiveBackWhatTheyWereDrawnFrom(double shape) {
        GeneralizedPareto drawn = new GeneralizedPareto(shape, 7);
        SplittableRandom random = new SplittableRandom(3);
        double[] excesses =
                random.doubles(20_000).map(p -> drawn.exceededWith(1 - p)).toArray();
        GeneralizedPareto fit = GeneralizedPareto.fit(excesses);
        assertThat(fit.shape()).isCloseTo(shape, within(0.04));
        assertThat(fit.scale()).isCloseTo(7, within(0.3));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> GeneralizedPareto.fit(1)).hasMessageContaining("two excesses");
        assertThatThrownBy(() -> GeneralizedPareto.fit(0, 0)).hasMessageContaining("not all zero");
        assertThatThrownBy(() -> GeneralizedPareto.fit(-1, 3)).hasMessageContaining("none negative");
        assertThatThrownBy(() -> GeneralizedPareto.fit(Double.NaN, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GeneralizedPareto(0, 0)).hasMessageContaining("scale above 0");
    }

    /** Draws samples, fits each, and returns what one statistic in ten exceeds. */
    private static double simulated(double shape, int samples) {
        GeneralizedPareto drawn = new GeneralizedPareto(shape, 1);
        SplittableRandom random = new SplittableRandom(11);
        double[] statistics = new double[samples];
        for (int i = 0; i < samples; i++) {
            double[] excesses = random.doubles(50)
                    .map(p -> drawn.exceededWith(1 - p))
                    .sorted()
                    .toArray();
            statistics[i] = AndersonDarling.statistic(GeneralizedPareto.fit(excesses), excesses);
        }
        Arrays.sort(statistics);
        return statistics[samples * 9 / 10];
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.5, -0.25, 0, 0.25, 0.5, 0.75, 1})
    void oneFitInTenIsDoubtedWhereTheDistributionIsRight(double shape) {
        double simulated = simulated(shape, 5_000);
        assertThat(AndersonDarling.critical(shape)).isCloseTo(simulated, within(0.06 * simulated));
    }

    private enum Drawn {
        NORMAL(p -> 10 + new NormalDistribution(null, 0, 1).inverseCumulativeProbability(1 - p)),
        EXPONENTIAL(p -> -Math.log(p)),
        LOGNORMAL(p -> Math.exp(0.5 * new NormalDistribution(null, 0, 1).inverseCumulativeProbability(1 - p))),
        PARETO(p -> Math.pow(p, -1 / 3.0));

        private final DoubleUnaryOperator exceededWith;

        Drawn(DoubleUnaryOperator exceededWith) {
            this.exceededWith = exceededWith;
        }
    }

    /** What no order statistic can bound: of 400 observations, what one in 400 exceeds. */
    @ParameterizedTest
    @EnumSource
    void aTailsLimitCoversARareQuantileAboutAsOftenAsItSays(Drawn drawn) {
        SplittableRandom random = new SplittableRandom(17);
        double rare = 1e6 * drawn.exceededWith.applyAsDouble(1 / 400.0);
        int tails = 0;
        int tooLow = 0;
        for (int i = 0; i < 1000; i++) {
            long[] observed = random.doubles(400)
                    .mapToLong(p -> Math.round(1e6 * drawn.exceededWith.applyAsDouble(1 - p)))
                    .toArray();
            Optional<ParetoTail> tail = ParetoTail.of(Ordered.of(observed));
            if (tail.isPresent()) {
                tails++;
                tooLow += tail.get().limit(1 / 400.0, 0.9) < rare ? 1 : 0;
            }
        }
        assertThat(tails).isGreaterThan(600);
        // The limits of a likelihood are right for many excesses; here are 64, of distributions that only tend to this
        // one.
        assertThat((double) tooLow / tails).isLessThan(0.15);
    }

    @Test
    void stepsAndTwoModesHaveNoTail() {
        SplittableRandom random = new SplittableRandom(5);
        long[] steps = random.ints(1000, 1, 4).mapToLong(it -> it * 1000L).toArray();
        assertThat(ParetoTail.of(Ordered.of(steps))).isEmpty();
        long[] modes = random.doubles(300)
                .mapToLong(it -> Math.round(it < 0.9 ? 1000 * it : 1e6 + 1000 * it))
                .toArray();
        assertThat(ParetoTail.of(Ordered.of(modes))).isEmpty();
        assertThat(ParetoTail.of(Ordered.of(new long[1000]))).isEmpty();
        assertThat(ParetoTail.of(Ordered.of(LongStream.range(0, 149).toArray())))
                .isEmpty();
        assertThat(ParetoTail.of(Ordered.of())).isEmpty();
    }
}
