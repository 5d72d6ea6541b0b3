package org.atomizable.djl.engine;

/** An engine does not compute exactly what it is asked to, and says nothing. */
final class InexactEngineException extends IllegalStateException {

    /**
     * Makes an exception.
     *
     * @param what what the engine does
     * @param remedy what to do, as a sentence
     */
    InexactEngineException(String what, String remedy) {
        super(what + ". " + remedy);
    }
}
