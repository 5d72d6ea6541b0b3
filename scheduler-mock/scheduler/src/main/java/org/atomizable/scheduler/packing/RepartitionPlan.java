package org.atomizable.scheduler.packing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;

/**
 * A plan that repartitions idle parts of GPUs so that more waiting jobs get a slice.
 *
 * @param fits the instances to destroy and create, in order; empty if the existing instances serve as many jobs
 * @param served how many waiting jobs get a slice by this plan
 * @param before how many of them would get one of the existing idle slices
 */
public record RepartitionPlan(List<Fit> fits, int served, int before) {

    /** Copies the list. */
    public RepartitionPlan {
        fits = List.copyOf(fits);
    }

    /**
     * Creates the plan. The job that has waited longest is placed first, by fragmentation over time, on an instance as
     * large as a fair share of the idle memory, or otherwise on the smallest sufficient one.
     *
     * @param needs the memory that each waiting job needs, longest wait first; 0 if any slice is sufficient
     * @param time for which instances are wanted
     */
    public static RepartitionPlan plan(List<Room> rooms, List<Bytes> needs, Interval time) {
        int before = servedAsItIs(rooms, needs);
        if (before == needs.size()) {
            return new RepartitionPlan(List.of(), before, before);
        }
        FragmentationOverTime places = new FragmentationOverTime(Fragmentation.byNeeds(rooms, needs));
        int fairSlices = freeSlices(rooms) / needs.size();
        List<Room> now = new ArrayList<>(rooms);
        List<Fit> fits = new ArrayList<>();
        int served = 0;
        for (Bytes need : needs) {
            Optional<Fit> fit = fit(now, need, fairSlices, places, time);
            if (fit.isPresent()) {
                now.set(now.indexOf(fit.get().room()), fit.get().room().after(fit.get(), time.to()));
                fits.add(fit.get());
                served++;
            }
        }
        return served > before
                ? new RepartitionPlan(
                        fits.stream().filter(it -> it.actions() > 0).toList(), served, before)
                : new RepartitionPlan(List.of(), before, before);
    }

    /**
     * Chooses what had better be kept free from now on for an instance that no idle part has room for: what is free the soonest, of
     * the smallest size that will do.
     *
     * @param need the memory that it must have
     * @return a fit that can be had once all that it destroys has become idle; empty if it waits for what is busy for ever
     */
    public static Optional<Fit> soonest(List<Room> rooms, Bytes need) {
        return rooms.stream()
                .flatMap(room -> room.onceIdle().fits(it -> !need.exceeds(it.memory())).stream()
                        .map(fit -> new Soon(fit, room.freeFor(fit))))
                .min(Comparator.comparingInt(
                                (Soon it) -> it.fit().place().profile().memorySlices())
                        .thenComparing(Soon::free)
                        .thenComparingInt(it -> it.fit().actions()))
                .map(Soon::fit);
    }

    private record Soon(Fit fit, Instant free) {}

    /** Returns GPUs as they will be when everything that ever ends has ended. */
    public static List<Room> onceIdle(List<Room> rooms) {
        return rooms.stream().map(Room::onceIdle).toList();
    }

    /** Returns the part of this plan that concerns the GPU it begins with. */
    public List<Fit> ofOneGpu() {
        return fits.stream()
                .filter(fit -> fit.room().gpu().equals(fits.get(0).room().gpu()))
                .toList();
    }

    /** The smallest need takes the smallest instance that will do, and so on: no other way serves more. */
    private static int servedAsItIs(List<Room> rooms, List<Bytes> needs) {
        List<Bytes> idle = new ArrayList<>(rooms.stream()
                .flatMap(room -> room.idle().stream())
                .map(place -> place.profile().memory())
                .sorted(Comparator.naturalOrder())
                .toList());
        int served = 0;
        for (Bytes need : needs.stream().sorted(Comparator.naturalOrder()).toList()) {
            while (!idle.isEmpty() && need.exceeds(idle.get(0))) {
                idle.remove(0);
            }
            if (!idle.isEmpty()) {
                idle.remove(0);
                served++;
            }
        }
        return served;
    }

    /** Sizes are tried from the fair one upwards, and then, as less than fair is better than nothing, downwards. */
    private static Optional<Fit> fit(
            List<Room> rooms, Bytes need, int fairSlices, FragmentationOverTime places, Interval time) {
        List<Integer> sizes = rooms.stream()
                .flatMap(room -> sufficient(room.geometry(), need))
                .map(MigProfile::memorySlices)
                .distinct()
                .sorted(Comparator.comparing((Integer size) -> size > fairSlices)
                        .thenComparing(size -> size > fairSlices ? size : -size))
                .toList();
        for (int size : sizes) {
            Optional<Fit> fit = places.place(
                    rooms, profile -> profile.memorySlices() == size && !need.exceeds(profile.memory()), time);
            if (fit.isPresent()) {
                return fit;
            }
        }
        return Optional.empty();
    }

    private static Stream<MigProfile> sufficient(MigGeometry geometry, Bytes need) {
        return geometry.profiles().stream().filter(it -> !need.exceeds(it.memory()));
    }

    private static int freeSlices(List<Room> rooms) {
        int free = 0;
        for (Room room : rooms) {
            free += Slices.count(room.geometry()) - Long.bitCount(Slices.of(room));
        }
        return free;
    }
}
