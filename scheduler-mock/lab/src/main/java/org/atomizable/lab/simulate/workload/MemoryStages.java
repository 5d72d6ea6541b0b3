package org.atomizable.lab.simulate.workload;

import java.util.List;

/**
 * How much memory a task really uses while its work proceeds.
 *
 * @param stages at least one; the first begins at 0, and each begins later than the one before
 */
public record MemoryStages(List<Stage> stages) {

    /**
     * The memory that is used from some share of the work on.
     *
     * @param fromShare share of the work that is done, from 0 to less than 1
     * @param gib used memory in GiB, greater than 0
     */
    public record Stage(double fromShare, double gib) {
        public Stage {
            if (!(fromShare >= 0 && fromShare < 1)) {
                throw new IllegalArgumentException("a memory stage begins at a share from 0 to 1, was " + fromShare);
            }
            if (!(gib > 0) || gib == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("a memory stage must use more than 0 GiB, was " + gib);
            }
        }
    }

    /** Refuses stages that do not cover the whole work. */
    public MemoryStages {
        stages = List.copyOf(stages);
        if (stages.isEmpty() || stages.get(0).fromShare() != 0) {
            throw new IllegalArgumentException("the first memory stage must begin at 0, was " + stages);
        }
        for (int i = 1; i < stages.size(); i++) {
            if (stages.get(i).fromShare() <= stages.get(i - 1).fromShare()) {
                throw new IllegalArgumentException("memory stages must be in ascending order, was " + stages);
            }
        }
    }

    /** Uses the same memory all the time. */
    public static MemoryStages constant(double gib) {
        return new MemoryStages(List.of(new Stage(0, gib)));
    }

    /** Returns the most memory that is used at any time, in GiB. */
    public double peakGib() {
        return peakGib(0, 1);
    }

    /** Returns the most memory in GiB that is used while the done share of the work grows from one value to another. */
    public double peakGib(double fromShare, double toShare) {
        double peak = 0;
        for (int i = 0; i < stages.size(); i++) {
            double end = i + 1 < stages.size() ? stages.get(i + 1).fromShare() : Double.POSITIVE_INFINITY;
            if (end > fromShare
                    && (stages.get(i).fromShare() < toShare || stages.get(i).fromShare() <= fromShare)) {
                peak = Math.max(peak, stages.get(i).gib());
            }
        }
        return peak;
    }
}
