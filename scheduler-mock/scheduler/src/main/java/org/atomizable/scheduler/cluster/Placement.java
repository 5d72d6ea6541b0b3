package org.atomizable.scheduler.cluster;

/**
 * A MIG instance's place on a GPU.
 *
 * @param profile its kind
 * @param start the first memory slice that it covers
 */
public record Placement(MigProfile profile, int start) {

    /** Tells whether the two cover a memory slice in common. */
    public boolean overlaps(Placement other) {
        return start < other.start + other.profile.memorySlices() && other.start < start + profile.memorySlices();
    }

    @Override
    public String toString() {
        return "%s at %s".formatted(profile.name(), start);
    }
}
