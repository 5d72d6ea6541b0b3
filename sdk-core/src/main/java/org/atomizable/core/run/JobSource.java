package org.atomizable.core.run;

import org.atomizable.api.Atomizable;

/** Makes fresh instances of one job, each standing before atom 0. */
@FunctionalInterface
public interface JobSource {

    /**
     * Makes one.
     *
     * @throws Exception if the job cannot be made
     */
    Atomizable create() throws Exception;
}
