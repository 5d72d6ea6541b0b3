package org.atomizable.checkpoint;

import java.io.IOException;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.checkpoint.compression.HeapTooSmallException;
import org.atomizable.checkpoint.disk.IrregularFileException;
import org.atomizable.checkpoint.object.ObjectStoreException;

/** Describes failures of a checkpoint store for a person, with a remedy. */
final class Failures {

    private Failures() {}

    /** Returns what to throw; an object store that knows better than "no room" what helps is believed. */
    static CheckpointException of(String what, String location, IOException cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof ObjectStoreException told) {
                return new CheckpointException("%s: %s".formatted(what, told.getMessage()), told.remedy(), cause);
            }
            if (each instanceof HeapTooSmallException told) {
                return new CheckpointException("%s: %s".formatted(what, told.getMessage()), told.remedy(), cause);
            }
            if (each instanceof IrregularFileException) {
                return new CheckpointException(
                        "%s: %s".formatted(what, each.getMessage()),
                        "Put the file back, or remove what stands in its place",
                        cause);
            }
        }
        String why = cause.getMessage() == null
                ? cause.toString()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
        return new CheckpointException(
                "%s (%s)".formatted(what, why),
                "Check that %s can be written and has room; earlier checkpoints are unchanged".formatted(location),
                cause);
    }
}
