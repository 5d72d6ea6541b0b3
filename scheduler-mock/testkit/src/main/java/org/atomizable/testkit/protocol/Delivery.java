package org.atomizable.testkit.protocol;

import org.atomizable.api.wire.EventMessage;

/** One stream or page of a job's events. */
public final class Delivery {

    private final ProtocolMonitor monitor;
    private final String job;
    private final long after;
    private long last;

    Delivery(ProtocolMonitor monitor, String job, long after) {
        this.monitor = monitor;
        this.job = job;
        this.after = after;
        this.last = after;
    }

    /** An event comes. */
    public void received(EventMessage event) {
        if (event.type().equals("heartbeat")) {
            return;
        }
        monitor.inOrder(job, after, last, event);
        last = Math.max(last, event.id());
        monitor.delivered(job, event);
    }
}
