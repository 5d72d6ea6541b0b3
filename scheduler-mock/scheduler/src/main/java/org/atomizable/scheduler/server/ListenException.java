package org.atomizable.scheduler.server;

import org.atomizable.api.AtomizableException;

/** The scheduler cannot listen on its address, most often because another program uses the port. */
public final class ListenException extends AtomizableException {

    ListenException(String host, int port, String how, Throwable cause) {
        super(
                "cannot listen on %s, port %s: %s".formatted(host, port, how),
                "Choose another port, or 0 for any that is free, or stop the program that uses it.",
                cause);
    }
}
