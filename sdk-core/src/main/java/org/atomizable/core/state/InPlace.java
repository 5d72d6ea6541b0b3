package org.atomizable.core.state;

import org.atomizable.api.StateMismatchException;

/** The exceptions for the value of a final field that cannot be restored in place. */
final class InPlace {

    private InPlace() {}

    static StateMismatchException otherLength(String name, int saved, int own) {
        return new StateMismatchException(
                "the state's %s has length %s, this job's is final and has length %s".formatted(name, saved, own));
    }

    static StateMismatchException unmodifiable(String name) {
        return new StateMismatchException(
                "the state's %s cannot be restored, because this job's is final and unmodifiable".formatted(name));
    }
}
