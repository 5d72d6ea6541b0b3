package org.atomizable.checkpoint.safetensors;

import java.io.IOException;

/** A file conforms to the safetensors format, but contains something that this reader does not support. */
public final class UnsupportedFileException extends IOException {

    private final String remedy;

    UnsupportedFileException(String what, String remedy) {
        super("a safetensors file that is not supported: " + what);
        this.remedy = remedy;
    }

    /** Returns how its author can make one that is supported. */
    public String remedy() {
        return remedy;
    }
}
