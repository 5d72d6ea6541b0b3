package org.atomizable.checkpoint.manifest;

import java.io.IOException;

/** A checkpoint is undamaged, but this version of the software does not support its format. */
public final class UnknownFormatException extends IOException {

    UnknownFormatException(long format) {
        super("the checkpoint has format %s, this software reads formats %s and %s"
                .formatted(format, Manifest.FORMAT, Manifest.FORMAT_WITH_FLOAT8));
    }
}
