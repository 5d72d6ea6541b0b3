package org.atomizable.checkpoint.safetensors;

import java.io.IOException;

/** A file does not conform to the safetensors format. */
public final class MalformedFileException extends IOException {

    MalformedFileException(String what) {
        super("not a safetensors file: " + what);
    }

    MalformedFileException(String what, Throwable cause) {
        super("not a safetensors file: " + what, cause);
    }
}
