package org.atomizable.lab.faults;

/** Ends a strand where it waits. No code of a job or of the SDK catches it. */
final class Killed extends Error {

    Killed() {
        super("killed", null, false, false);
    }
}
