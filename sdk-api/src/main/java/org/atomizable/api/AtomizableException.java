package org.atomizable.api;

/**
 * Something in the world went wrong, and the caller can be told what to do about it.
 *
 * <p>Misuse of the API is an {@link IllegalArgumentException} or {@link IllegalStateException} instead.
 */
public class AtomizableException extends Exception {

    private final String remedy;

    /**
     * Makes an exception that says what happened and what to do.
     *
     * @param what what happened, with the value that caused it
     * @param remedy what a person can do about it
     */
    public AtomizableException(String what, String remedy) {
        super(what + ". " + remedy);
        this.remedy = remedy;
    }

    /**
     * Makes an exception that says what happened, what to do, and what caused it.
     *
     * @param what what happened, with the value that caused it
     * @param remedy what a person can do about it
     * @param cause the failure underneath
     */
    public AtomizableException(String what, String remedy, Throwable cause) {
        super(what + ". " + remedy, cause);
        this.remedy = remedy;
    }

    /** Returns what a person can do about it, a sentence. */
    public final String remedy() {
        return remedy;
    }
}
