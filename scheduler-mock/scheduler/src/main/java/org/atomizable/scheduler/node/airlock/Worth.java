package org.atomizable.scheduler.node.airlock;

import java.util.Comparator;
import java.util.Locale;

/**
 * How valuable a job is to others. A job of more worth is never disturbed while one of less worth could be.
 *
 * @param priority of the job; compared first
 * @param residentClass compared where priorities are equal
 * @param value compared last; finite
 */
public record Worth(int priority, ResidentClass residentClass, double value) implements Comparable<Worth> {

    private static final Comparator<Worth> ORDER = Comparator.comparingInt(Worth::priority)
            .thenComparing(Worth::residentClass)
            .thenComparingDouble(Worth::value);

    /** Refuses a value that is not finite. */
    public Worth {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a value must be finite, was " + value);
        }
    }

    @Override
    public int compareTo(Worth other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "priority %d, %s, value %s",
                priority,
                residentClass.name().toLowerCase(Locale.ROOT),
                value);
    }
}
