package org.atomizable.checkpoint.disk;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

class RealDisk implements Disk {

    /** A file lock belongs to the whole JVM, so threads need one of their own as well. */
    private static final Map<Path, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

    /** A channel copies a heap buffer into direct memory whole, of which there may be less than of heap. */
    private static final int PIECE = 1 << 20;

    private static final String ABOVE_IS_A_FILE = "Not a directory";

    @Override
    public void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        Files.createDirectory(directory);
    }

    @Override
    public Writing create(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new Writing() {
            @Override
            public void append(ByteBuffer bytes) throws IOException {
                while (bytes.hasRemaining()) {
                    ByteBuffer piece = bytes.slice(bytes.position(), Math.min(PIECE, bytes.remaining()));
                    bytes.position(bytes.position() + channel.write(piece));
                }
            }

            @Override
            public void force() throws IOException {
                channel.force(true);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    @Override
    public Reading open(Path file) throws IOException {
        // Before it is opened: for a pipe that would last until somebody writes.
        if (!attributes(file).map(BasicFileAttributes::isRegularFile).orElse(true)) {
            throw new IrregularFileException(file);
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        return new Reading() {
            @Override
            public long size() throws IOException {
                return channel.size();
            }

            @Override
            public void read(ByteBuffer into, long position) throws IOException {
                long at = position;
                while (into.hasRemaining()) {
                    int most = into.isDirect() ? into.remaining() : Math.min(PIECE, into.remaining());
                    int count = channel.read(into.slice(into.position(), most), at);
                    if (count < 0) {
                        throw new EOFException("%s ends at byte %s, needed %s more"
                                .formatted(file.getFileName(), at, into.remaining()));
                    }
                    into.position(into.position() + count);
                    at += count;
                }
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    @Override
    public boolean isDirectory(Path path) throws IOException {
        return attributes(path).map(BasicFileAttributes::isDirectory).orElse(false);
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return attributes(path).isPresent();
    }

    /** Empty only if there is nothing: what cannot be looked at must not pass for absent. */
    private static Optional<BasicFileAttributes> attributes(Path path) throws IOException {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (FileSystemException e) {
            if (ABOVE_IS_A_FILE.equals(e.getReason())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void moveAtomically(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void link(Path existing, Path second) throws IOException {
        Files.createLink(second, existing);
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.delete(path);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public Locked lock(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IrregularFileException(file);
        }
        Path parent = file.toAbsolutePath().getParent();
        Path name = parent == null ? file : parent.toRealPath().resolve(file.getFileName());
        ReentrantLock threads = LOCKS.computeIfAbsent(name, any -> new ReentrantLock());
        threads.lock();
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock processes = lock(channel);
            return () -> {
                try (channel;
                        processes) {
                    // Closing the channel gives the lock back; naming it here keeps it until then.
                } finally {
                    threads.unlock();
                }
            };
        } catch (IOException | RuntimeException e) {
            threads.unlock();
            throw e;
        }
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.lock();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }
}
