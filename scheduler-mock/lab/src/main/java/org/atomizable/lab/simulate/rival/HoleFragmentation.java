package org.atomizable.lab.simulate.rival;

import java.util.Arrays;
import java.util.List;
import org.atomizable.lab.simulate.workload.SimulatedTask;

/**
 * How much of the free slices the tasks of a workload cannot use, after Weng et al., "Beware of Fragmentation" (USENIX ATC 2023), with
 * the rest of a hole in place of the rest of a GPU.
 *
 * <p>The fragmentation of a free slice is its memory times the rest of its hole times the share of the tasks that would not be started
 * there: those that ask for more memory, and those for which the rest is too short.
 */
final class HoleFragmentation {

    private final double[] sizes;
    private final double[] tooLarge;
    private final double[][] shortest;
    private final int tasks;

    /**
     * Counts the tasks of a workload, with all of their work left.
     *
     * @param sizes memory of the slices in GiB, in ascending order
     */
    HoleFragmentation(double[] sizes, List<SimulatedTask> tasks, Demand demand) {
        this.sizes = sizes.clone();
        this.tasks = tasks.size();
        this.tooLarge = new double[sizes.length];
        this.shortest = new double[sizes.length][];
        for (int i = 0; i < sizes.length; i++) {
            double gib = sizes[i];
            shortest[i] = tasks.stream()
                    .filter(it -> it.classGib() <= gib)
                    .mapToDouble(it -> demand.shortest(it.workSeconds()))
                    .sorted()
                    .toArray();
            tooLarge[i] = 1 - (double) shortest[i].length / tasks.size();
        }
    }

    /**
     * Returns by how much the fragmentation grows, in GiB times seconds; negative if it falls.
     *
     * @param size of the slice, by its place among the sizes
     * @param left the rest of the hole in seconds; it may be infinite
     * @param used how much of it is taken; at most the rest
     */
    double growth(int size, double left, double used) {
        double change = unusable(size, left - used) - unusable(size, left) - tooLarge[size] * used;
        return sizes[size] * change;
    }

    /** Returns the rest of a hole times the share of the tasks for which it is too short, but the slice is large enough. */
    private double unusable(int size, double left) {
        double[] all = shortest[size];
        if (all.length == 0 || left >= all[all.length - 1]) {
            return 0;
        }
        int at = Arrays.binarySearch(all, left);
        at = at < 0 ? -at - 1 : at;
        while (at < all.length && all[at] <= left) {
            at++;
        }
        return left * (all.length - at) / tasks;
    }
}
