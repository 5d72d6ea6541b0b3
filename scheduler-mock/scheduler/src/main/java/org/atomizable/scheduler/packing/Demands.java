package org.atomizable.scheduler.packing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;

/**
 * Demands for instances, one after another.
 *
 * @param mix how likely each profile is wanted, by name
 */
record Demands(Instant start, Map<String, Double> mix, List<Demand> all) {

    /**
     * An instance wanted from {@code at} on or not at all.
     *
     * @param declared how long it may be held, which is known from the start
     * @param held how long it is held in fact; no longer
     */
    record Demand(Instant at, MigProfile profile, Duration declared, Duration held) {}

    private static final Instant START = Instant.parse("2000-01-01T00:00:00Z");
    private static final double SHORTEST_SECONDS = 60;
    private static final double LONGEST_SECONDS = 3600;
    private static final double LEAST_LOAD = 0.5;
    private static final double MOST_LOAD = 1.2;

    /** Copies both. */
    Demands {
        mix = Map.copyOf(mix);
        all = List.copyOf(all);
    }

    /**
     * Draws a sequence: a mix in which any profile may matter or not, a load of 0.5 to 1.2 of what the GPUs have, arrivals that
     * remember nothing, and lengths of a minute to an hour, every factor as likely as every other.
     *
     * @param early of how many in 1 the holder is gone early, at any moment before the declared end; in [0, 1]
     */
    static Demands drawn(MigGeometry geometry, int gpus, int many, double early, long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        Map<String, Double> mix = mix(geometry, chance);
        double load = LEAST_LOAD + (MOST_LOAD - LEAST_LOAD) * chance.nextDouble();
        double meanLength = (LONGEST_SECONDS - SHORTEST_SECONDS) / Math.log(LONGEST_SECONDS / SHORTEST_SECONDS);
        double meanSlices = geometry.profiles().stream()
                .mapToDouble(it -> it.memorySlices() * mix.getOrDefault(it.name(), 0.0))
                .sum();
        double between = meanLength * meanSlices / (load * gpus * Slices.count(geometry));
        List<Demand> all = new ArrayList<>();
        Instant at = START;
        for (int index = 0; index < many; index++) {
            at = at.plusNanos(Math.round(-Math.log(1 - chance.nextDouble()) * between * 1e9));
            double length = SHORTEST_SECONDS * Math.pow(LONGEST_SECONDS / SHORTEST_SECONDS, chance.nextDouble());
            double share = chance.nextDouble() < early ? chance.nextDouble() : 1;
            all.add(new Demand(at, drawn(geometry, mix, chance), seconds(length), seconds(length * share)));
        }
        return new Demands(START, mix, all);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private static Map<String, Double> mix(MigGeometry geometry, SplittableRandom chance) {
        Map<String, Double> weights = new LinkedHashMap<>();
        double sum = 0;
        for (MigProfile profile : geometry.profiles()) {
            double weight = -Math.log(1 - chance.nextDouble());
            weights.put(profile.name(), weight);
            sum += weight;
        }
        double all = sum;
        weights.replaceAll((name, weight) -> weight / all);
        return weights;
    }

    private static MigProfile drawn(MigGeometry geometry, Map<String, Double> mix, SplittableRandom chance) {
        double at = chance.nextDouble();
        for (MigProfile profile : geometry.profiles()) {
            at -= mix.getOrDefault(profile.name(), 0.0);
            if (at < 0) {
                return profile;
            }
        }
        return geometry.profiles().get(0);
    }
}
