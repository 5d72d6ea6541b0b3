package org.atomizable.core.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.safetensors.Entry;
import org.atomizable.checkpoint.safetensors.Header;
import org.atomizable.checkpoint.safetensors.Safetensors;

/** The file that a program writes its state to, and reads it from. */
enum StateFile {

    /** Named tensors. */
    SAFETENSORS {
        @Override
        Map<String, String> take(Path file, StateWriter to) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                Safetensors.Bytes bytes = (into, position) -> readFully(channel, into, position);
                Header header = Safetensors.header(bytes, channel.size());
                for (Entry entry : header.entries()) {
                    to.tensor(entry.name(), Safetensors.tensor(bytes, header, entry));
                }
                return header.metadata();
            }
        }

        @Override
        void give(StateReader from, Path file) throws IOException {
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            for (String name : from.names()) {
                tensors.put(name, from.tensor(name));
            }
            Safetensors.write(file, tensors, Map.of());
        }
    },

    /** Bytes of which only the program knows what they mean. */
    BYTES {
        @Override
        Map<String, String> take(Path file, StateWriter to) throws IOException {
            FilePieces.take(file, "file", to);
            return Map.of();
        }

        @Override
        void give(StateReader from, Path file) throws IOException {
            FilePieces.give(from, "file", file);
        }
    };

    /** Writes what a file holds; returns its notes. */
    abstract Map<String, String> take(Path file, StateWriter to) throws IOException;

    /** Makes a file of a state. */
    abstract void give(StateReader from, Path file) throws IOException;

    /** Returns the form of a name in the protocol. */
    static StateFile named(String name) throws CommandException {
        return switch (name) {
            case "safetensors" -> SAFETENSORS;
            case "bytes" -> BYTES;
            default ->
                throw new CommandException(
                        "the command's spec has the form of state \"%s\"".formatted(name),
                        "Use safetensors, or bytes for a file of any other kind");
        };
    }

    private static void readFully(FileChannel channel, ByteBuffer into, long position) throws IOException {
        long at = position;
        while (into.hasRemaining()) {
            ByteBuffer piece = into.slice(into.position(), Math.min(FilePieces.SIZE, into.remaining()));
            int count = channel.read(piece, at);
            if (count < 0) {
                throw new IOException("the file ends at byte %s, while it is read".formatted(at));
            }
            into.position(into.position() + count);
            at += count;
        }
    }
}
