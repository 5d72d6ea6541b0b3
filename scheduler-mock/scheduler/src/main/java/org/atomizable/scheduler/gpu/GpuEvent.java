package org.atomizable.scheduler.gpu;

import java.util.OptionalInt;

/**
 * Something went wrong on a GPU.
 *
 * @param gpu the GPU's UUID; empty text if the driver does not say which
 * @param kind what
 * @param code the XID, where it is one; 0 otherwise
 * @param instance the id of the MIG instance that it concerns; empty if it concerns the whole GPU
 */
public record GpuEvent(String gpu, Kind kind, long code, OptionalInt instance) {

    /** The kind of error. */
    public enum Kind {
        /** An error that the driver counts by number. */
        XID,
        /** Memory held something else than was written, and that was noticed. */
        MEMORY_CORRUPTED,
        /** Something else that the driver tells of. */
        OTHER
    }
}
