package org.atomizable.lab.faults.process;

/** Ends a strand where it waits. No code of a job or of the SDK catches it. */
public final class Killed extends Error {

    public Killed() {
        super("killed", null, false, false);
    }
}
