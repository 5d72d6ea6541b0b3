package org.atomizable.testkit.relay;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.atomizable.testkit.protocol.Reply;

/**
 * An HTTP server on this machine that passes calls on to a scheduler. It serves as the scheduler's address, or as the HTTP proxy of
 * clients of several schedulers. Safe for use by several threads.
 */
public final class Relay implements AutoCloseable {

    static {
        // Otherwise the end of each answer waits for a client's acknowledgement. The server reads it when its class is
        // loaded.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final List<String> HEADERS =
            List.of("Accept", "Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "atomizable-relay");
        thread.setDaemon(true);
        return thread;
    });
    private final Backend backend;
    private final Function<URI, URI> schedulers;
    private final Function<URI, Intermediary> intermediaries;

    private Relay(Backend backend, Function<URI, URI> schedulers, Function<URI, Intermediary> intermediaries)
            throws IOException {
        this.backend = backend;
        this.schedulers = schedulers;
        this.intermediaries = intermediaries;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Starts one in front of a scheduler. */
    public static Relay before(URI scheduler, Intermediary intermediary) throws IOException {
        return new Relay(Upstream.direct(), call -> scheduler, root -> intermediary);
    }

    /** Starts one in front of something else that answers. */
    public static Relay of(Backend backend, Intermediary intermediary) throws IOException {
        return new Relay(backend, call -> URI.create("http://127.0.0.1"), root -> intermediary);
    }

    /** Starts a proxy; each scheduler, by the root of its URL, has an intermediary. */
    public static Relay proxy(Function<URI, Intermediary> intermediaries) throws IOException {
        return new Relay(Upstream.direct(), call -> URI.create("http://" + call.getAuthority()), intermediaries);
    }

    /** Returns where it listens. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) {
        URI asked = exchange.getRequestURI();
        URI root = schedulers.apply(asked);
        Intermediary intermediary = intermediaries.apply(root);
        try (exchange) {
            Call call = call(exchange);
            if (isStream(call)) {
                backend.stream(root, call, reply -> begun(exchange, reply), intermediary);
            } else {
                write(exchange, intermediary.answer(call, sent -> backend.send(root, sent, intermediary)));
            }
        } catch (IOException gone) {
            // One of the two sides has hung up; the other one finds its connection closed.
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isStream(Call call) {
        return call.method().equals("GET")
                && Paths.events(call).isPresent()
                && call.header("Accept").orElse("").contains("text/event-stream");
    }

    private static Call call(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (String name : HEADERS) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                headers.put(name, value);
            }
        }
        URI asked = exchange.getRequestURI();
        String query = asked.getRawQuery() == null ? "" : "?" + asked.getRawQuery();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return new Call(exchange.getRequestMethod(), asked.getRawPath() + query, headers, body);
    }

    private static OutputStream begun(HttpExchange exchange, Reply reply) throws IOException {
        if (!reply.done()) {
            write(exchange, reply);
            return OutputStream.nullOutputStream();
        }
        exchange.getResponseHeaders().set("Content-Type", reply.type());
        exchange.sendResponseHeaders(reply.status(), 0);
        return exchange.getResponseBody();
    }

    private static void write(HttpExchange exchange, Reply reply) throws IOException {
        byte[] body = reply.text().getBytes(StandardCharsets.UTF_8);
        if (!reply.type().isEmpty()) {
            exchange.getResponseHeaders().set("Content-Type", reply.type());
        }
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
