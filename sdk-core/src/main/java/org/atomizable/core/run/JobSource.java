package org.atomizable.core.run;

import java.util.List;
import java.util.Map;
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

    /**
     * Makes another one as a new process would: with static fields that begin anew, where that can be done. The calling thread then loads classes as
     * that one does.
     *
     * @throws Exception if the job cannot be made
     */
    default Atomizable createAnew() throws Exception {
        return create();
    }

    /** Returns what tells this job from others of the same name, as notes of its checkpoints; nothing if that is not known. */
    default Map<String, String> origin() {
        return Map.of();
    }

    /**
     * Returns what may be lacking in the checkpoints of a job, in sentences that name it and say what to write; nothing if that is not known.
     *
     * @param job one that this source has made
     */
    default List<String> suspects(Atomizable job) {
        return List.of();
    }
}
