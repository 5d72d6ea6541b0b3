package org.atomizable.core.command;

import java.io.IOException;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** Passes tensors on, and tells failures of the store from those of the file that is read meanwhile. */
record PassingWriter(StateWriter to) implements StateWriter {

    /** The store failed. */
    static final class StoreException extends IOException {

        private final IOException failure;

        StoreException(IOException failure) {
            super(failure);
            this.failure = failure;
        }

        IOException cause() {
            return failure;
        }
    }

    @Override
    public void tensor(String name, Tensor tensor) throws IOException {
        try {
            to.tensor(name, tensor);
        } catch (IOException e) {
            throw new StoreException(e);
        }
    }
}
