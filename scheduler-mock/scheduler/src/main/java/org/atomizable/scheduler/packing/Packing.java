package org.atomizable.scheduler.packing;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigProfile;

/** Chooses among the ways to have an instance. Same in, same out. */
interface Packing {

    /**
     * Chooses one.
     *
     * @param fits at least one, GPU by GPU, each in the order of its profiles' places
     * @param time for which the instance is wanted
     */
    Fit choose(List<Fit> fits, Interval time);

    /**
     * Finds a way to have an instance without disturbing a busy one.
     *
     * @return empty if there is none
     */
    default Optional<Fit> place(List<Room> rooms, Predicate<MigProfile> wanted, Interval time) {
        List<Fit> fits =
                rooms.stream().flatMap(room -> room.fits(wanted).stream()).toList();
        return fits.isEmpty() ? Optional.empty() : Optional.of(choose(fits, time));
    }
}
