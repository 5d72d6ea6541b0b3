package org.atomizable.core.annotate.type;

/** A type cannot be saved; the message says what to write instead. */
public final class UnsavableTypeException extends Exception {

    UnsavableTypeException(String message, Object... values) {
        super(message.formatted(values));
    }
}
