package org.atomizable.api.spi;

import org.atomizable.api.Bytes;

/** Measures memory where a job runs. Called on the job's own thread after each atom, so it must be cheap. */
@FunctionalInterface
public interface Sampler {

    /** Returns the most memory used since the last call. */
    Bytes peak();
}
