package org.atomizable.testkit.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.EventPage;
import org.atomizable.core.wire.WireJson;
import org.atomizable.testkit.protocol.ProtocolMonitor;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.relay.Call;
import org.atomizable.testkit.relay.Intermediary;
import org.atomizable.testkit.relay.Monitored;
import org.atomizable.testkit.relay.Upstream;

/** Calls to the scheduler that is judged; the monitor sees all of them. */
final class Peer {

    private final URI scheduler;
    private final Optional<String> token;
    private final Upstream upstream;
    private final Monitored monitored;

    Peer(URI scheduler, Optional<String> token, HttpClient http, ProtocolMonitor monitor) {
        this.scheduler = scheduler;
        this.token = token;
        this.upstream = new Upstream(http);
        this.monitored = new Monitored(monitor);
    }

    /** Ends a stream that has told enough. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1L;
    }

    Reply get(String path) throws IOException, InterruptedException {
        return send(new Call("GET", path, headers(Map.of()), ""));
    }

    Reply delete(String path) throws IOException, InterruptedException {
        return send(new Call("DELETE", path, headers(Map.of()), ""));
    }

    /** Posts under a key of its own. */
    Reply post(String path, Record body) throws IOException, InterruptedException {
        return post(path, text(body), UUID.randomUUID().toString());
    }

    Reply post(String path, String body, String key) throws IOException, InterruptedException {
        return send(new Call(
                "POST", path, headers(Map.of("Content-Type", "application/json", "Idempotency-Key", key)), body));
    }

    static String text(Record body) throws JsonProcessingException {
        return WireJson.mapper().writeValueAsString(body);
    }

    /** Asks for a job's events, and waits for one for some seconds. */
    List<EventMessage> poll(String job, long after, int wait) throws IOException, InterruptedException, Unfinished {
        Reply reply = get("/v1/jobs/%s/events?after=%s&wait=%s".formatted(job, after, wait));
        return reply.read(EventPage.class)
                .map(EventPage::events)
                .orElseThrow(
                        () -> Unfinished.lacks("the events of %s were answered %s".formatted(job, reply.status())));
    }

    /** Reads a stream up to an event of that number, or to its first heartbeat. */
    List<EventMessage> stream(String job, long after, long last) throws IOException, InterruptedException {
        List<EventMessage> told = new ArrayList<>();
        Call call = new Call(
                "GET",
                "/v1/jobs/%s/events".formatted(job),
                headers(Map.of("Accept", "text/event-stream", "Last-Event-ID", Long.toString(after))),
                "");
        Intermediary until = new Intermediary() {
            @Override
            public Events events(String id, Call asked) {
                Events watched = monitored.events(id, asked);
                return event -> {
                    watched.pass(event);
                    if (!event.type().equals("heartbeat")) {
                        told.add(event);
                    }
                    return event.id() >= last || event.type().equals("heartbeat") ? List.of() : List.of(event);
                };
            }
        };
        try {
            upstream.stream(scheduler, call, reply -> new UntilLast(told, last), until);
        } catch (Enough end) {
            return told;
        }
        return told;
    }

    /** Where a stream is written: it is full once the last event was told. */
    private static final class UntilLast extends OutputStream {
        private final List<EventMessage> told;
        private final long last;

        UntilLast(List<EventMessage> told, long last) {
            this.told = told;
            this.last = last;
        }

        @Override
        public void write(int each) {}

        @Override
        public void write(byte[] bytes, int from, int count) {}

        @Override
        public void flush() throws IOException {
            if (!told.isEmpty() && told.get(told.size() - 1).id() >= last) {
                throw new Enough();
            }
        }
    }

    private Reply send(Call call) throws IOException, InterruptedException {
        return monitored.answer(call, it -> upstream.send(scheduler, it, monitored));
    }

    private Map<String, String> headers(Map<String, String> more) {
        Map<String, String> headers = new TreeMap<>(more);
        token.ifPresent(it -> headers.put("Authorization", "Bearer " + it));
        return headers;
    }
}
