package org.atomizable.scheduler.gpu;

import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * A GPU.
 *
 * @param uuid such as {@code GPU-8f6c…}
 * @param name of the product, as the driver says it
 * @param memory all of it; empty where this process may not ask
 */
public record Gpu(int index, String uuid, String name, Optional<Bytes> memory, MigMode mig) {

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
        /** This process may not ask. */
        UNKNOWN
    }
}
