package org.atomizable.scheduler.packing;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Placement;

/** The place that adds least to the fragmentation as it is now; see {@link Fragmentation} for the source. */
final class FragmentationGradient implements Packing {

    private final Fragmentation fragmentation;

    /** Makes one by a measure. */
    FragmentationGradient(Fragmentation fragmentation) {
        this.fragmentation = fragmentation;
    }

    @Override
    public Fit choose(List<Fit> fits, Interval time) {
        return fits.stream().min(Comparator.comparingDouble(this::gradient)).orElseThrow();
    }

    private double gradient(Fit fit) {
        Set<Placement> busy = fit.room().busy().keySet();
        Set<Placement> with = new HashSet<>(busy);
        with.add(fit.place());
        return fragmentation.of(fit.room().geometry(), with)
                - fragmentation.of(fit.room().geometry(), busy);
    }
}
