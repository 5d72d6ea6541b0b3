package org.atomizable.core.worker;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.atomizable.api.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The log file of a worker's process, and one older file. Neither exceeds the limit by more than one line.
 *
 * <p>All output is read at once, even if the disk does not accept it. A job that prints is therefore never blocked, and
 * no memory grows. Used by the thread that copies the output.
 */
final class WorkerLog {

    private static final int PIECE = 1 << 16;

    private final Path file;
    private final Path older;
    private final long limit;
    private final Tail tail = new Tail();
    private @Nullable OutputStream out;
    private long size;
    private long cut;
    private long unwritten;

    private WorkerLog(Path file, long limit) {
        this.file = file;
        this.older = file.resolveSibling(file.getFileName() + ".1");
        this.limit = limit;
    }

    /** Opens a log for what comes after what it holds already. */
    static WorkerLog open(Path file, Bytes limit) throws IOException {
        WorkerLog log = new WorkerLog(file, limit.count());
        log.append();
        return log;
    }

    private void append() throws IOException {
        out = new FileOutputStream(file.toFile(), true);
        size = Files.size(file);
    }

    Path file() {
        return file;
    }

    /** Begins the output of a new subjob. */
    void begin() {
        tail.begin();
    }

    /** Returns the end of what the newest subjob has printed, as far as it was read. */
    String sinceBegun() {
        return tail.sinceBegun();
    }

    /** Returns the last lines, on one. */
    String lastWords() {
        return tail.words();
    }

    /** Takes everything until the stream ends. */
    void pump(InputStream from) {
        byte[] piece = new byte[PIECE];
        try (from) {
            int count = from.read(piece);
            while (count >= 0) {
                tail.add(piece, count);
                keep(piece, count);
                count = from.read(piece);
            }
        } catch (IOException e) {
            tail.note("the log ends here: " + e.getMessage());
        } finally {
            close();
        }
    }

    private void keep(byte[] piece, int count) {
        try {
            if (out == null) {
                append();
            }
            if (unwritten > 0) {
                say(unwritten + " bytes could not be written here");
                unwritten = 0;
            }
            if (size > 0 && size + count > limit) {
                rotate();
            }
            write(piece, count);
        } catch (IOException e) {
            // A full disk must not hold up the job; there may be room later.
            unwritten += count;
            close();
        }
    }

    private void rotate() throws IOException {
        close();
        long lost = Files.exists(older) ? Files.size(older) : 0;
        Files.move(file, older, StandardCopyOption.REPLACE_EXISTING);
        cut += lost;
        append();
        say("a log is limited to %s bytes: what came before is in %s, and %s bytes before that were cut"
                .formatted(limit, older.getFileName(), cut));
    }

    private void say(String what) throws IOException {
        byte[] line = ("[atomizable] " + what + "\n").getBytes(StandardCharsets.UTF_8);
        write(line, line.length);
    }

    private void write(byte[] bytes, int count) throws IOException {
        if (out != null) {
            out.write(bytes, 0, count);
            size += count;
        }
    }

    private void close() {
        OutputStream open = out;
        out = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            tail.note("the log could not be closed: " + e.getMessage());
        }
    }
}
