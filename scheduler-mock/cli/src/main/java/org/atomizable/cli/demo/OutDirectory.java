package org.atomizable.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;

/**
 * Where a demonstration writes.
 *
 * @param path the directory that the user named
 * @param checkpoints a fresh directory in it, for this run's checkpoints alone
 */
record OutDirectory(Path path, Path checkpoints) {

    /**
     * Makes the directory if it is not there, and tries to write into it.
     *
     * @throws AtomizableException if it cannot be written
     */
    static OutDirectory prepare(Path path) throws AtomizableException {
        try {
            Files.createDirectories(path);
            return new OutDirectory(path, Files.createTempDirectory(path, "checkpoints-"));
        } catch (IOException e) {
            throw new AtomizableException(
                    "directory %s cannot be written: %s".formatted(path, e),
                    "Name another one with --out, or make it writable",
                    e);
        }
    }

    /** Removes this run's checkpoints. */
    void clear() throws AtomizableException {
        try (Stream<Path> all = Files.walk(checkpoints)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new AtomizableException(
                    "directory %s cannot be removed: %s".formatted(checkpoints, e), "Remove it by hand", e);
        }
    }
}
