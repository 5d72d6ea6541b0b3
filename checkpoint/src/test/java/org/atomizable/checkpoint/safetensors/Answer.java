package org.atomizable.checkpoint.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.atomizable.api.Tensor;

/**
 * What the reader answers to a file. Whoever gets one knows that the reader refused the file with an exception of its
 * own, or that what it read keeps every rule of the format; and that neither took much more memory than the file has bytes.
 *
 * @param kind what was said, without the numbers and names in it
 * @param taken bytes of heap that the reader asked for
 */
record Answer(String kind, long taken) {

    /** Bytes of heap for any file, and for each byte of it; 10,000 keys of metadata took 75 for each. */
    private static final long ANY = 64 << 10;

    private static final long EACH = 100;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Answer to(byte[] file) {
        Answer answer = once(file);
        // Whoever comes first to a place loads its classes, which takes memory but once.
        if (answer.taken > most(file)) {
            answer = once(file);
        }
        assertThat(answer.taken)
                .as("memory for a file of %s bytes: %s", file.length, answer.kind)
                .isLessThanOrEqualTo(most(file));
        return answer;
    }

    private static long most(byte[] file) {
        return ANY + EACH * file.length;
    }

    private static Answer once(byte[] file) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        Header header;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            header = Safetensors.header(bytes(file), file.length);
            for (Entry entry : header.entries()) {
                tensors.put(entry.name(), Safetensors.tensor(bytes(file), header, entry));
            }
        } catch (MalformedFileException | UnsupportedFileException | EOFException e) {
            long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
            return new Answer(kind(String.valueOf(e.getMessage())), taken);
        } catch (Throwable e) {
            throw new AssertionError("the reader failed on " + HexFormat.of().formatHex(file), e);
        }
        long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
        requireRules(header, tensors, file);
        return new Answer("read " + Math.min(tensors.size(), 5), taken);
    }

    private static String kind(String message) {
        String kind = message.replaceAll("\"[^\"]*\"", "\"\"").replaceAll("[^a-zA-Z' ]", "");
        return kind.substring(0, Math.min(kind.length(), 80));
    }

    private static Safetensors.Bytes bytes(byte[] file) {
        return (into, position) -> {
            if (position < 0 || position > file.length - into.remaining()) {
                throw new EOFException("it is too short");
            }
            into.put(file, (int) position, into.remaining());
        };
    }

    private static void requireRules(Header header, Map<String, Tensor> tensors, byte[] file) {
        assertThat(tensors).hasSameSizeAs(header.entries());
        long end = 0;
        for (Entry entry : header.entries()) {
            assertThat(entry.begin()).isEqualTo(end);
            assertThat(tensors.get(entry.name()).type()).isEqualTo(entry.type());
            assertThat(tensors.get(entry.name()).size().count()).isEqualTo(entry.length());
            requireText(entry.name());
            end = entry.end();
        }
        header.metadata().forEach((key, value) -> {
            requireText(key);
            requireText(value);
        });
        assertThat(header.dataStart() + end).isEqualTo(file.length);
        requireWritable(header, tensors);
    }

    private static void requireText(String text) {
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(text)).isTrue();
    }

    private static void requireWritable(Header header, Map<String, Tensor> tensors) {
        byte[] again = file(tensors, header.metadata());
        try {
            Header read = Safetensors.header(bytes(again), again.length);
            Map<String, Tensor> all = new HashMap<>();
            for (Entry entry : read.entries()) {
                all.put(entry.name(), Safetensors.tensor(bytes(again), read, entry));
            }
            assertThat(read.metadata()).isEqualTo(header.metadata());
            assertThat(all).isEqualTo(tensors);
        } catch (IOException e) {
            throw new AssertionError("what was read and written again is refused", e);
        }
    }

    /** Returns the file that the writer would make. */
    static byte[] file(Map<String, Tensor> tensors, Map<String, String> metadata) {
        Header header = Header.of(tensors, metadata);
        ByteBuffer file = ByteBuffer.allocate((int) (header.dataStart() + header.dataLength()));
        file.put(header.bytes());
        header.entries()
                .forEach(entry -> file.put(
                        Objects.requireNonNull(tensors.get(entry.name())).data()));
        return file.array();
    }
}
