package org.atomizable.scheduler.server.connection;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.atomizable.api.time.TimeSource;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections whose requests take too long to come in. An idle time is no bound: a client that sends a byte every few seconds is
 * never idle. Every second all connections are looked at; a handshake of TLS counts as a part of the headers.
 */
final class SlowClients implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SlowClients.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** A request whose headers are there. */
    private record Taken(boolean whole, long since) {}

    /** The data that a connection has received between two requests. */
    private record Received(long messages, long bytes, Optional<Long> since) {}

    private final TimeSource time;
    private final Map<Connection, Taken> taken = new ConcurrentHashMap<>();
    private Map<EndPoint, Received> received = new HashMap<>();
    private TimeSource.Timer timer = () -> {};
    private boolean closed;

    SlowClients(TimeSource time) {
        this.time = time;
    }

    /** Returns the handler that is called when headers are there. */
    Handler.Singleton headersCame() {
        return new Handler.Wrapper() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Connection connection = request.getConnectionMetaData().getConnection();
                taken.put(connection, new Taken(false, time.nanos()));
                Request.addCompletionListener(request, failed -> taken.remove(connection));
                return super.handle(request, response, callback);
            }
        };
    }

    /** Returns the handler that is called when the body is there. */
    Handler.Singleton bodyCame() {
        return new Handler.Wrapper() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                taken.computeIfPresent(
                        request.getConnectionMetaData().getConnection(),
                        (connection, before) -> new Taken(true, before.since()));
                return super.handle(request, response, callback);
            }
        };
    }

    /** Looks at a connector's connections from now on. */
    synchronized void watch(Connector connector) {
        if (!closed) {
            try {
                look(connector);
            } finally {
                timer = time.schedule(LOOK, () -> watch(connector));
            }
        }
    }

    private void look(Connector connector) {
        long now = time.nanos();
        Map<EndPoint, Received> seen = new HashMap<>();
        for (EndPoint endPoint : connector.getConnectedEndPoints()) {
            Connection carrier = endPoint.getConnection();
            Connection http =
                    carrier instanceof SslConnection tls ? tls.getSslEndPoint().getConnection() : carrier;
            if (http == null) {
                continue;
            }
            Taken request = taken.get(http);
            if (request == null) {
                Received before = received.get(endPoint);
                Received after = after(before, http.getMessagesIn(), carrier.getBytesIn(), now);
                seen.put(endPoint, after);
                boolean more = before != null && after.bytes() > before.bytes();
                if (more
                        && after.since()
                                .filter(it -> isOverdue(it, Bounds.HEADERS_TIME, now))
                                .isPresent()) {
                    cut(endPoint, "headers");
                }
            } else if (!request.whole() && isOverdue(request.since(), Bounds.BODY_TIME, now)) {
                cut(endPoint, "body");
            }
        }
        received = seen;
    }

    /** A new connection's bytes count from its beginning, those of later requests from the end of the one before. */
    private static Received after(@Nullable Received before, long messages, long bytes, long now) {
        if (before == null && messages == 0) {
            return new Received(0, bytes, bytes > 0 ? Optional.of(now) : Optional.empty());
        }
        if (before == null || before.messages() != messages) {
            return new Received(messages, bytes, Optional.empty());
        }
        return new Received(
                messages,
                bytes,
                bytes > before.bytes() ? Optional.of(before.since().orElse(now)) : before.since());
    }

    private static boolean isOverdue(long since, Duration most, long now) {
        return now - since > most.toNanos();
    }

    private static void cut(EndPoint endPoint, String what) {
        LOG.debug("the {} from {} took too long", what, endPoint.getRemoteSocketAddress());
        endPoint.close(new TimeoutException("the %s took too long".formatted(what)));
    }

    @Override
    public synchronized void close() {
        closed = true;
        timer.cancel();
    }
}
