package org.atomizable.cli.colocate;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/** An interference matrix as a table for a terminal. */
final class MatrixTable {

    private MatrixTable() {}

    /**
     * Prints measured and predicted values, groups that cannot run together, and the figures of a check if there are any.
     *
     * @param reasons why groups cannot run together
     */
    static void print(
            InterferenceMatrix matrix, Map<Sharing, String> reasons, Optional<HeldOut> checked, PrintStream out) {
        out.printf("%-24s %-32s %10s  %-16s %s%n", "job", "beside", "of alone", "95 % interval", "");
        Stream.concat(matrix.measured().entrySet().stream(), matrix.predicted().entrySet().stream())
                .sorted(Map.Entry.comparingByKey())
                .forEach(it -> out.printf(
                        Locale.ROOT,
                        "%-24s %-32s %10.3f  %-16s %s%n",
                        it.getKey().job(),
                        beside(it.getKey()),
                        it.getValue().value(),
                        interval(it.getValue()),
                        it.getValue().source()));
        reasons.forEach((group, reason) -> out.printf("%s cannot run together: %s%n", group.group(), reason));
        checked.ifPresent(it -> out.printf(
                Locale.ROOT,
                "%d pairs hidden: median error of %d predictions %.1f %%, %.0f %% within their intervals%n",
                it.pairs(),
                it.values(),
                100 * it.medianError(),
                100 * it.withinIntervals()));
    }

    private static String beside(Cell cell) {
        return String.join(" + ", cell.sharing().group().beside(cell.job()));
    }

    private static String interval(RelativeThroughput it) {
        return Double.isFinite(it.high()) ? String.format(Locale.ROOT, "%.3f to %.3f", it.low(), it.high()) : "unknown";
    }
}
