package org.atomizable.scheduler.clear;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.atomizable.api.window.Window;

/**
 * A policy that chooses the winner of a window. Pure: the same candidates, in any order, always give the same choice.
 */
@FunctionalInterface
public interface Clearing {

    /** Chooses one of the candidates; none only if there are none. */
    Optional<Choice> clear(Window window, List<Candidate> candidates);

    /**
     * Returns the policy of that name.
     *
     * @throws UnknownPolicyException naming those that there are
     */
    static Clearing named(String name) throws UnknownPolicyException {
        Map<String, Clearing> policies = new TreeMap<>(Map.of("efficiency", new Efficiency(), "fifo", new Fifo()));
        Clearing policy = policies.get(name);
        if (policy == null) {
            throw new UnknownPolicyException(name, policies.keySet());
        }
        return policy;
    }
}
