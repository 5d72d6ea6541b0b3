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

/** A file as tensors of bytes: {@code NAME/0}, {@code NAME/1} and so on, so that a checkpoint stores what has changed of it. */
final class FilePieces {

    /** The size of all pieces but the last. */
    static final int SIZE = 1 << 24;

    private FilePieces() {}

    static void take(Path file, String name, StateWriter to) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer piece = ByteBuffer.allocate((int) Math.min(SIZE, channel.size() + 1));
            int count = 0;
            do {
                piece.clear();
                fill(channel, piece);
                piece.flip();
                to.tensor(name + "/" + count++, Tensor.of(ElementType.U8, new long[] {piece.remaining()}, piece));
            } while (piece.limit() == SIZE);
        }
    }

    private static void fill(FileChannel channel, ByteBuffer piece) throws IOException {
        int count = 0;
        while (count >= 0 && piece.hasRemaining()) {
            count = channel.read(piece);
        }
    }

    static void give(StateReader from, String name, Path file) throws IOException {
        Set<String> names = from.names();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            int count = 0;
            do {
                ByteBuffer piece = from.tensor(name + "/" + count++).data();
                while (piece.hasRemaining()) {
                    channel.write(piece);
                }
            } while (names.contains(name + "/" + count));
        }
    }
}
