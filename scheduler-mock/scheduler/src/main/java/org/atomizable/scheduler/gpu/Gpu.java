package org.atomizable.scheduler.gpu;

import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * A GPU.
 *
 * @param uuid such as {@code GPU-8f6c…}
 * @param name of the product, as the driver says it
 * @param memory all of it; empty where this process may not ask, or the driver does not say
 * @param trouble what the driver said where it failed to answer about this GPU; empty if it did not fail
 */
public record Gpu(int index, String uuid, String name, Optional<Bytes> memory, MigMode mig, Optional<String> trouble) {

    /** Makes a GPU about which the driver answered. */
    public Gpu(int index, String uuid, String name, Optional<Bytes> memory, MigMode mig) {
        this(index, uuid, name, memory, mig, Optional.empty());
    }

    /** Whether it can be partitioned into instances. */
    public enum MigMode {
        /** It is. */
        ON,
        /** It can be, once the mode is switched. */
        OFF,
        /** The mode has been switched, and waits for a reset. */
        PENDING,
        /** It never can be. */
        UNSUPPORTED,
        /** This process may not ask, or the driver does not say. */
        UNKNOWN
    }
}
