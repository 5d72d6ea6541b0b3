package org.atomizable.checkpoint.safetensors;

import java.io.IOException;

/** A file is what the safetensors format allows, but holds something that this reader does not support. */
public final class UnsupportedFileException extends IOException {

    UnsupportedFileException(String what) {
        super("a safetensors file that is not supported: " + what);
    }
}
