package org.atomizable.scheduler.packing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;

/**
 * A GPU as packing sees it.
 *
 * @param gpu its UUID
 * @param busy instances that may not be disturbed, each until when; {@link Instant#MAX} for good
 * @param idle instances that may be used or destroyed
 */
public record Room(String gpu, MigGeometry geometry, Map<Placement, Instant> busy, Set<Placement> idle) {

    /** Copies both. */
    public Room {
        busy = Map.copyOf(busy);
        idle = Set.copyOf(idle);
    }

    /** Returns every way to have an instance of a profile that is wanted. */
    List<Fit> fits(Predicate<MigProfile> wanted) {
        List<Fit> fits = new ArrayList<>();
        for (MigProfile profile : geometry.profiles()) {
            if (wanted.test(profile)) {
                profile.placements().forEach(place -> fit(place).ifPresent(fits::add));
            }
        }
        return fits;
    }

    /** Returns this GPU once a fit of it is carried out and its instance taken. */
    Room after(Fit fit, Instant until) {
        Map<Placement, Instant> taken = new HashMap<>(busy);
        taken.put(fit.place(), until);
        Set<Placement> left = new HashSet<>(idle);
        left.remove(fit.place());
        fit.destroyed().forEach(left::remove);
        return new Room(gpu, geometry, taken, left);
    }

    /** Returns this GPU as it will be when everything that ever ends has ended. */
    Room onceIdle() {
        Map<Placement, Instant> forGood = new HashMap<>(busy);
        forGood.values().removeIf(until -> until.isBefore(Instant.MAX));
        Set<Placement> ends = new HashSet<>(idle);
        busy.keySet().stream().filter(place -> !forGood.containsKey(place)).forEach(ends::add);
        return new Room(gpu, geometry, forGood, ends);
    }

    /** Returns when all that a fit destroys is idle, as it is known. */
    Instant freeFor(Fit fit) {
        return fit.destroyed().stream()
                .map(place -> busy.getOrDefault(place, Instant.MIN))
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
    }

    private Optional<Fit> fit(Placement place) {
        if (busy.keySet().stream().anyMatch(place::overlaps)
                || taken(place.profile()) >= place.profile().most()) {
            return Optional.empty();
        }
        if (idle.contains(place)) {
            return Optional.of(new Fit(this, place, List.of(), false));
        }
        List<Placement> gone =
                new ArrayList<>(idle.stream().filter(place::overlaps).toList());
        List<Placement> alike = idle.stream()
                .filter(it -> it.profile().equals(place.profile()) && !gone.contains(it))
                .toList();
        // An idle one of the same kind elsewhere may be all that the product allows.
        if (taken(place.profile()) + alike.size() >= place.profile().most()) {
            gone.add(alike.get(0));
        }
        return Optional.of(new Fit(this, place, gone, true));
    }

    private long taken(MigProfile profile) {
        return busy.keySet().stream().filter(it -> it.profile().equals(profile)).count();
    }
}
