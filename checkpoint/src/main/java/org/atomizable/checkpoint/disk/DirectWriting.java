package org.atomizable.checkpoint.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a large file past the page cache: the processor is spared a copy, other programs keep what they have cached, and
 * there is little left to force. Whole blocks go directly; the tail, and everything where the file system cannot, goes the
 * ordinary way.
 */
final class DirectWriting implements Disk.Writing {

    private static final int STAGED = 4 << 20;
    private static final int MOST_SPARE = 4;
    private static final Deque<ByteBuffer> SPARE = new ArrayDeque<>();
    private static final Optional<OpenOption> PAST_THE_CACHE = pastTheCache();

    private final Path file;
    private final FileChannel plain;
    private final int block;
    private final ByteBuffer staged;
    private @Nullable FileChannel direct;
    private boolean directFails;
    private long written;
    private boolean closed;

    DirectWriting(Path file) throws IOException {
        this.file = file;
        this.plain = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        this.block = block(file);
        this.directFails = STAGED % block != 0 || PAST_THE_CACHE.isEmpty();
        this.staged = spare(block);
    }

    /** Found by name: a runtime may lack this option of the JDK's, and compilers of some releases warn of it. */
    private static Optional<OpenOption> pastTheCache() {
        try {
            return Arrays.stream(
                            Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
                    .filter(option -> option.toString().equals("DIRECT"))
                    .map(OpenOption.class::cast)
                    .findFirst();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static int block(Path file) throws IOException {
        try {
            return Math.toIntExact(Math.max(512, Files.getFileStore(file).getBlockSize()));
        } catch (UnsupportedOperationException | ArithmeticException e) {
            return STAGED + 1;
        }
    }

    private static ByteBuffer spare(int block) {
        synchronized (SPARE) {
            ByteBuffer spare = SPARE.poll();
            if (spare != null && spare.alignmentOffset(0, block > STAGED ? 1 : block) == 0) {
                return spare.clear();
            }
        }
        return block > STAGED
                ? ByteBuffer.allocateDirect(STAGED)
                : ByteBuffer.allocateDirect(STAGED + block).alignedSlice(block).slice(0, STAGED);
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int count = Math.min(bytes.remaining(), staged.remaining());
            staged.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
            if (!staged.hasRemaining()) {
                flush();
            }
        }
    }

    private void flush() throws IOException {
        staged.flip();
        if (staged.limit() == STAGED && written % block == 0 && !directFails) {
            flushDirectly();
        }
        while (staged.hasRemaining()) {
            written += plain.write(staged, written);
        }
        staged.clear();
    }

    /** Where this fails nothing is lost: the ordinary way goes on where it stopped, and meets the reason if there is one. */
    private void flushDirectly() {
        try {
            if (direct == null) {
                direct = FileChannel.open(file, StandardOpenOption.WRITE, PAST_THE_CACHE.orElseThrow());
            }
            while (staged.hasRemaining()) {
                written += direct.write(staged, written);
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            directFails = true;
        }
    }

    @Override
    public void force() throws IOException {
        flush();
        if (direct != null) {
            direct.force(true);
        }
        plain.force(true);
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (FileChannel first = plain;
                FileChannel second = direct) {
            flush();
        } finally {
            synchronized (SPARE) {
                if (SPARE.size() < MOST_SPARE) {
                    SPARE.push(staged);
                }
            }
        }
    }
}
