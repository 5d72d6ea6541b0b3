package org.atomizable.djl.state;

/**
 * A training has a component whose state cannot be saved, or that the engine cannot run. It is thrown before the first step,
 * and names the component.
 */
public final class NotResumableException extends IllegalArgumentException {

    /**
     * Makes an exception.
     *
     * @param what what cannot be resumed, by its class or name, and why
     * @param remedy what to use instead, as a sentence
     */
    public NotResumableException(String what, String remedy) {
        super(what + ". " + remedy);
    }
}
