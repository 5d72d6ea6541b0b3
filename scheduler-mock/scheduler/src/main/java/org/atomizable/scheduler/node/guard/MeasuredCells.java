package org.atomizable.scheduler.node.guard;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.JobGroup;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/** Throughputs that were measured in operation: geometric means, with 95 % intervals of Student's t distribution. */
final class MeasuredCells {

    private static final String SOURCE = "measured in operation";

    /** Of 97.5 %, by degrees of freedom from 1 on; the last one is for more. */
    private static final double[] QUANTILES = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131
    };

    /** Of logarithms, by Welford. */
    private record Moments(int count, double mean, double squares) {

        Moments with(double value) {
            double delta = value - mean;
            double next = mean + delta / (count + 1);
            return new Moments(count + 1, next, squares + delta * (value - next));
        }

        RelativeThroughput throughput() {
            double value = StrictMath.exp(mean);
            if (count < 2) {
                return RelativeThroughput.once(value, SOURCE);
            }
            double error = StrictMath.sqrt(squares / (count - 1) / count);
            double half = QUANTILES[Math.min(count - 1, QUANTILES.length) - 1] * error;
            return new RelativeThroughput(
                    value, value * StrictMath.exp(-half), value * StrictMath.exp(half), count, SOURCE);
        }
    }

    private final Map<Cell, Moments> cells = new TreeMap<>();

    /** Adds a value, unless more jobs ran together than a matrix has places for. */
    void add(SliceKind slice, String job, List<String> beside, double throughput) {
        if (!beside.isEmpty() && beside.size() < JobGroup.MOST) {
            Cell cell = Cell.of(slice, job, beside);
            cells.put(cell, cells.getOrDefault(cell, new Moments(0, 0, 0)).with(StrictMath.log(throughput)));
        }
    }

    Map<Cell, RelativeThroughput> values() {
        Map<Cell, RelativeThroughput> values = new TreeMap<>();
        cells.forEach((cell, moments) -> values.put(cell, moments.throughput()));
        return values;
    }
}
