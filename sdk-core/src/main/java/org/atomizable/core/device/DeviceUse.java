package org.atomizable.core.device;

import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * Memory of a CUDA device that is in use.
 *
 * @param all by all programs, including the driver; empty if the driver does not know it
 * @param byProcess by the id of each process that computes there, as the driver's own system counts processes; empty if the driver does
 *     not know it of all of them
 */
public record DeviceUse(Optional<Bytes> all, Optional<Map<Long, Bytes>> byProcess) {

    /** Makes it. */
    public DeviceUse {
        byProcess = byProcess.map(Map::copyOf);
    }
}
