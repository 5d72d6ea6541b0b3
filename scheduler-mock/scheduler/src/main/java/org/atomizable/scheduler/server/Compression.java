package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Sends large answers compressed to clients that accept it. Streams of events are never compressed, as that would delay them. */
final class Compression {

    /** A smaller body fits a packet anyway. */
    private static final int LEAST = 1200;

    private Compression() {}

    /** Answers 200 with a body whose type is set already. */
    public static void answer(Context request, byte[] body) {
        request.header("Vary", "Accept-Encoding");
        if (body.length < LEAST || !accepted(request)) {
            request.result(body);
            return;
        }
        request.header("Content-Encoding", "gzip");
        request.result(gzip(body, Deflater.BEST_SPEED));
    }

    public static boolean accepted(Context request) {
        return Arrays.stream(Optional.ofNullable(request.header("Accept-Encoding"))
                        .orElse("")
                        .split(","))
                .map(String::strip)
                .anyMatch(it -> it.matches("(?i)(gzip|\\*)(\\s*;\\s*q=(1(\\.0*)?|0\\.0*[1-9][0-9]*))?"));
    }

    public static byte[] gzip(byte[] body, int level) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(body.length / 4 + 64);
        try (GZIPOutputStream out = new Leveled(compressed, level)) {
            out.write(body);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return compressed.toByteArray();
    }

    private static final class Leveled extends GZIPOutputStream {
        Leveled(ByteArrayOutputStream out, int level) throws IOException {
            super(out);
            def.setLevel(level);
        }
    }
}
