package org.atomizable.core.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A file whose lock says that its holder's process lives. The system takes the lock away from a process that has died. */
final class LifeLock implements AutoCloseable {

    /** A second channel to such a file would take the lock away from the whole process when it is closed. */
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private static final int LONGEST = 1000;

    private final Path file;
    private final FileChannel channel;

    private LifeLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes it; empty if somebody else holds it.
     *
     * @throws IOException if the file cannot be opened, or its file system knows no locks
     */
    static Optional<LifeLock> take(Path file, OpenOption... more) throws IOException {
        if (!OURS.add(file)) {
            return Optional.empty();
        }
        Set<OpenOption> how = new HashSet<>(Set.of(more));
        how.addAll(Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        try {
            FileChannel channel = FileChannel.open(file, how);
            try {
                if (channel.tryLock() != null) {
                    return Optional.of(new LifeLock(file, channel));
                }
            } catch (IOException e) {
                close(channel, file);
                throw e;
            }
            close(channel, file);
            return Optional.empty();
        } catch (IOException e) {
            OURS.remove(file);
            throw e;
        }
    }

    private static void close(FileChannel channel, Path file) throws IOException {
        OURS.remove(file);
        channel.close();
    }

    /** Returns the text in the file; empty if its last holder wrote none, or took it back. */
    String text() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
        channel.read(bytes, 0);
        return StandardCharsets.UTF_8.decode(bytes.flip()).toString().strip();
    }

    /** Replaces the text. */
    void write(String text) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
    }

    @Override
    public void close() throws IOException {
        close(channel, file);
    }
}
