package org.atomizable.scheduler.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/** The dashboard's files. They hold nothing of the cluster: the page asks for that with the reader's own token. */
final class Pages {

    private static final String NOWHERE_ELSE =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final String DIRECTORY = "/org/atomizable/scheduler/dashboard/";

    private static final List<String> FILES = List.of(
            "index.html",
            "dashboard.css",
            "address.js",
            "alerts.js",
            "api.js",
            "axis.js",
            "colours.js",
            "dom.js",
            "filter.js",
            "format.js",
            "job.js",
            "jobs.js",
            "main.js",
            "memory.js",
            "metric.js",
            "range.js",
            "rows.js",
            "slices.js",
            "store.js",
            "timeline.js",
            "trend.js",
            "window.js");

    /** A file as it is sent. */
    private static final class File {

        private final String type;
        private final byte[] content;
        private final byte[] compressed;
        private final String tag;

        private File(String type, byte[] content, byte[] compressed, String tag) {
            this.type = type;
            this.content = content;
            this.compressed = compressed;
            this.tag = tag;
        }

        static File read(String name) {
            String type = switch (name.substring(name.lastIndexOf('.'))) {
                case ".html" -> "text/html; charset=utf-8";
                case ".css" -> "text/css; charset=utf-8";
                default -> "text/javascript; charset=utf-8";
            };
            byte[] content = Pages.bytes(name);
            CRC32C sum = new CRC32C();
            sum.update(content);
            return new File(
                    type,
                    content,
                    Compression.gzip(content, Deflater.BEST_COMPRESSION),
                    "\"" + HexFormat.of().toHexDigits(sum.getValue()) + "\"");
        }

        void send(Context request) {
            request.header("Content-Security-Policy", NOWHERE_ELSE);
            request.header("Referrer-Policy", "no-referrer");
            request.header("Vary", "Accept-Encoding");
            // The browser keeps it, and asks whether it is still the same.
            request.header("Cache-Control", "no-cache");
            request.header("ETag", tag);
            request.contentType(type);
            if (tag.equals(request.header("If-None-Match"))) {
                request.status(304);
            } else if (Compression.accepted(request)) {
                request.header("Content-Encoding", "gzip");
                request.result(compressed);
            } else {
                request.result(content);
            }
        }
    }

    private Pages() {}

    public static void install(RoutesConfig routes) {
        for (String name : FILES) {
            File file = File.read(name);
            routes.get(name.equals("index.html") ? "/" : "/" + name, file::send);
        }
    }

    private static byte[] bytes(String file) {
        try (InputStream in = Pages.class.getResourceAsStream(DIRECTORY + file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from this program");
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + " of this program is damaged", unreadable);
        }
    }
}
