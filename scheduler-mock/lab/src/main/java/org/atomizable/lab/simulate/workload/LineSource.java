package org.atomizable.lab.simulate.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.atomizable.api.AtomizableException;

/** The lines of a file, one after the other. The file may be compressed; its name then ends in {@code .gz}. */
public final class LineSource implements AutoCloseable {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Path file;
    private final BufferedReader reader;
    private int number;

    private LineSource(Path file, BufferedReader reader) {
        this.file = file;
        this.reader = reader;
    }

    /**
     * Opens a file.
     *
     * @throws AtomizableException if it cannot be read
     */
    public static LineSource open(Path file) throws AtomizableException {
        try {
            InputStream raw = Files.newInputStream(file);
            return new LineSource(
                    file, new BufferedReader(new InputStreamReader(decompressed(file, raw), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw unreadable(file, 1, e);
        }
    }

    private static InputStream decompressed(Path file, InputStream raw) throws IOException {
        if (!file.toString().endsWith(".gz")) {
            return raw;
        }
        try {
            return new GZIPInputStream(raw, 1 << 16);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /** Returns the next line that is not blank, or nothing at the end. */
    private Optional<Line> next() throws AtomizableException {
        try {
            while (true) {
                String text = reader.readLine();
                number++;
                if (number == 1 && text != null && text.startsWith(BYTE_ORDER_MARK)) {
                    text = text.substring(1);
                }
                if (text == null) {
                    return Optional.empty();
                }
                if (!text.isBlank()) {
                    return Optional.of(new Line(file, number, text));
                }
            }
        } catch (IOException e) {
            throw unreadable(file, number + 1, e);
        }
    }

    /** Takes a line. */
    @FunctionalInterface
    public interface Taker {
        void take(Line line) throws AtomizableException;
    }

    /** Has all the lines taken that are left. */
    public void rest(Taker taker) throws AtomizableException {
        for (Optional<Line> line = next(); line.isPresent(); line = next()) {
            taker.take(line.get());
        }
    }

    /** Returns the next line, and refuses a file that has none. */
    public Line expected(String what) throws AtomizableException {
        Optional<Line> line = next();
        if (line.isEmpty()) {
            throw new Line(file, Math.max(1, number), "").refused("%s is missing".formatted(what));
        }
        return line.get();
    }

    private static AtomizableException unreadable(Path file, int number, IOException cause) {
        return new AtomizableException(
                "%s, line %s: the file cannot be read (%s)".formatted(file, number, cause),
                "Check that the file exists, may be read and is complete.",
                cause);
    }

    @Override
    public void close() throws AtomizableException {
        try {
            reader.close();
        } catch (IOException e) {
            throw unreadable(file, number, e);
        }
    }
}
