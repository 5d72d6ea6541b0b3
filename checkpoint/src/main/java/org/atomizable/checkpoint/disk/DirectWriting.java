package org.atomizable.checkpoint.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes a large file with direct I/O, without the page cache. This saves a copy, keeps the cached data of other
 * programs, and leaves little to force. Whole blocks are written directly. The tail is written the ordinary way, and so
 * is everything if the file system does not support direct I/O or is clearly faster with the cache.
 */
final class DirectWriting implements Disk.Writing {

    private static final int STAGED = 4 << 20;
    private static final int MOST_SPARE = 4;

    /** The size of blocks where nothing can be written directly. */
    private static final int UNKNOWN = STAGED + 1;

    /** A smaller file tells more of how long it takes to force any file. */
    private static final int WORTH_MEASURING = 16 << 20;

    private static final Deque<ByteBuffer> SPARE = new ArrayDeque<>();
    private static final Optional<OpenOption> PAST_THE_CACHE = pastTheCache();
    private static final Map<FileStore, CacheChoice> CHOICES = new ConcurrentHashMap<>();

    private final Path file;
    private final TimeSource time;
    private final FileChannel plain;
    private final int block;
    private final ByteBuffer staged;
    private final CacheChoice choice;
    private @Nullable FileChannel direct;
    private boolean begun;
    private boolean goesDirectly;
    private long written;
    private long nanos;
    private boolean closed;

    DirectWriting(Path file, TimeSource time) throws IOException {
        this.file = file;
        this.time = time;
        this.plain = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Optional<FileStore> place = place(file);
        this.block = place.map(DirectWriting::block).orElse(UNKNOWN);
        this.choice = place.map(it -> CHOICES.computeIfAbsent(it, any -> new CacheChoice()))
                .orElseGet(CacheChoice::new);
        this.staged = spare(block);
        if (STAGED % block != 0 || PAST_THE_CACHE.isEmpty()) {
            choice.cannot();
        }
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

    /** Returns the file system of a file; empty where the list of mounts lacks it, as in a folder that chroot has made the root. */
    private static Optional<FileStore> place(Path file) {
        try {
            return Optional.of(Files.getFileStore(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static int block(FileStore place) {
        try {
            return Math.toIntExact(Math.max(512, place.getBlockSize()));
        } catch (IOException | UnsupportedOperationException | ArithmeticException e) {
            return UNKNOWN;
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
        long began = time.nanos();
        staged.flip();
        if (staged.limit() == STAGED) {
            if (!begun) {
                begun = true;
                goesDirectly = choice.pastTheCache();
            }
            if (goesDirectly && written % block == 0) {
                flushDirectly();
            }
        }
        while (staged.hasRemaining()) {
            written += plain.write(staged, written);
        }
        staged.clear();
        nanos += time.nanos() - began;
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
            goesDirectly = false;
            choice.cannot();
        }
    }

    @Override
    public void force() throws IOException {
        flush();
        long began = time.nanos();
        if (direct != null) {
            direct.force(true);
        }
        plain.force(true);
        nanos += time.nanos() - began;
        if (written >= WORTH_MEASURING) {
            choice.measured(goesDirectly, written, nanos);
        }
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
