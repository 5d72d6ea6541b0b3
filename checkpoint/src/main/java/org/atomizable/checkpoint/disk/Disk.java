package org.atomizable.checkpoint.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.atomizable.api.time.TimeSource;

/**
 * A file system with the guarantees of POSIX. Written data may be lost in a crash until they are forced. The creation,
 * renaming and deletion of a name may be lost until its directory is forced.
 */
public interface Disk {

    /** Returns this machine's. */
    static Disk real() {
        return new RealDisk();
    }

    /**
     * Returns this machine's, which writes large files without the page cache unless that takes longer.
     *
     * @param time the clock by which it measures how long that takes
     */
    static Disk real(TimeSource time) {
        return new RealDisk() {
            @Override
            public Writing createLarge(Path file) throws IOException {
                return new DirectWriting(file, time);
            }
        };
    }

    /** Returns this machine's without forcing anything: faster, and enough where only processes die, as in tests. */
    static Disk unforced() {
        return new UnforcedDisk();
    }

    /** Makes a directory and those above it; does nothing if it is there. */
    void createDirectories(Path directory) throws IOException;

    /** Makes a directory that must not exist. */
    void createDirectory(Path directory) throws IOException;

    /** Makes a file that must not exist, to be written from its beginning. */
    Writing create(Path file) throws IOException;

    /** Makes a file as {@link #create} does, of which much is to come. */
    default Writing createLarge(Path file) throws IOException {
        return create(file);
    }

    /**
     * Opens a file for reading.
     *
     * @throws IrregularFileException if it is something else, such as a link or a pipe
     */
    Reading open(Path file) throws IOException;

    /** Returns whether there is a directory of that name. */
    boolean isDirectory(Path path) throws IOException;

    /** Returns whether there is anything of that name. */
    boolean exists(Path path) throws IOException;

    /** Returns what a directory holds, in no order. */
    List<Path> list(Path directory) throws IOException;

    /** Gives a file or directory another name, replacing a file of that name; no reader ever sees neither or both. */
    void moveAtomically(Path from, Path to) throws IOException;

    /**
     * Gives a file a second name, which must not exist; both are the same file until one is removed.
     *
     * @throws UnsupportedOperationException if this file system cannot
     */
    void link(Path existing, Path second) throws IOException;

    /** Removes a file or an empty directory. */
    void delete(Path path) throws IOException;

    /** Makes the names in a directory durable. */
    void forceDirectory(Path directory) throws IOException;

    /** Waits for the one lock of that name that all processes share. */
    Locked lock(Path file) throws IOException;

    /** A file being written. */
    interface Writing extends AutoCloseable {

        /** Appends every remaining byte. */
        void append(ByteBuffer bytes) throws IOException;

        /** Makes what was appended durable. */
        void force() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** A file being read. */
    interface Reading extends AutoCloseable {

        /** Returns its size in bytes. */
        long size() throws IOException;

        /** Fills the buffer from a position on; fails with an EOFException if the file is too short. */
        void read(ByteBuffer into, long position) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** A lock that is held. */
    interface Locked extends AutoCloseable {
        @Override
        void close() throws IOException;
    }
}
