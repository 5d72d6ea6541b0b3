package org.atomizable.lab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.atomizable.api.time.TimeSource;

/** A directory for a measurement, removed with all that is in it, also when the program is asked to end before. */
final class Scratch implements AutoCloseable {

    private static final int TRIES = 20;
    private static final Duration APART = Duration.ofMillis(50);

    private final Path path;
    private final Thread atExit;

    private Scratch(Path path) {
        this.path = path;
        this.atExit = new Thread(() -> removeAtExit(path), "atomizable-scratch");
    }

    public static Scratch in(Path directory) throws IOException {
        Files.createDirectories(directory);
        Scratch made = new Scratch(Files.createTempDirectory(directory, "atomizable-bench-"));
        Runtime.getRuntime().addShutdownHook(made.atExit);
        return made;
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            // Then it is removed there.
            return;
        }
        remove(path);
    }

    /** Others may still write there, until they have been ended too. */
    private static void removeAtExit(Path path) {
        try {
            for (int tries = 0; tries < TRIES && Files.exists(path); tries++) {
                if (!removed(path)) {
                    TimeSource.system().sleep(APART);
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean removed(Path path) {
        try {
            remove(path);
            return true;
        } catch (IOException | UncheckedIOException written) {
            return false;
        }
    }

    private static void remove(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
