package org.atomizable.core.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The grants that an agent has received: the one that it holds, those that start later, and the ids of the newest ones.
 * Used only by the agent's thread.
 */
final class Grants {

    private static final Logger LOG = LoggerFactory.getLogger(Grants.class);
    private static final int MOST_REMEMBERED = 100;

    private @Nullable HeldGrant held;
    private final Deque<Grant> later = new ArrayDeque<>();
    private FencingToken newest = FencingToken.NONE;
    private final Set<String> heardOf = new LinkedHashSet<>();

    /** Returns whether it is told for the first time: a scheduler that has started again cannot know what was heard. */
    boolean isNew(Grant grant) {
        boolean first = heardOf.add(grant.id());
        if (heardOf.size() > MOST_REMEMBERED) {
            heardOf.remove(heardOf.iterator().next());
        }
        return first;
    }

    /** Returns whether no grant is held. */
    boolean noneHeld() {
        return held == null;
    }

    boolean holds(HeldGrant grant) {
        return held == grant;
    }

    /** Returns the grant that is held, if it has this id. */
    Optional<HeldGrant> held(String id) {
        return Optional.ofNullable(held).filter(it -> it.grant().id().equals(id));
    }

    void hold(HeldGrant grant) {
        held = grant;
        FencingToken token = grant.grant().token();
        newest = newest.olderThan(token) ? token : newest;
    }

    /**
     * Tells whether a subjob was fenced though nobody else has taken the job over: the store has seen no newer token than that of a grant held
     * here, so the scheduler has lost count.
     */
    boolean fencedThemselves(Outcome outcome, CheckpointStore store) {
        try {
            return outcome instanceof Outcome.Failed failed
                    && failed.kind() == FailureKind.FENCED
                    && store.newestToken().equals(newest);
        } catch (CheckpointException e) {
            return false;
        }
    }

    /** The grant that was held has ended. */
    void release() {
        held = null;
    }

    /** Ends the grant that is held, if there is one. */
    void abandon() {
        if (held != null) {
            held.lose("");
            held.end();
        }
    }

    /** Tells whether a grant begins before the one that is held, and those for later, have ended. */
    boolean overlaps(Grant grant) {
        Optional<Grant> last = Optional.ofNullable(later.peekLast())
                .or(() -> Optional.ofNullable(held).map(HeldGrant::grant));
        return last.filter(it -> grant.starts().isBefore(it.ends())).isPresent();
    }

    void keep(Grant grant) {
        later.add(grant);
    }

    /** The scheduler has taken a grant back. */
    void revoke(String id, String why) {
        held(id).ifPresent(it -> {
            LOG.warn("grant {} was revoked: {}", id, why);
            it.revoke(why);
        });
        later.removeIf(it -> it.id().equals(id));
    }

    Optional<Grant> next() {
        return Optional.ofNullable(later.poll());
    }
}
