package org.atomizable.lab.faults.world;

import org.atomizable.api.window.Grant;
import org.atomizable.lab.faults.process.NodeClock;

/** A grant under which a worker works, and whether its agent can still stop it. */
final class Hold {

    private final Grant grant;
    private final NodeClock clock;
    private boolean orphaned;

    Hold(Grant grant, NodeClock clock) {
        this.grant = grant;
        this.clock = clock;
    }

    /** Returns the grant as the scheduler issued it. */
    Grant grant() {
        return grant;
    }

    /** Its agent died, and nobody stopped the worker. */
    void orphan() {
        orphaned = true;
    }

    /** Tells whether an agent controls the worker now. */
    boolean controlled() {
        return !orphaned && !clock.isFrozen();
    }

    NodeClock clock() {
        return clock;
    }
}
