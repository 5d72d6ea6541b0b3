package org.atomizable.testkit.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.EventPage;
import org.atomizable.core.wire.WireJson;
import org.atomizable.testkit.protocol.Reply;

/** Calls to schedulers over HTTP. Safe for use by several threads. */
public final class Upstream implements Backend {

    private final HttpClient http;

    /** Makes one that speaks through a client. */
    public Upstream(HttpClient http) {
        this.http = http;
    }

    /** Makes one that trusts what this Java trusts. */
    public static Upstream direct() {
        // A relay may be this JVM's proxy.
        return new Upstream(HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build());
    }

    @Override
    public Reply send(URI root, Call call, Intermediary intermediary) throws IOException, InterruptedException {
        try {
            HttpResponse<String> response = http.send(request(root, call), BodyHandlers.ofString());
            Reply reply = new Reply(response.statusCode(), type(response), response.body());
            Optional<String> job = call.method().equals("GET") ? Paths.events(call) : Optional.empty();
            return job.isPresent() && reply.done() ? page(reply, intermediary.events(job.get(), call)) : reply;
        } catch (IOException away) {
            intermediary.away();
            throw away;
        }
    }

    private static Reply page(Reply reply, Intermediary.Events events) throws IOException {
        Optional<EventPage> page = reply.read(EventPage.class);
        if (page.isEmpty()) {
            return reply;
        }
        List<EventMessage> told = page.get().events().stream()
                .flatMap(event -> events.pass(event).stream())
                .toList();
        return new Reply(reply.status(), reply.type(), WireJson.mapper().writeValueAsString(new EventPage(told)));
    }

    @Override
    public void stream(URI root, Call call, Begin begin, Intermediary intermediary)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> response;
        try {
            response = http.send(request(root, call), BodyHandlers.ofInputStream());
        } catch (IOException away) {
            intermediary.away();
            throw away;
        }
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
                begin.with(new Reply(response.statusCode(), type(response), text));
                return;
            }
            Intermediary.Events events = intermediary.events(Paths.events(call).orElseThrow(), call);
            try (OutputStream out = begin.with(new Reply(200, type(response), ""))) {
                copy(new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)), out, events);
            }
        }
    }

    private static void copy(BufferedReader lines, OutputStream out, Intermediary.Events events) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data:")) {
                Optional<EventMessage> event = new Reply(200, "", line.substring(5)).read(EventMessage.class);
                for (EventMessage told : event.map(events::pass).orElse(List.of())) {
                    out.write(frame(told).getBytes(StandardCharsets.UTF_8));
                }
                out.flush();
            } else if (line.startsWith("retry:")) {
                out.write((line + "\n\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        }
    }

    /** Returns an event as a stream has it. */
    public static String frame(EventMessage event) throws JsonProcessingException {
        return "id: %s\nevent: %s\ndata: %s\n\n"
                .formatted(event.id(), event.type(), WireJson.mapper().writeValueAsString(event));
    }

    private static HttpRequest request(URI root, Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(root.resolve(call.path()));
        call.headers().forEach(request::header);
        return request.method(
                        call.method(),
                        call.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(call.body()))
                .build();
    }

    private static String type(HttpResponse<?> response) {
        return response.headers().firstValue("Content-Type").orElse("");
    }
}
