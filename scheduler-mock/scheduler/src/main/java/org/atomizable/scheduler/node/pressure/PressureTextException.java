package org.atomizable.scheduler.node.pressure;

import org.atomizable.api.AtomizableException;

/** A file on memory holds something else than its format allows. */
final class PressureTextException extends AtomizableException {

    PressureTextException(String format, String line) {
        super(
                "\"%s\" is no line of %s".formatted(line.length() > 80 ? line.substring(0, 80) + "…" : line, format),
                "Check that the root path is that of the kernel's own files.");
    }
}
