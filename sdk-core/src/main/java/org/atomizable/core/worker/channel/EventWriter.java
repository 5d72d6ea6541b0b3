package org.atomizable.core.worker.channel;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the events of a worker. Safe for use by several threads. */
public final class EventWriter {

    private final OutputStream events;

    /** Makes a writer to a stream. */
    public EventWriter(OutputStream events) {
        this.events = events;
    }

    /** Writes an event, whole, at once. */
    public synchronized void say(WorkerEvent event) {
        try {
            events.write((WorkerJson.line(event) + "\n").getBytes(StandardCharsets.UTF_8));
            events.flush();
        } catch (IOException e) {
            // The launcher reads no more. If it is gone, the commands end as well, and with them the worker.
            return;
        }
    }
}
