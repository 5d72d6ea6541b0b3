package org.atomizable.djl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A file of lines that are written at known places. What is written twice is written to the same place with the same bytes, so
 * a repeated atom changes nothing.
 */
final class PredictionFile implements AutoCloseable {

    private final Path path;
    private final FileChannel channel;

    PredictionFile(Path path) throws IOException {
        this.path = path;
        this.channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    Path path() {
        return path;
    }

    /** Writes lines at a place, and returns the place after them. */
    long write(long place, List<String> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
        long at = place;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
        return at;
    }

    /** Cuts off what lies behind the end: it is from another run. */
    void end(long place) throws IOException {
        channel.truncate(place);
    }

    /** Brings all that was written to the disk. */
    void force() throws IOException {
        channel.force(true);
    }

    void requireLength(long place) throws IOException {
        if (channel.size() < place) {
            throw new IOException(
                    ("%s has %s bytes, and %s were written before the checkpoint. Put the file back, or begin the"
                                    + " job anew")
                            .formatted(path, channel.size(), place));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
