package org.atomizable.lab.simulate.rival;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.atomizable.lab.simulate.workload.SimulatedSlice;

/**
 * The slices of one size that are free now, with the ends of their holes. Every operation takes time logarithmic in the number of slices.
 *
 * <p>A tree over the slices, in the order of the workload, knows the latest end below each node. A second tree has the free slices in the
 * order of their ends.
 */
final class FreeSlices {

    private record Open(double end, int slice) implements Comparable<Open> {
        @Override
        public int compareTo(Open other) {
            int order = Double.compare(end, other.end);
            return order != 0 ? order : Integer.compare(slice, other.slice);
        }
    }

    private static final double TAKEN = Double.NEGATIVE_INFINITY;

    private final int[] slices;
    private final int leaves;
    private final double[] latest;
    private final TreeSet<Open> byEnd = new TreeSet<>();

    private FreeSlices(int[] slices) {
        this.slices = slices;
        this.leaves = Math.max(1, Integer.highestOneBit(Math.max(1, slices.length - 1)) * 2);
        this.latest = new double[2 * leaves];
        Arrays.fill(latest, TAKEN);
    }

    /** Creates an empty collection of the slices of each size, in the order of the sizes. */
    static FreeSlices[] bySize(List<SimulatedSlice> all, double[] sizes) {
        FreeSlices[] made = new FreeSlices[sizes.length];
        for (int size = 0; size < sizes.length; size++) {
            double gib = sizes[size];
            int[] slices =
                    new int[(int) all.stream().filter(it -> it.gib() == gib).count()];
            int count = 0;
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).gib() == gib) {
                    slices[count++] = i;
                }
            }
            made[size] = new FreeSlices(slices);
        }
        return made;
    }

    /** Adds a slice that is free until this time. */
    void open(int slice, double end) {
        set(slice, end);
        byEnd.add(new Open(end, slice));
    }

    /** Removes a slice, if it is there. */
    void take(int slice) {
        double end = latest[leaves + position(slice)];
        if (end != TAKEN) {
            byEnd.remove(new Open(end, slice));
            set(slice, TAKEN);
        }
    }

    /** Returns until when a slice is free; negative infinity if it is not. */
    double end(int slice) {
        return latest[leaves + position(slice)];
    }

    /** Returns the latest end; negative infinity if no slice is free. */
    double latestEnd() {
        return latest[1];
    }

    /** Returns the first slice that is free until this time or longer. There must be one. */
    int first(double end) {
        int node = 1;
        while (node < leaves) {
            node = latest[2 * node] >= end ? 2 * node : 2 * node + 1;
        }
        return slices[node - leaves];
    }

    /** Returns the slice with the earliest end that is free until this time or longer. There must be one. */
    int shortest(double end) {
        Open open = byEnd.ceiling(new Open(end, -1));
        if (open == null) {
            throw new IllegalStateException("no slice is free until " + end);
        }
        return open.slice();
    }

    private void set(int slice, double end) {
        int node = leaves + position(slice);
        latest[node] = end;
        for (node /= 2; node >= 1; node /= 2) {
            latest[node] = Math.max(latest[2 * node], latest[2 * node + 1]);
        }
    }

    private int position(int slice) {
        return Arrays.binarySearch(slices, slice);
    }
}
