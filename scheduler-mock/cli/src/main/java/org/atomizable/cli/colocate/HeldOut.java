package org.atomizable.cli.colocate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.completion.MatrixCompletion;

/**
 * What predictions of measured pairs were like that were hidden from them.
 *
 * @param pairs how many pairs were hidden
 * @param values how many values of them could be predicted
 * @param medianError median size of the error, relative to the measured value; 0 if none could be predicted
 * @param withinIntervals share of the measured values within the intervals of the predictions
 */
record HeldOut(int pairs, int values, double medianError, double withinIntervals) {

    /** Hides pairs by seed and predicts them. */
    static HeldOut of(InterferenceMatrix matrix, int pairs, long seed) {
        List<Sharing> all = new ArrayList<>(matrix.measured().keySet().stream()
                .map(it -> it.sharing())
                .filter(it -> it.group().size() == 2)
                .distinct()
                .toList());
        Collections.shuffle(all, new Random(seed));
        List<Sharing> hidden = List.copyOf(all.subList(0, Math.min(pairs, all.size())));
        InterferenceMatrix predicted = new MatrixCompletion(seed).complete(matrix.without(hidden));
        List<Double> errors = new ArrayList<>();
        int within = 0;
        for (Sharing pair : hidden) {
            for (String job : pair.group().jobs().stream().distinct().toList()) {
                List<String> beside = pair.group().beside(job);
                var guess = predicted.of(pair.kind(), job, beside);
                var actual = matrix.of(pair.kind(), job, beside);
                if (guess.isPresent() && actual.isPresent()) {
                    double value = actual.get().value();
                    errors.add(Math.abs(guess.get().value() - value) / value);
                    within += guess.get().low() <= value && value <= guess.get().high() ? 1 : 0;
                }
            }
        }
        Collections.sort(errors);
        int count = errors.size();
        return count == 0
                ? new HeldOut(hidden.size(), 0, 0, 0)
                : new HeldOut(hidden.size(), count, errors.get((count - 1) / 2), (double) within / count);
    }
}
