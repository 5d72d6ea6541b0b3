package org.atomizable.scheduler.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.EventPage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.Problem;

/** Speaks the protocol over HTTP, with nothing of the server's own code. */
public final class Client {

    private final ObjectMapper json = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    private final Optional<String> token;

    public Client(URI server) {
        this(server, Optional.empty());
    }

    public Client(URI server, Optional<String> token) {
        this.server = server;
        this.token = token;
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(request(path).build(), BodyHandlers.ofString());
    }

    public HttpResponse<String> accepting(String types, String path) throws IOException, InterruptedException {
        return http.send(request(path).header("Accept", types).build(), BodyHandlers.ofString());
    }

    /** Begins a call and waits for nothing. */
    public CompletableFuture<HttpResponse<String>> begin(String path) {
        return http.sendAsync(request(path).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> call(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                headers.length == 0 ? request(path) : request(path).headers(headers);
        return http.send(
                (body.isEmpty()
                                ? request.method(method, BodyPublishers.noBody())
                                : request.method(method, BodyPublishers.ofString(body)))
                        .build(),
                BodyHandlers.ofString());
    }

    public HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return http.send(request(path).DELETE().build(), BodyHandlers.ofString());
    }

    public HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(body));
        return http.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    public HttpResponse<String> post(String path, Record message, String... headers)
            throws IOException, InterruptedException {
        return post(path, text(message), headers);
    }

    public JobView register(String name, String key) throws IOException, InterruptedException {
        JobRegistration registration = new JobRegistration(name, "sja", null, 0, null, 1000L, 0);
        return read(post("/v1/jobs", registration, "Idempotency-Key", key).body(), JobView.class);
    }

    /** Polls until there is an event of that type after the one of that number. */
    public EventMessage next(String type, String job, long after) throws IOException, InterruptedException {
        long last = after;
        while (true) {
            for (EventMessage event : poll(job, last, 30)) {
                if (event.type().equals(type)) {
                    return event;
                }
                last = event.id();
            }
        }
    }

    List<EventMessage> poll(String job, long after, int waitSeconds) throws IOException, InterruptedException {
        String body = get("/v1/jobs/%s/events?after=%s&wait=%s".formatted(job, after, waitSeconds))
                .body();
        return read(body, EventPage.class).events();
    }

    /** Opens a job's stream. */
    InputStream opened(String job) throws IOException, InterruptedException {
        HttpRequest request = request("/v1/jobs/%s/events".formatted(job))
                .header("Accept", "text/event-stream")
                .build();
        return http.send(request, BodyHandlers.ofInputStream()).body();
    }

    /** Reads so many events of a job's stream, heartbeats apart, and hangs up. */
    public List<EventMessage> stream(String job, long after, int events) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request("/v1/jobs/%s/events".formatted(job)).header("Accept", "text/event-stream");
        if (after > 0) {
            request.header("Last-Event-ID", String.valueOf(after));
        }
        List<EventMessage> read = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                http.send(request.build(), BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8))) {
            String id = "";
            String type = "";
            while (read.size() < events) {
                String line = lines.readLine();
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    type = line.substring(7);
                } else if (line.startsWith("data: ") && !type.equals("heartbeat")) {
                    EventMessage event = read(line.substring(6), EventMessage.class);
                    if (!id.equals(String.valueOf(event.id())) || !type.equals(event.type())) {
                        throw new IOException("the lines around it contradict the event " + event);
                    }
                    read.add(event);
                }
            }
        }
        return read;
    }

    public Problem problem(HttpResponse<String> response) throws IOException {
        return read(response.body(), Problem.class);
    }

    public String text(Record message) throws IOException {
        return json.writeValueAsString(message);
    }

    public <T> T read(String body, Class<T> type) throws IOException {
        return json.readValue(body, type);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofMinutes(1));
        token.ifPresent(it -> request.header("Authorization", "Bearer " + it));
        return request;
    }
}
