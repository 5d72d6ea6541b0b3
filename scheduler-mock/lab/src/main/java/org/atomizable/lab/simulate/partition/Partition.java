package org.atomizable.lab.simulate.partition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A layout, and which of some jobs runs on which of its instances.
 *
 * @param layout as many instances as there are jobs
 * @param slots for each job, in the order in which they were given, the instance that it gets
 */
record Partition(Layout layout, List<Integer> slots) {

    /** Speeds by job and profile, true or predicted; 0 where the job does not fit. */
    @FunctionalInterface
    interface Speeds {
        double of(PartitionJob job, String profile);
    }

    Partition {
        slots = List.copyOf(slots);
    }

    /**
     * Finds the partition with one instance for each job and the largest sum of speeds. Of equal ones it is the first.
     *
     * @return empty if no layout holds all of the jobs
     */
    static Optional<Partition> best(List<Layout> layouts, List<PartitionJob> jobs, Speeds speeds) {
        Optional<Partition> best = Optional.empty();
        double most = 0;
        for (Layout layout : layouts) {
            if (layout.size() == jobs.size()) {
                Assignment assignment = new Assignment(layout, jobs, speeds);
                if (assignment.sum() > most) {
                    most = assignment.sum();
                    best = Optional.of(new Partition(layout, assignment.slots()));
                }
            }
        }
        return best;
    }

    /** Dynamic programming over the sets of jobs that have the first instances. */
    private static final class Assignment {

        private final double[] sums;
        private final int[] last;
        private final int jobs;

        Assignment(Layout layout, List<PartitionJob> jobs, Speeds speeds) {
            this.jobs = jobs.size();
            this.sums = new double[1 << this.jobs];
            this.last = new int[1 << this.jobs];
            for (int set = 1; set < sums.length; set++) {
                sums[set] = Double.NEGATIVE_INFINITY;
                String profile = layout.profile(Integer.bitCount(set) - 1);
                for (int job = 0; job < this.jobs; job++) {
                    if (((set >> job) & 1) == 1 && jobs.get(job).fits(profile)) {
                        // A prediction may be off so far that it is negative; a job that fits may still run there.
                        double sum = sums[set ^ (1 << job)] + Math.max(1e-9, speeds.of(jobs.get(job), profile));
                        if (sum > sums[set]) {
                            sums[set] = sum;
                            last[set] = job;
                        }
                    }
                }
            }
        }

        double sum() {
            return sums[sums.length - 1];
        }

        List<Integer> slots() {
            List<Integer> slots = new ArrayList<>(Collections.nCopies(jobs, 0));
            for (int set = sums.length - 1; set > 0; set ^= (1 << last[set])) {
                slots.set(last[set], Integer.bitCount(set) - 1);
            }
            return slots;
        }
    }
}
