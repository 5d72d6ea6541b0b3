package org.atomizable.core.command;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A directory for what lives as long as this process, in that of {@code TMPDIR}. One that a process has left behind because it was
 * killed together with its guardian is deleted by the next one.
 */
final class Scratch implements AutoCloseable {

    private static final String PREFIX = "atomizable-command-";
    private static final String LOCK = "lock";
    private static final String USUAL = "/tmp";

    /** Once in a process is enough. */
    private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final Optional<LifeLock> lock;

    private Scratch(Path directory, Optional<LifeLock> lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /** Returns the directory for temporary files: that of the JVM if somebody chose it, else that of {@code TMPDIR}. */
    static Path base() {
        Path ofTheJvm = Path.of(System.getProperty("java.io.tmpdir", USUAL)).toAbsolutePath();
        String variable = System.getenv("TMPDIR");
        if (!ofTheJvm.equals(Path.of(USUAL)) || variable == null || variable.isBlank()) {
            return ofTheJvm;
        }
        Path named = Path.of(variable).toAbsolutePath();
        return Files.isDirectory(named) && Files.isWritable(named) ? named : ofTheJvm;
    }

    /**
     * Makes one.
     *
     * @param mark of the programs that belong to it
     */
    static Scratch in(Path base, String mark) throws IOException {
        if (SWEPT.add(base)) {
            sweep(base);
        }
        Path directory = Files.createTempDirectory(base, PREFIX);
        return new Scratch(directory, locked(directory.resolve(LOCK), mark));
    }

    private static Optional<LifeLock> locked(Path file, String mark) {
        try {
            Optional<LifeLock> lock = LifeLock.take(file, StandardOpenOption.CREATE_NEW);
            if (lock.isPresent()) {
                // Nobody deletes a directory whose lock says nothing.
                lock.get().write(mark);
            }
            return lock;
        } catch (IOException e) {
            // A file system without locks: what is left behind there stays.
            return Optional.empty();
        }
    }

    /** Deletes the directories of processes that have died, and kills what these have left running. */
    static void sweep(Path base) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(base, PREFIX + "*")) {
            for (Path each : all) {
                if (Files.isRegularFile(each.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)) {
                    buryIfDead(each);
                }
            }
        } catch (IOException e) {
            // A directory that is not deleted does no harm here; who writes into the base reports what is wrong with
            // it.
        }
    }

    private static void buryIfDead(Path left) throws IOException {
        Optional<LifeLock> lock = LifeLock.take(left.resolve(LOCK));
        if (lock.isPresent()) {
            try (LifeLock held = lock.get()) {
                if (!held.text().isEmpty()) {
                    Guardian.bury(held.text(), List.of(left));
                }
            }
        }
    }

    Path directory() {
        return directory;
    }

    /** Lets others delete it. */
    @Override
    public void close() {
        try {
            if (lock.isPresent()) {
                lock.get().close();
            }
        } catch (IOException e) {
            // The system takes the lock away at the end of this process.
        }
    }
}
