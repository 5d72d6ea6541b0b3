package org.atomizable.core.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/**
 * A file as tensors of bytes: {@code NAME/0}, {@code NAME/1} and so on, so that a checkpoint stores what has changed of it. A piece of
 * nothing but zero bytes is an I64 [1], their number. A file comes back sparse: blocks of zero bytes take no room.
 */
final class FilePieces {

    /** The size of all pieces but the last. */
    static final int SIZE = 1 << 24;

    private static final int BLOCK = 4096;
    private static final ByteBuffer ZEROS = ByteBuffer.allocate(BLOCK).asReadOnlyBuffer();

    private FilePieces() {}

    static void take(Path file, String name, StateWriter to) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer piece = ByteBuffer.allocate((int) Math.min(SIZE, channel.size() + 1));
            int count = 0;
            do {
                piece.clear();
                fill(channel, piece);
                piece.flip();
                String each = name + "/" + count++;
                if (piece.limit() >= BLOCK && isZero(piece)) {
                    to.longs(each, piece.limit());
                } else {
                    to.tensor(each, Tensor.of(ElementType.U8, new long[] {piece.limit()}, piece));
                }
            } while (piece.limit() == SIZE);
        }
    }

    private static void fill(FileChannel channel, ByteBuffer piece) throws IOException {
        int count = 0;
        while (count >= 0 && piece.hasRemaining()) {
            count = channel.read(piece);
        }
    }

    private static boolean isZero(ByteBuffer piece) {
        for (int at = 0; at < piece.limit(); at += BLOCK) {
            if (!isZero(piece, at, Math.min(BLOCK, piece.limit() - at))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(ByteBuffer piece, int at, int length) {
        return piece.slice(at, length).equals(ZEROS.slice(0, length));
    }

    static void give(StateReader from, String name, Path file) throws IOException {
        Set<String> names = from.names();
        long size = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            int count = 0;
            do {
                Tensor piece = from.tensor(name + "/" + count++);
                if (piece.type() == ElementType.I64) {
                    size += piece.data().getLong();
                } else {
                    ByteBuffer data = piece.data();
                    write(channel, data.slice(), size);
                    size += data.remaining();
                }
            } while (names.contains(name + "/" + count));
            if (channel.size() < size) {
                // Zero bytes at the end were left out.
                channel.write(ByteBuffer.allocate(1), size - 1);
            }
        }
    }

    private static void write(FileChannel channel, ByteBuffer data, long position) throws IOException {
        int from = 0;
        while (from < data.limit()) {
            int to = from;
            while (to < data.limit() && !isZeroBlock(data, to)) {
                to = Math.min(data.limit(), to + BLOCK);
            }
            ByteBuffer written = data.slice(from, to - from);
            while (written.hasRemaining()) {
                channel.write(written, position + from + written.position());
            }
            from = to + BLOCK;
        }
    }

    private static boolean isZeroBlock(ByteBuffer data, int at) {
        return data.limit() - at >= BLOCK && isZero(data, at, BLOCK);
    }

    /** Tells whether a file holds these bytes. */
    static boolean holds(Path file, byte[] wanted) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer piece = ByteBuffer.allocate((int) Math.min(SIZE, channel.size() + 1));
            ByteBuffer sought = ByteBuffer.wrap(wanted);
            int count = channel.read(piece);
            while (count >= 0) {
                for (int at = 0; at + wanted.length <= piece.position(); at++) {
                    if (piece.get(at) == wanted[0]
                            && piece.slice(at, wanted.length).equals(sought)) {
                        return true;
                    }
                }
                // Its last bytes may be the beginning of what is sought.
                int kept = Math.min(piece.position(), wanted.length - 1);
                piece.flip().position(piece.limit() - kept);
                piece.compact();
                count = channel.read(piece);
            }
            return false;
        }
    }
}
