package org.atomizable.scheduler.lease;

import java.util.HashMap;
import java.util.Map;
import org.atomizable.api.window.FencingToken;

/**
 * The newest fencing token of each job, by the job's name: a job that registers anew under an old name goes on counting,
 * so that a worker of its former life stays fenced.
 */
final class Tokens {

    private final Map<String, Long> newest = new HashMap<>();
    // Names are forgotten to bound the memory; what starts afterwards starts above all that was forgotten.
    private long floor = FencingToken.NONE.value();

    FencingToken next(String jobName) {
        long next = newest(jobName).value() + 1;
        newest.put(jobName, next);
        return new FencingToken(next);
    }

    FencingToken newest(String jobName) {
        return new FencingToken(newest.getOrDefault(jobName, floor));
    }

    void forget(String jobName) {
        Long last = newest.remove(jobName);
        floor = Math.max(floor, last == null ? floor : last);
    }
}
