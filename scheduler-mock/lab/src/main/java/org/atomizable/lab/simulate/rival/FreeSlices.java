package org.atomizable.lab.simulate.rival;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The slices of one size that are free now, with the ends of their holes. Every operation takes time logarithmic in the number of slices.
 *
 * <p>A tree over the slices, in the order of the workload, knows the latest end below each node. Unless the first one is taken, a second tree has the free
 * slices in the order of their ends.
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

    /** Of every slice of the cluster, its place among those of its size. */
    private final int[] positions;

    private final int leaves;
    private final double[] latest;
    private final Optional<TreeSet<Open>> byEnd;

    private FreeSlices(int[] slices, int[] positions, Placement placement) {
        this.slices = slices;
        this.positions = positions;
        this.leaves = Math.max(1, Integer.highestOneBit(Math.max(1, slices.length - 1)) * 2);
        this.latest = new double[2 * leaves];
        this.byEnd = placement == Placement.FIRST ? Optional.empty() : Optional.of(new TreeSet<>());
        Arrays.fill(latest, TAKEN);
    }

    /**
     * Creates an empty collection of the slices of each size.
     *
     * @param sizeOf the size of each slice
     * @param sizes how many sizes there are
     * @param placement which slices are going to be asked for
     */
    static FreeSlices[] bySize(int[] sizeOf, int sizes, Placement placement) {
        int[] positions = new int[sizeOf.length];
        int[] counts = new int[sizes];
        for (int slice = 0; slice < sizeOf.length; slice++) {
            positions[slice] = counts[sizeOf[slice]]++;
        }
        FreeSlices[] made = new FreeSlices[sizes];
        for (int size = 0; size < sizes; size++) {
            made[size] = new FreeSlices(new int[counts[size]], positions, placement);
        }
        for (int slice = 0; slice < sizeOf.length; slice++) {
            made[sizeOf[slice]].slices[positions[slice]] = slice;
        }
        return made;
    }

    /** Adds a slice that is free until this time. */
    void open(int slice, double end) {
        set(slice, end);
        if (byEnd.isPresent()) {
            byEnd.get().add(new Open(end, slice));
        }
    }

    /** Removes a slice, if it is there. */
    void take(int slice) {
        if (isFree(slice)) {
            double end = end(slice);
            if (byEnd.isPresent()) {
                byEnd.get().remove(new Open(end, slice));
            }
            set(slice, TAKEN);
        }
    }

    boolean isFree(int slice) {
        return end(slice) != TAKEN;
    }

    /** Returns until when a slice is free; negative infinity if it is not. */
    double end(int slice) {
        return latest[leaves + positions[slice]];
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

    /** Returns, unless the first one is taken, the slice with the earliest end that is free until this time or longer. There must be one. */
    int shortest(double end) {
        Open open = byEnd.orElseThrow().ceiling(new Open(end, -1));
        if (open == null) {
            throw new IllegalStateException("no slice is free until " + end);
        }
        return open.slice();
    }

    /** Returns, unless the first one is taken, the slices that are free until this time or longer, the one with the earliest end first. */
    List<Integer> until(double end) {
        return byEnd.orElseThrow().tailSet(new Open(end, -1)).stream()
                .map(Open::slice)
                .toList();
    }

    private void set(int slice, double end) {
        int node = leaves + positions[slice];
        latest[node] = end;
        for (node /= 2; node >= 1; node /= 2) {
            double later = Math.max(latest[2 * node], latest[2 * node + 1]);
            if (latest[node] == later) {
                return;
            }
            latest[node] = later;
        }
    }
}
