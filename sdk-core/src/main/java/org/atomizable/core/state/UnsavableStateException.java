package org.atomizable.core.state;

/** A field of an annotated job holds a value that a restored job could not have. */
public final class UnsavableStateException extends IllegalStateException {

    UnsavableStateException(String field, String what, String remedy) {
        super("the state's %s %s. %s".formatted(field, what, remedy));
    }
}
