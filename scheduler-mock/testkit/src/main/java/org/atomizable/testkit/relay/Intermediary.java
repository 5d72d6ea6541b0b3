package org.atomizable.testkit.relay;

import java.io.IOException;
import java.util.List;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.testkit.protocol.Reply;

/** Handles the messages that pass a relay. Called by several threads. */
public interface Intermediary {

    /** The scheduler behind the relay. */
    interface Scheduler {
        /** Sends a call, and returns the answer. */
        Reply send(Call call) throws IOException, InterruptedException;
    }

    /** The events of one stream or page. */
    interface Events {
        /** Passes an event on: returns the events that the client receives in its place. */
        List<EventMessage> pass(EventMessage event);
    }

    /** Answers a call, usually by sending it. */
    default Reply answer(Call call, Scheduler scheduler) throws IOException, InterruptedException {
        return scheduler.send(call);
    }

    /** A client asks for a job's events. */
    default Events events(String job, Call call) {
        return List::of;
    }

    /** The scheduler did not answer, or its answer broke off. */
    default void away() {}
}
