package org.atomizable.checkpoint.safetensors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.atomizable.api.Tensor;

/** Reads and writes whole safetensors files. */
public final class Safetensors {

    private static final int PREFIX = Long.BYTES;
    private static final int PIECE = 1 << 20;

    private Safetensors() {}

    /** Where a file's bytes come from. */
    @FunctionalInterface
    public interface Bytes {

        /** Fills the buffer from a position on. */
        void read(ByteBuffer into, long position) throws IOException;
    }

    /**
     * Reads and checks everything before the data.
     *
     * @param size of the whole file, in bytes
     * @throws MalformedFileException if the file is not what the format allows
     * @throws UnsupportedFileException if it is, but has tensors of types that are not known here
     */
    public static Header header(Bytes file, long size) throws IOException {
        if (size < PREFIX) {
            throw new MalformedFileException("it has %s bytes, the shortest has %s".formatted(size, PREFIX));
        }
        ByteBuffer prefix = ByteBuffer.allocate(PREFIX).order(ByteOrder.LITTLE_ENDIAN);
        file.read(prefix, 0);
        long length = prefix.getLong(0);
        if (length < 0 || length > Math.min(Header.LONGEST, size - PREFIX)) {
            throw new MalformedFileException(
                    "the header claims %s bytes of a file of %s".formatted(Long.toUnsignedString(length), size));
        }
        byte[] json = new byte[Math.toIntExact(length)];
        file.read(ByteBuffer.wrap(json), PREFIX);
        return HeaderReader.read(json, PREFIX + length, size - PREFIX - length);
    }

    /**
     * Reads one tensor's data.
     *
     * @throws UnsupportedFileException if it is larger than one buffer can be, 2 GiB
     */
    public static Tensor tensor(Bytes file, Header header, Entry entry) throws IOException {
        if (entry.length() > Integer.MAX_VALUE - 8) {
            throw new UnsupportedFileException(
                    "tensor \"%s\" has %s bytes, more than one buffer can hold".formatted(entry.name(), entry.length()),
                    "Divide it into tensors of less than 2 GiB");
        }
        ByteBuffer data = ByteBuffer.allocate((int) entry.length());
        file.read(data, header.dataStart() + entry.begin());
        long[] shape = entry.shape().stream().mapToLong(Long::longValue).toArray();
        return Tensor.of(entry.type(), shape, data.flip());
    }

    /**
     * Reads all tensors of a file, in the order of their data.
     *
     * @throws MalformedFileException if the file is not what the format allows, or no regular file
     */
    public static Map<String, Tensor> read(Path path) throws IOException {
        // Before it is opened: for a pipe that would last until somebody writes.
        if (!Files.readAttributes(path, BasicFileAttributes.class).isRegularFile()) {
            throw new MalformedFileException("%s is no regular file".formatted(path.getFileName()));
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            Bytes file = (into, position) -> {
                long at = position;
                while (into.hasRemaining()) {
                    int count = channel.read(piece(into), at);
                    if (count < 0) {
                        throw new MalformedFileException("it ends at byte %s".formatted(at));
                    }
                    into.position(into.position() + count);
                    at += count;
                }
            };
            Header header = header(file, channel.size());
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            for (Entry entry : header.entries()) {
                tensors.put(entry.name(), tensor(file, header, entry));
            }
            return tensors;
        }
    }

    /**
     * Writes tensors into a file that must not exist, in the order of {@link Header#of}. A crash can leave a part of it; to
     * keep a state, use a checkpoint store.
     *
     * @param metadata free text by key
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     * @throws IllegalArgumentException if a reader would refuse what is to be written
     */
    public static void write(Path path, Map<String, Tensor> tensors, Map<String, String> metadata) throws IOException {
        Header header = Header.of(tensors, metadata);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            append(channel, header.bytes());
            for (Entry entry : header.entries()) {
                append(
                        channel,
                        Objects.requireNonNull(tensors.get(entry.name())).data());
            }
        }
    }

    private static void append(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            bytes.position(bytes.position() + channel.write(piece(bytes)));
        }
    }

    /** Returns what comes next, since a channel copies a heap buffer through direct memory of its whole size. */
    private static ByteBuffer piece(ByteBuffer bytes) {
        return bytes.slice(bytes.position(), Math.min(PIECE, bytes.remaining()));
    }
}
