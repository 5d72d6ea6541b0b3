package org.atomizable.scheduler.server;

import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The dashboard's files. They hold nothing of the cluster: the page asks for that with the reader's own token. */
final class Pages {

    private static final String NOWHERE_ELSE =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final Map<String, String> TYPES = Map.of(
            "index.html", "text/html; charset=utf-8",
            "dashboard.css", "text/css; charset=utf-8",
            "dashboard.js", "text/javascript; charset=utf-8",
            "trend.js", "text/javascript; charset=utf-8",
            "alerts.js", "text/javascript; charset=utf-8");

    private Pages() {}

    static void install(RoutesConfig routes) {
        TYPES.forEach((file, type) -> {
            byte[] content = read(file);
            routes.get(file.equals("index.html") ? "/" : "/" + file, request -> {
                request.header("Content-Security-Policy", NOWHERE_ELSE);
                request.header("Referrer-Policy", "no-referrer");
                request.contentType(type);
                request.result(content);
            });
        });
    }

    private static byte[] read(String file) {
        try (InputStream in = Pages.class.getResourceAsStream("/org/atomizable/scheduler/dashboard/" + file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from this program");
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + " of this program is damaged", unreadable);
        }
    }
}
