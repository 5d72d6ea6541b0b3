package org.atomizable.core.engine;

import org.atomizable.api.AtomizableException;

/** An engine did not answer, or has refused. */
public final class EngineException extends AtomizableException {

    private final boolean isFinal;

    private EngineException(String what, String remedy, boolean isFinal) {
        super(what, remedy);
        this.isFinal = isFinal;
    }

    /** Returns one of an engine that has refused: asked again, it would refuse again. */
    public static EngineException refused(String what, String remedy) {
        return new EngineException(what, remedy, true);
    }

    /** Returns one of an engine that may answer later. */
    public static EngineException absent(String what, String remedy) {
        return new EngineException(what, remedy, false);
    }

    /** Tells whether it makes no sense to ask again. */
    public boolean isFinal() {
        return isFinal;
    }
}
