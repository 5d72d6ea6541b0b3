package org.atomizable.core.agent;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.wire.FromWire;

/** Collects what an agent has to react to, from whatever thread it comes. */
final class Inbox implements EventListener {

    private final BlockingQueue<AgentEvent> events = new LinkedBlockingQueue<>();

    AgentEvent take() throws InterruptedException {
        return events.take();
    }

    void put(AgentEvent event) {
        events.add(event);
    }

    @Override
    public void on(EventMessage message) {
        try {
            if (message.window() != null) {
                put(new AgentEvent.Offered(FromWire.window(message.window())));
            } else if (message.grant() != null) {
                put(new AgentEvent.Granted(FromWire.grant(message.grant())));
            } else if (message.revoked() != null) {
                put(new AgentEvent.Revoked(
                        message.revoked().id(), message.revoked().why()));
            }
        } catch (IllegalArgumentException e) {
            put(new AgentEvent.Lost(new AtomizableException(
                    "the scheduler sent an event that makes no sense: " + e.getMessage(),
                    "Use a scheduler of this version of the protocol",
                    e)));
        }
    }

    @Override
    public void lost(AtomizableException why) {
        put(new AgentEvent.Lost(why));
    }
}
