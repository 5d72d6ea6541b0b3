package org.atomizable.lab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A {@code cat}: the least that a line to another process and back can cost. */
final class LineEcho implements AutoCloseable {

    private final Process cat;
    private final OutputStream to;
    private final InputStream from;

    private LineEcho(Process cat) {
        this.cat = cat;
        this.to = cat.getOutputStream();
        this.from = cat.getInputStream();
    }

    static LineEcho start() throws IOException {
        return new LineEcho(new ProcessBuilder("cat")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Sends a line, and waits until it has come back. */
    void line(String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        to.write(bytes);
        to.flush();
        if (from.readNBytes(bytes.length).length != bytes.length) {
            throw new IOException("cat has ended: something has killed it");
        }
    }

    @Override
    public void close() {
        cat.destroy();
    }
}
