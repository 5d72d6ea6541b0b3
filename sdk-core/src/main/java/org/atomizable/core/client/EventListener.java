package org.atomizable.core.client;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.wire.EventMessage;

/** Receives a job's events, each once and in order, on a thread of the client. */
public interface EventListener {

    /** Takes one event; heartbeats are not told. */
    void on(EventMessage event);

    /** Takes the end of the stream: the scheduler cannot be reached any more, or has refused. */
    void lost(AtomizableException why);
}
