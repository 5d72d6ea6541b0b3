package org.atomizable.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for a measurement, removed with all that is in it. */
record Scratch(Path path) implements AutoCloseable {

    static Scratch in(Path directory) throws IOException {
        Files.createDirectories(directory);
        return new Scratch(Files.createTempDirectory(directory, "atomizable-bench-"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
