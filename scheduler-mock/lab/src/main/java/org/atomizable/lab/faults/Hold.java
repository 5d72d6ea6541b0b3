package org.atomizable.lab.faults;

import org.atomizable.api.window.Grant;

/** A grant under which a worker works, and whether its agent can still stop it. */
final class Hold {

    private final Grant grant;
    private final NodeClock clock;
    private boolean orphaned;
    private long drafted;

    Hold(Grant grant, NodeClock clock) {
        this.grant = grant;
        this.clock = clock;
    }

    /** Returns the grant as the scheduler issued it. */
    Grant grant() {
        return grant;
    }

    /** Its agent has died, and the worker goes on. */
    void orphan() {
        orphaned = true;
    }

    /** Tells whether an agent controls the worker now. */
    boolean controlled() {
        return !orphaned && !clock.isFrozen();
    }

    /** A draft of the state before an atom is being written. */
    void drafts(long nextAtom) {
        drafted = nextAtom;
    }

    /** Returns the first atom that is not in the newest draft. */
    long drafted() {
        return drafted;
    }
}
