package org.atomizable.checkpoint.safetensors;

import java.io.IOException;

/** A file conforms to the safetensors format, but contains something that this reader does not support. */
public final class UnsupportedFileException extends IOException {

    UnsupportedFileException(String what) {
        super("a safetensors file that is not supported: " + what);
    }
}
