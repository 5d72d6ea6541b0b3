package org.atomizable.api;

/**
 * A failure that is not a programming error, such as a full disk, a lost connection or wrong input. The exception says
 * what the user can do about it.
 *
 * <p>Incorrect use of the API causes an {@link IllegalArgumentException} or {@link IllegalStateException} instead.
 */
public class AtomizableException extends Exception {

    private final String remedy;

    /**
     * Creates an exception that says what happened and what to do.
     *
     * @param what what happened, including the value that caused it
     * @param remedy what the user can do about it
     */
    public AtomizableException(String what, String remedy) {
        super(sentences(what, remedy));
        this.remedy = remedy;
    }

    /**
     * Creates an exception that says what happened, what to do, and what caused it.
     *
     * @param what what happened, including the value that caused it
     * @param remedy what the user can do about it
     * @param cause the underlying failure
     */
    public AtomizableException(String what, String remedy, Throwable cause) {
        super(sentences(what, remedy), cause);
        this.remedy = remedy;
    }

    /** Joins the message and the remedy. The message may be that of a cause, which ends with a sentence and may have the same remedy. */
    private static String sentences(String what, String remedy) {
        if (what.endsWith(remedy)) {
            return what;
        }
        return what.endsWith(".") ? what + " " + remedy : what + ". " + remedy;
    }

    /** Returns what the user can do about it, as a sentence. */
    public final String remedy() {
        return remedy;
    }
}
