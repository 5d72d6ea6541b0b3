package org.atomizable.cli.colocate;

import org.atomizable.api.AtomizableException;

/** Jobs that were started beside each other cannot be measured: one of them ended, or did no atom. */
final class LostJobException extends AtomizableException {

    private final String reason;

    LostJobException(String reason, String remedy) {
        super(reason, remedy);
        this.reason = reason;
    }

    /** Returns what happened, without the remedy. */
    String reason() {
        return reason;
    }
}
