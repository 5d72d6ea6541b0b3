package org.atomizable.lab.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The reference: bytes through one channel, forced, and read back. */
final class RawFile {

    private static final int PIECE = 1 << 20;

    private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

    private RawFile() {}

    static void write(Path file, List<ByteBuffer> content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (ByteBuffer each : content) {
                for (int at = 0; at < each.limit(); at += PIECE) {
                    ByteBuffer piece = each.slice(at, Math.min(PIECE, each.limit() - at));
                    while (piece.hasRemaining()) {
                        channel.write(piece);
                    }
                }
            }
            channel.force(true);
        }
    }

    /** Reads as many bytes as the buffers of the content have, into fresh memory of the same sizes. */
    static List<ByteBuffer> read(Path file, List<ByteBuffer> content) throws IOException {
        List<ByteBuffer> read = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (ByteBuffer each : content) {
                ByteBuffer into = ByteBuffer.allocateDirect(each.limit());
                while (into.hasRemaining()) {
                    ByteBuffer piece = into.slice(into.position(), Math.min(PIECE, into.remaining()));
                    into.position(into.position() + Math.max(0, channel.read(piece)));
                }
                read.add(into);
            }
        }
        return read;
    }

    /** Makes the kernel forget the part of files that it keeps in memory; tells whether that is allowed here. */
    static boolean dropCache() {
        try {
            Files.writeString(DROP, "1");
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
