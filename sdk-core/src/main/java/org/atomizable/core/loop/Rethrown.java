package org.atomizable.core.loop;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Throws on one thread what was thrown on another. */
final class Rethrown {

    private Rethrown() {}

    /** Throws an exception or error as it is. */
    static void asItIs(Throwable thrown) throws Exception {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (Exception) thrown;
    }

    /** Throws what may be thrown where a state is written or read, and anything else inside of an {@link IOException}. */
    static void asIo(Throwable thrown, String what) throws IOException {
        if (thrown instanceof UncheckedIOException wrapped) {
            throw wrapped.getCause();
        }
        if (thrown instanceof IOException io) {
            throw io;
        }
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw new IOException(what + ": " + thrown, thrown);
    }
}
