package org.atomizable.core.annotate;

/** A type cannot be saved; the message says what to write instead. */
final class UnsavableTypeException extends Exception {

    @SuppressWarnings("AnnotateFormatMethod") // that annotation would be a dependency
    UnsavableTypeException(String message, Object... values) {
        super(message.formatted(values));
    }
}
