package org.atomizable.scheduler.server;

import io.javalin.Javalin;
import java.net.URI;

/** A server like the scheduler's that does nothing: it reads each posted body and answers 204. To be measured against. */
public final class BareServer implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final int NO_CONTENT = 204;

    private final Javalin server;

    private BareServer(Javalin server) {
        this.server = server;
    }

    /** Starts one on any free port of this machine. */
    public static BareServer start() {
        Javalin server = Javalin.create(config -> Scheduler.configure(
                config,
                routes -> routes.post("/<path>", request -> {
                    request.bodyAsBytes();
                    request.status(NO_CONTENT);
                })));
        return new BareServer(server.start(HOST, 0));
    }

    /** Returns where it listens, without a path. */
    public URI uri() {
        return URI.create("http://%s:%s".formatted(HOST, server.port()));
    }

    @Override
    public void close() {
        server.stop();
    }
}
