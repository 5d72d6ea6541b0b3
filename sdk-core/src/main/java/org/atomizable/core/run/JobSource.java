package org.atomizable.core.run;

import org.atomizable.api.Atomizable;

/** Creates new instances of one job, each at atom 0. */
@FunctionalInterface
public interface JobSource {

    /**
     * Makes one.
     *
     * @throws Exception if the job cannot be made
     */
    Atomizable create() throws Exception;
}
