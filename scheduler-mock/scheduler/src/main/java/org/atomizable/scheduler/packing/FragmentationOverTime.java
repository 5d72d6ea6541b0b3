package org.atomizable.scheduler.packing;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;

/**
 * The place that adds least to the fragmentation, summed over the time for which the instance is wanted.
 *
 * <p>Every reservation and grant says when it ends. So it is known what of a GPU will be free when, and an instance had better
 * stand beside those that end when it does, than where it looks well just now. Of places that are equally good, the one that
 * changes least is taken.
 */
final class FragmentationOverTime {

    private static final double NANOS = 1e9;

    private final Fragmentation fragmentation;

    /** Makes one by a measure. */
    FragmentationOverTime(Fragmentation fragmentation) {
        this.fragmentation = fragmentation;
    }

    /**
     * Finds the best way to have an instance without disturbing a busy one. Same in, same out.
     *
     * @param time for which the instance is wanted
     * @return empty if there is none
     */
    Optional<Fit> place(List<Room> rooms, Predicate<MigProfile> wanted, Interval time) {
        return rooms.stream()
                .flatMap(room -> room.fits(wanted).stream())
                .min(Comparator.comparingDouble((Fit fit) -> added(fit, time)).thenComparingInt(Fit::actions));
    }

    /** In seconds of a GPU that is of no use at all. */
    private double added(Fit fit, Interval time) {
        Room room = fit.room();
        double sum = 0;
        Instant from = time.from();
        while (from.isBefore(time.to())) {
            Set<Placement> busy = busyAt(room.busy(), from);
            Instant to = nextEnd(room.busy(), from, time.to());
            Set<Placement> with = new HashSet<>(busy);
            with.add(fit.place());
            double added = fragmentation.of(room.geometry(), with) - fragmentation.of(room.geometry(), busy);
            sum += added * Duration.between(from, to).toNanos() / NANOS;
            from = to;
        }
        return sum;
    }

    private static Set<Placement> busyAt(Map<Placement, Instant> busy, Instant at) {
        Set<Placement> still = new HashSet<>();
        busy.forEach((place, until) -> {
            if (until.isAfter(at)) {
                still.add(place);
            }
        });
        return still;
    }

    private static Instant nextEnd(Map<Placement, Instant> busy, Instant after, Instant last) {
        return busy.values().stream()
                .filter(it -> it.isAfter(after) && it.isBefore(last))
                .min(Comparator.naturalOrder())
                .orElse(last);
    }
}
