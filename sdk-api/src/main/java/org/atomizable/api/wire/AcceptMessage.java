package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/grants/{id}/accept}: the subjob that was built for the grant.
 *
 * @param memoryBytes bound of its peak
 * @param memoryMethod how that bound was obtained; at most {@link #LONGEST_METHOD} characters
 * @param memorySamples the number of samples that the bound was computed from
 * @param totalSeconds bound of its time
 * @param timeMethod how the bound of its time was obtained, at most {@link #LONGEST_METHOD} characters; null from an
 *     agent that does not report it
 */
public record AcceptMessage(
        long firstAtom,
        long atoms,
        long memoryBytes,
        String memoryMethod,
        int memorySamples,
        double totalSeconds,
        @Nullable String timeMethod) {

    /** The largest length of a method's name, in characters. */
    public static final int LONGEST_METHOD = 500;

    /** Creates a message that does not say how the bound of its time was obtained. */
    public AcceptMessage(
            long firstAtom, long atoms, long memoryBytes, String memoryMethod, int memorySamples, double totalSeconds) {
        this(firstAtom, atoms, memoryBytes, memoryMethod, memorySamples, totalSeconds, null);
    }
}
