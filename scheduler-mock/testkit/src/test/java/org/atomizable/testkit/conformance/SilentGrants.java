package org.atomizable.testkit.conformance;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;

/** Tells grants that are revoked for silence before their end from those whose report was awaited in vain after it. */
final class SilentGrants {

    private final Map<String, Instant> ends = new ConcurrentHashMap<>();

    /** Tells whether an event revokes a grant for silence before its end. */
    boolean before(EventMessage event) {
        return revokes(event) && !ended(event);
    }

    /** Tells whether an event revokes a grant for silence after its end. */
    boolean after(EventMessage event) {
        return revokes(event) && ended(event);
    }

    private boolean revokes(EventMessage event) {
        GrantIssued grant = event.grant();
        if (grant != null) {
            ends.put(grant.id(), grant.ends());
        }
        return event.revoked() != null && event.revoked().why().equals("silent");
    }

    private boolean ended(EventMessage event) {
        return event.revoked() != null
                && TimeSource.system()
                        .now()
                        .isAfter(ends.getOrDefault(event.revoked().id(), Instant.MAX));
    }
}
