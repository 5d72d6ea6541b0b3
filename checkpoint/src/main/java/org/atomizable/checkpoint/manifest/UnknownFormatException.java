package org.atomizable.checkpoint.manifest;

import java.io.IOException;

/** A checkpoint is whole, but of a format that this software does not read. */
public final class UnknownFormatException extends IOException {

    UnknownFormatException(long format) {
        super("the checkpoint has format %d, this software reads formats %d and %d"
                .formatted(format, Manifest.FORMAT, Manifest.FORMAT_WITH_FLOAT8));
    }
}
