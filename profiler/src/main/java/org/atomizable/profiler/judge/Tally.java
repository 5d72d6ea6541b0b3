package org.atomizable.profiler.judge;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.DoubleStream;

/** The results of one rule for some subjobs of one job. */
final class Tally {

    /** How often something was bounded, and how often the bound was exceeded. */
    record Count(long asked, long exceeded) {
        static final Count NONE = new Count(0, 0);

        Count plus(boolean more) {
            return new Count(asked + 1, exceeded + (more ? 1 : 0));
        }
    }

    private final Map<Measure, Count> counts = new EnumMap<>(Measure.class);
    private final DoubleStream.Builder reserved = DoubleStream.builder();
    private double median = Double.NaN;

    void counts(Measure measure, boolean exceeded) {
        counts.merge(measure, Count.NONE.plus(exceeded), (before, one) -> before.plus(exceeded));
    }

    /** Counts the memory that was bounded, and needed. */
    void memory(double bound, double need) {
        counts(Measure.MEMORY, need > bound);
        counts(Measure.SLICE, need > Slices.smallest(bound));
        reserved.add(bound / need);
    }

    /** Forgets all bounds but for the middle one. */
    Tally ended() {
        median = Medians.of(reserved.build().toArray());
        return this;
    }

    Count count(Measure measure) {
        return counts.getOrDefault(measure, Count.NONE);
    }

    /** Returns the median of bound divided by need. */
    double medianReserved() {
        return median;
    }
}
