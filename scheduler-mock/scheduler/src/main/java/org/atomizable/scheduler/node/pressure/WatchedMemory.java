package org.atomizable.scheduler.node.pressure;

import org.atomizable.api.Bytes;

/**
 * How full a memory is.
 *
 * @param name {@link #HOST}, or the id of a slice or device
 * @param used by all programs; more than the capacity where the host or the driver can swap
 * @param capacity more than 0
 */
public record WatchedMemory(String name, Bytes used, Bytes capacity) {

    /** The name of the host's own memory. */
    public static final String HOST = "host";

    /** Refuses a memory without a name or without capacity. */
    public WatchedMemory {
        if (name.isBlank() || capacity.equals(Bytes.ZERO)) {
            throw new IllegalArgumentException(
                    "a memory needs a name and a capacity, was \"%s\" with %s".formatted(name, capacity));
        }
    }

    /** Returns the share of the capacity that is used. */
    public double share() {
        return (double) used.count() / capacity.count();
    }

    /** Returns how many bytes are used beyond a share of the capacity; 0 if there are none. */
    public Bytes above(double share) {
        return Bytes.of(Math.max(0, used.count() - (long) (share * capacity.count())));
    }
}
