package org.atomizable.api.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One variant of a bid.
 *
 * @param id its name among the variants of the bid; 1 to 50 characters
 * @param after the variant of the same bid that it continues: it is not granted without; null if none
 * @param firstAtom the job's next atom, or the first after those of the variant that it continues
 * @param atoms how many
 * @param fromSeconds when the lease that is asked for starts, in seconds after the window's opening, to the nanosecond
 * @param toSeconds when it ends, likewise; no later than the window
 * @param memoryBytes bound of its peak; at most the window's capacity
 * @param memoryMethod how that bound was obtained
 * @param usefulSeconds typical time in which atoms would run
 * @param features what the job declares of it, each in [0, 1]: {@code progress}, {@code useful-share}, {@code deadline-pressure},
 *     {@code locality}, {@code headroom}; one that is not there is 0
 * @param utility how much the job wants it, in [0, 1], and no more than the greatest feature
 */
public record VariantMessage(
        String id,
        @Nullable String after,
        long firstAtom,
        long atoms,
        double fromSeconds,
        double toSeconds,
        long memoryBytes,
        String memoryMethod,
        double usefulSeconds,
        Map<String, Double> features,
        double utility) {}
