package org.atomizable.checkpoint.location;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DirectoryBackend;
import org.atomizable.checkpoint.disk.Disk;

/** A directory on a local or shared file system. */
record DirectoryLocation(Path path) implements StoreLocation {

    @Override
    public String text() {
        return path.toString();
    }

    @Override
    public Optional<Path> directory() {
        return Optional.of(path);
    }

    @Override
    public Backend open(String job, TimeSource time) throws IOException, CheckpointException {
        return DirectoryBackend.open(path, job, Disk.real(time), time);
    }

    @Override
    public Backend existing() throws IOException, CheckpointException {
        return DirectoryBackend.existing(path, Disk.real());
    }

    @Override
    public void remove() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Override
    public StoreLocation beside(String name) {
        return new DirectoryLocation(Path.of(path + "." + name));
    }

    @Override
    public String toString() {
        return text();
    }
}
