package org.atomizable.core.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.window.Grant;

/**
 * The grants that an agent has received: those that start later than the one it holds, and the ids of the newest ones.
 * Used only by the agent's thread.
 */
final class Grants {

    private static final int MOST_REMEMBERED = 100;

    private final Deque<Grant> later = new ArrayDeque<>();
    private final Set<String> heardOf = new LinkedHashSet<>();

    /** Returns whether it is told for the first time: a scheduler that has started again cannot know what was heard. */
    boolean isNew(Grant grant) {
        boolean first = heardOf.add(grant.id());
        if (heardOf.size() > MOST_REMEMBERED) {
            heardOf.remove(heardOf.iterator().next());
        }
        return first;
    }

    /** Tells whether a grant begins before the one that is held, and those for later, have ended. */
    boolean overlaps(Grant grant, Grant held) {
        Grant last = later.isEmpty() ? held : later.getLast();
        return grant.starts().isBefore(last.ends());
    }

    void keep(Grant grant) {
        later.add(grant);
    }

    void drop(String id) {
        later.removeIf(it -> it.id().equals(id));
    }

    Optional<Grant> next() {
        return Optional.ofNullable(later.poll());
    }
}
