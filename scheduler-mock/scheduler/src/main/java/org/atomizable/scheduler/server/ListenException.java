package org.atomizable.scheduler.server;

import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import org.atomizable.api.AtomizableException;

/** The scheduler cannot listen on its address. */
final class ListenException extends AtomizableException {

    private ListenException(String host, int port, String how, String remedy, Throwable cause) {
        super("cannot listen on %s, port %s: %s".formatted(host, port, how), remedy, cause);
    }

    /** Returns one whose words follow the system's own, which are at the end of the causes. */
    static ListenException of(String host, int port, Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String said = String.valueOf(root.getMessage());
        if (root instanceof UnresolvedAddressException || root instanceof UnknownHostException) {
            return new ListenException(
                    host, port, "no such host is known here", "Listen on an address of this machine.", failure);
        }
        if (said.contains("requested address")) {
            return new ListenException(
                    host,
                    port,
                    "this machine does not have the address",
                    "Listen on one of its own, which ip address shows, or on 0.0.0.0 or ::, which are all.",
                    failure);
        }
        if (said.contains("Permission denied")) {
            return new ListenException(
                    host,
                    port,
                    "this user may not use the port",
                    "Choose a port from 1024 on, or let a proxy listen there.",
                    failure);
        }
        return new ListenException(
                host,
                port,
                root instanceof BindException ? "the port is in use" : said,
                "Choose another port, or 0 for any that is free, or stop the program that uses it.",
                failure);
    }
}
