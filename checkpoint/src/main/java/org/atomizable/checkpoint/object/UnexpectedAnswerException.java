package org.atomizable.checkpoint.object;

/** A response is not one of an object store: for example a proxy's HTML page, or a truncated XML document. */
public final class UnexpectedAnswerException extends ObjectStoreException {

    private static final int QUOTED = 60;

    UnexpectedAnswerException(String what, String server) {
        super(what, remedy(server));
    }

    UnexpectedAnswerException(String what, String server, Throwable cause) {
        super(what, remedy(server), cause);
    }

    private static String remedy(String server) {
        return ("Check that %s is an object store, and that no proxy or login page answers in its place; earlier "
                        + "checkpoints are unchanged")
                .formatted(server);
    }

    /** Returns the beginning of an answer, to be shown to a person. */
    static String beginning(String text) {
        String line = text.strip().replaceAll("[^\\x20-\\x7e]+", " ");
        return line.length() <= QUOTED ? line : line.substring(0, QUOTED) + "...";
    }
}
