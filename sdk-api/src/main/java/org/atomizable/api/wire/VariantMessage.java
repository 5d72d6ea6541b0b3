package org.atomizable.api.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One variant of a bid.
 *
 * @param id its name among the variants of the bid; 1 to 50 characters
 * @param after the variant of the same bid that this one continues; it is not granted without that one; null if none
 * @param firstAtom the job's next atom, or the first atom after the variant that this one continues
 * @param atoms the number of atoms
 * @param fromSeconds the start of the requested lease, in seconds after the window opens, with nanosecond precision
 * @param toSeconds the end of the requested lease, in the same unit; not after the window's end
 * @param memoryBytes the bound of its peak; at most the window's capacity
 * @param memoryMethod how that bound was obtained
 * @param usefulSeconds the typical time in which its atoms would run
 * @param features what the job declares about it, each in [0, 1]: {@code progress}, {@code useful-share},
 *     {@code deadline-pressure}, {@code locality}, {@code headroom}; a missing feature is 0
 * @param utility how much the job wants it, in [0, 1], and at most the largest feature
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
