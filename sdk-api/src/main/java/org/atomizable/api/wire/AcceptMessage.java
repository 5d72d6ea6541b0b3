package org.atomizable.api.wire;

/**
 * Body of {@code POST /v1/grants/{id}/accept}: the subjob that was built for the grant.
 *
 * @param memoryBytes bound of its peak
 * @param memoryMethod how that bound was obtained
 * @param memorySamples from how many samples
 * @param totalSeconds bound of its time
 */
public record AcceptMessage(
        long firstAtom, long atoms, long memoryBytes, String memoryMethod, int memorySamples, double totalSeconds) {}
