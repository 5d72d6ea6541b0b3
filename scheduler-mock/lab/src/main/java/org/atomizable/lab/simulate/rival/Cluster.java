package org.atomizable.lab.simulate.rival;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.atomizable.lab.simulate.workload.Hole;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/** The slices of a workload by size, the smallest first, and which of them are free now. */
final class Cluster {

    /** A rest that is due to rounding is no hole. */
    private static final double ROUNDING_SECONDS = 1e-6;

    private final List<SimulatedSlice> slices;
    private final double[] sizes;
    private final int[] sizeOf;
    private final List<String> nodes;
    private final Placement placement;
    private final int[] hole;

    /** When the hole of each slice begins and ends; the lists of holes are read only when a hole has ended. */
    private final double[] from;

    private final double[] to;
    private final FreeSlices[] free;
    private final Optional<HoleFragmentation> fragmentation;

    Cluster(Workload workload, Placement placement, Demand demand) {
        this.slices = workload.slices();
        this.placement = placement;
        this.sizes = slices.stream()
                .mapToDouble(SimulatedSlice::gib)
                .distinct()
                .sorted()
                .toArray();
        this.sizeOf = slices.stream().mapToInt(it -> smallest(it.gib())).toArray();
        this.nodes = slices.stream().map(SimulatedSlice::node).toList();
        this.hole = new int[slices.size()];
        this.from = new double[slices.size()];
        this.to = new double[slices.size()];
        this.free = FreeSlices.bySize(sizeOf, sizes.length, placement);
        this.fragmentation = placement == Placement.LEAST_FRAGMENTATION
                ? Optional.of(new HoleFragmentation(sizes, workload.tasks(), demand))
                : Optional.empty();
        for (int slice = 0; slice < hole.length; slice++) {
            use(slice, 0);
        }
    }

    private void use(int slice, int which) {
        Hole next = slices.get(slice).holes().get(which);
        hole[slice] = which;
        from[slice] = next.from();
        to[slice] = next.to();
    }

    int sizes() {
        return sizes.length;
    }

    int size(int slice) {
        return sizeOf[slice];
    }

    /** Returns the smallest size that is sufficient for a task. */
    int smallest(SimulatedTask task) {
        return smallest(task.classGib());
    }

    private int smallest(double gib) {
        int size = 0;
        while (sizes[size] < gib) {
            size++;
        }
        return size;
    }

    /** Returns when the next hole of a slice begins. */
    double nextOpening(int slice) {
        return from[slice];
    }

    /** Makes a slice free, as its hole begins. Returns when the hole ends. */
    double open(int slice) {
        free[sizeOf[slice]].open(slice, holeEnd(slice));
        return holeEnd(slice);
    }

    /** Ends the hole of a slice. There is another one, as the last hole never ends. */
    void close(int slice) {
        free[sizeOf[slice]].take(slice);
        use(slice, hole[slice] + 1);
    }

    void take(int slice) {
        free[sizeOf[slice]].take(slice);
    }

    /** Makes a slice free again, if anything is left of its hole. */
    void release(int slice, double now) {
        if (left(slice, now) > ROUNDING_SECONDS) {
            free[sizeOf[slice]].open(slice, holeEnd(slice));
        }
    }

    /** Lets no free slice of the node of a slice look free beyond a time. Infinity takes this back. */
    void limit(int slice, double end) {
        for (int each = 0; each < sizeOf.length; each++) {
            FreeSlices same = free[sizeOf[each]];
            if (nodes.get(each).equals(nodes.get(slice)) && same.isFree(each)) {
                same.take(each);
                same.open(each, Math.min(holeEnd(each), end));
            }
        }
    }

    /** Returns the first time, from a time on that is not past, at which so many seconds are left of a hole of a slice. */
    double earliest(int slice, double from, double seconds) {
        List<Hole> holes = slices.get(slice).holes();
        int at = hole[slice];
        while (holes.get(at).to() - Math.max(from, holes.get(at).from()) < seconds) {
            at++;
        }
        return Math.max(from, holes.get(at).from());
    }

    double holeEnd(int slice) {
        return to[slice];
    }

    /** Returns how many seconds are left of the hole of a slice; negative if the slice is not in a hole. */
    double left(int slice, double now) {
        return nextOpening(slice) <= now ? holeEnd(slice) - now : Double.NEGATIVE_INFINITY;
    }

    /** Returns the longest time in seconds for which some slice of a size or a larger one is free; negative infinity if none is. */
    double reach(int size, double now) {
        double latest = Double.NEGATIVE_INFINITY;
        for (int at = size; at < sizes.length; at++) {
            latest = Math.max(latest, free[at].latestEnd());
        }
        return latest - now;
    }

    /**
     * Returns the slice that a task takes: one of the smallest sufficient size of which a slice is free for long enough. There must be one.
     *
     * @param size the smallest size
     * @param shortest for how long it must be free
     * @param enough for how long it should be free
     */
    int choose(int size, double now, double shortest, double enough) {
        int at = size;
        while (free[at].latestEnd() - now < shortest) {
            at++;
        }
        double latest = free[at].latestEnd();
        if (now + enough > latest) {
            return free[at].first(latest);
        }
        return placement == Placement.BEST_FIT ? free[at].shortest(now + enough) : free[at].first(now + enough);
    }

    /**
     * Returns the slice where a task lets the fragmentation grow least. It looks at all free slices.
     *
     * @param size the smallest size
     * @param shortest for how long a slice must be free
     * @param otherwise a slice that is kept unless the fragmentation grows less on another one
     * @param used how much of the rest of a hole the task takes
     */
    int leastFragmenting(int size, double now, double shortest, int otherwise, DoubleUnaryOperator used) {
        int best = otherwise;
        double least = growth(otherwise, now, used);
        for (int at = size; at < sizes.length; at++) {
            for (int slice : free[at].until(now + shortest)) {
                double growth = growth(slice, now, used);
                if (growth < least) {
                    best = slice;
                    least = growth;
                }
            }
        }
        return best;
    }

    private double growth(int slice, double now, DoubleUnaryOperator used) {
        double left = left(slice, now);
        return fragmentation.orElseThrow().growth(sizeOf[slice], left, used.applyAsDouble(left));
    }
}
