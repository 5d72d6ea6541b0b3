package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.atomizable.checkpoint.disk.Disk;

/** Small files of a store, read whole and replaced whole. */
final class StoreFiles {

    private static final int LARGEST = 1 << 20;

    private final Disk disk;

    StoreFiles(Disk disk) {
        this.disk = disk;
    }

    byte[] read(Path file) throws IOException {
        try (Disk.Reading reading = disk.open(file)) {
            if (reading.size() > LARGEST) {
                throw new DamagedException("%s has %d bytes, at most %d are believed"
                        .formatted(file.getFileName(), reading.size(), LARGEST));
            }
            byte[] bytes = new byte[(int) reading.size()];
            reading.read(ByteBuffer.wrap(bytes), 0);
            return bytes;
        }
    }

    /** Writes a file that must not exist, and makes its bytes, though not its name, durable. */
    void write(Path file, byte[] bytes) throws IOException {
        try (Disk.Writing writing = disk.create(file)) {
            writing.append(ByteBuffer.wrap(bytes));
            writing.force();
        }
    }

    /** Replaces a file such that after a crash either the old or the new content is there. */
    void replace(Path file, byte[] bytes) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        if (disk.exists(fresh)) {
            disk.delete(fresh);
        }
        write(fresh, bytes);
        disk.moveAtomically(fresh, file);
        Path parent = file.getParent();
        if (parent != null) {
            disk.forceDirectory(parent);
        }
    }

    /** Removes a directory of files, as far as that can be done. */
    void deleteDirectory(Path directory) throws IOException {
        for (Path file : disk.list(directory)) {
            disk.delete(file);
        }
        disk.delete(directory);
    }
}
