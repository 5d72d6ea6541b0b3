package org.atomizable.core.run;

import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.spi.Sampler;

/** Chooses how the memory of a job's instance is measured. */
@FunctionalInterface
public interface SamplerSource {

    /**
     * Returns a sampler for one instance.
     *
     * @throws AtomizableException if memory cannot be measured here
     */
    Sampler of(Atomizable job) throws AtomizableException;
}
