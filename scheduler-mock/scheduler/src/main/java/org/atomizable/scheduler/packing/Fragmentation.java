package org.atomizable.scheduler.packing;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;

/**
 * The fragmentation of a GPU: the share of its memory that is free but unusable for the next job. These are the free
 * memory slices that instances of a profile cannot cover, however they are placed, averaged over the profiles by their
 * demand, and divided by all memory slices of the GPU. In [0, 1].
 *
 * <p>After Weng et al., "Beware of Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent", USENIX
 * ATC 2023, with MIG's placements instead of shares of a GPU.
 */
public final class Fragmentation {

    private final Map<String, Double> demand;
    private final Map<MigGeometry, Map<List<Integer>, Double>> known = new HashMap<>();

    /**
     * Makes a measure. Not safe for use by several threads.
     *
     * @param demand how likely it is that each profile is wanted next, by name; what is not named is not
     */
    public Fragmentation(Map<String, Double> demand) {
        this.demand = Map.copyOf(demand);
    }

    /**
     * Makes a measure by what jobs need: of each product, the smallest instance that will do.
     *
     * @param needs the memory that each must have
     */
    public static Fragmentation byNeeds(Collection<Room> rooms, Collection<Bytes> needs) {
        Map<String, Double> demand = new HashMap<>();
        for (MigGeometry product : rooms.stream().map(Room::geometry).distinct().toList()) {
            for (Bytes need : needs) {
                product.profiles().stream()
                        .filter(it -> !need.exceeds(it.memory()))
                        .min(Comparator.comparingInt(MigProfile::memorySlices)
                                .thenComparingInt(MigProfile::computeSlices))
                        .ifPresent(it -> demand.merge(it.name(), 1.0 / needs.size(), Double::sum));
            }
        }
        return new Fragmentation(demand);
    }

    /** Returns the fragmentation of some GPUs, as a share of their memory slices. */
    public double of(Collection<Room> rooms) {
        int all = 0;
        double lost = 0;
        for (Room room : rooms) {
            int slices = Slices.count(room.geometry());
            all += slices;
            lost += slices * of(room.geometry(), room.busy().keySet());
        }
        return all == 0 ? 0 : lost / all;
    }

    /** Returns the fragmentation of a GPU on which these instances are busy; idle ones are free. */
    public double of(MigGeometry geometry, Collection<Placement> busy) {
        return known.computeIfAbsent(geometry, it -> new HashMap<>())
                .computeIfAbsent(key(geometry, busy), it -> compute(geometry, busy));
    }

    /** Only the taken slices and how many there are of each profile matter. */
    private static List<Integer> key(MigGeometry geometry, Collection<Placement> busy) {
        Integer[] key = new Integer[geometry.profiles().size() + 1];
        for (int i = 0; i < geometry.profiles().size(); i++) {
            key[i] = count(geometry.profiles().get(i), busy);
        }
        key[key.length - 1] = Math.toIntExact(Slices.of(busy));
        return List.of(key);
    }

    private double compute(MigGeometry geometry, Collection<Placement> busy) {
        int all = Slices.count(geometry);
        long taken = Slices.of(busy);
        int free = all - Long.bitCount(taken);
        double lost = 0;
        for (MigProfile profile : geometry.profiles()) {
            double likely = demand.getOrDefault(profile.name(), 0.0);
            lost += likely * (free - covered(profile, taken, profile.most() - count(profile, busy)));
        }
        return lost / all;
    }

    /** Instances of one profile are alike, so a greedy placement by earliest end is optimal. */
    private static int covered(MigProfile profile, long taken, int most) {
        long now = taken;
        int placed = 0;
        for (Placement place : profile.placements().stream()
                .sorted((a, b) -> a.start() - b.start())
                .toList()) {
            long slices = Slices.of(place);
            if (placed < most && (now & slices) == 0) {
                now |= slices;
                placed++;
            }
        }
        return placed * profile.memorySlices();
    }

    private static int count(MigProfile profile, Collection<Placement> busy) {
        int count = 0;
        for (Placement place : busy) {
            if (place.profile().equals(profile)) {
                count++;
            }
        }
        return count;
    }
}
