package org.atomizable.scheduler.colocation.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.RelativeThroughput;

class MatrixCompletionProperties {

    @Property(tries = 50)
    void everyGapIsPredictedAndNothingElseIsChanged(
            @ForAll @IntRange(min = 1, max = 8) int jobs, @ForAll @IntRange(max = 90) int percent, @ForAll long seed) {
        InterferenceMatrix all = SyntheticPairs.of(jobs, 0.02, seed);
        InterferenceMatrix left = all.without(SyntheticPairs.some(jobs, percent / 100.0, seed));
        InterferenceMatrix complete = new MatrixCompletion(1).complete(left);
        assertThat(complete.measured()).isEqualTo(left.measured());
        List<String> known = left.jobs(SyntheticPairs.KIND);
        for (String one : known) {
            for (String other : known) {
                assertThat(complete.of(SyntheticPairs.KIND, one, List.of(other)))
                        .hasValueSatisfying(
                                it -> assertThat(it.value()).isPositive().isLessThanOrEqualTo(1));
            }
        }
        assertThat(complete.predicted().values())
                .allSatisfy(it -> assertThat(it.samples()).isZero());
        assertThat(new MatrixCompletion(1).complete(left)).isEqualTo(complete);
    }

    @Example
    void hiddenPairsArePredictedFromSimilarOnes() {
        List<Double> errors = new ArrayList<>();
        List<Double> ofTheMean = new ArrayList<>();
        for (long seed = 1; seed <= 5; seed++) {
            InterferenceMatrix all = SyntheticPairs.of(16, 0.01, seed);
            InterferenceMatrix left = all.without(SyntheticPairs.some(16, 0.3, seed));
            double mean = left.measured().values().stream()
                    .mapToDouble(RelativeThroughput::value)
                    .average()
                    .orElseThrow();
            new MatrixCompletion(seed).complete(left).predicted().forEach((cell, predicted) -> {
                double actual = all.measured().get(cell).value();
                errors.add(Math.abs(predicted.value() - actual) / actual);
                ofTheMean.add(Math.abs(mean - actual) / actual);
            });
        }
        assertThat(median(errors)).isLessThan(0.05).isLessThan(median(ofTheMean) / 4);
    }

    @Example
    void intervalsHoldNearlyAsManyHiddenValuesAsTheySay() {
        int within = 0;
        int all = 0;
        double width = 0;
        for (long seed = 1; seed <= 10; seed++) {
            InterferenceMatrix truth = SyntheticPairs.of(14, 0.03, seed);
            InterferenceMatrix left = truth.without(SyntheticPairs.some(14, 0.3, seed));
            for (Map.Entry<Cell, RelativeThroughput> each :
                    new MatrixCompletion(seed).complete(left).predicted().entrySet()) {
                double actual = truth.measured().get(each.getKey()).value();
                RelativeThroughput predicted = each.getValue();
                within += predicted.low() <= actual && actual <= predicted.high() ? 1 : 0;
                width += predicted.high() - predicted.low();
                all++;
            }
        }
        assertThat((double) within / all).isBetween(0.9, 0.999);
        assertThat(width / all).isLessThan(0.4);
    }

    @Example
    void excludedPairsAreNotPredicted() {
        List<Sharing> impossible = SyntheticPairs.some(6, 0.2, 3);
        InterferenceMatrix left = SyntheticPairs.of(6, 0, 3).without(impossible).withExcluded(impossible);
        assertThat(new MatrixCompletion(1).complete(left).predicted()).isEmpty();
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
