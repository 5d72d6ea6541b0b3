package org.atomizable.testkit.relay;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.atomizable.testkit.protocol.Delivery;
import org.atomizable.testkit.protocol.ProtocolMonitor;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.protocol.Request;

/**
 * Passes every message on as it is, and tells it to a monitor.
 *
 * @param monitor of one scheduler
 */
public record Monitored(ProtocolMonitor monitor) implements Intermediary {

    @Override
    public Reply answer(Call call, Scheduler scheduler) throws IOException, InterruptedException {
        Optional<Request> request = Paths.request(call);
        if (request.isEmpty()) {
            Reply reply = scheduler.send(call);
            monitor.looked(call.path(), reply);
            return reply;
        }
        ProtocolMonitor.Asked asked = monitor.asked(request.get());
        Reply reply = scheduler.send(call);
        monitor.answered(asked, reply);
        return reply;
    }

    @Override
    public Events events(String job, Call call) {
        Delivery delivery = monitor.delivery(job, call.after());
        return event -> {
            delivery.received(event);
            return List.of(event);
        };
    }

    @Override
    public void away() {
        monitor.wasAway();
    }
}
