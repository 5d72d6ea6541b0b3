package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.atomizable.checkpoint.backend.DiskStepException.Step;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.disk.IrregularFileException;

/** Small files of a store, which are read and replaced as a whole, and directories of files. */
final class StoreFiles {

    private static final System.Logger LOG = System.getLogger(StoreFiles.class.getName());

    /** A manifest of 100,000 tensors has about 30 MiB. */
    static final int LARGEST = 256 << 20;

    private final Disk disk;

    StoreFiles(Disk disk) {
        this.disk = disk;
    }

    byte[] read(Path file) throws IOException {
        try (Disk.Reading reading = disk.open(file)) {
            if (reading.size() > LARGEST) {
                throw new DamagedException("%s has %s bytes, at most %s are believed"
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
        DiskStepException.at(Step.REPLACE, () -> disk.moveAtomically(fresh, file));
        Path parent = file.getParent();
        if (parent != null) {
            disk.forceDirectory(parent);
        }
    }

    /** Removes a file or a directory of files. */
    void remove(Path unwanted) throws IOException {
        if (disk.isDirectory(unwanted)) {
            for (Path file : disk.list(unwanted)) {
                disk.delete(file);
            }
        }
        disk.delete(unwanted);
    }

    /** Removes something of no further use; what cannot be removed costs space and nothing else. */
    void removeIfPossible(Path unwanted) {
        try {
            if (disk.exists(unwanted)) {
                remove(unwanted);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", unwanted, e);
        }
    }

    /** Returns the size of a file, or of the files in a directory. */
    long size(Path path) throws IOException {
        if (disk.isDirectory(path)) {
            long bytes = 0;
            for (Path file : disk.list(path)) {
                bytes += disk.isDirectory(file) ? 0 : size(file);
            }
            return bytes;
        }
        try (Disk.Reading file = disk.open(path)) {
            return file.size();
        } catch (NoSuchFileException | IrregularFileException e) {
            return 0;
        }
    }
}
