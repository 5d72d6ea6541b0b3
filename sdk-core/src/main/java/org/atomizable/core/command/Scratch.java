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
import org.atomizable.core.device.Limit;
import org.atomizable.core.worker.ChildProcesses;

/**
 * A directory for what lives as long as this process, in that of {@code TMPDIR}. One that a process has left behind because it was
 * killed together with its guardian is deleted by the next one.
 */
final class Scratch implements AutoCloseable {

    private static final String PREFIX = "atomizable-command-";
    private static final String LOCK = "lock";
    private static final String USUAL = "/tmp";

    /** Names the directory; workers have it from their launcher. */
    private static final String PROPERTY = "atomizable.scratch";

    /** Once in a process is enough. */
    private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final Optional<LifeLock> lock;

    private Scratch(Path directory, Optional<LifeLock> lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /** Returns the directory that was named for this, else that of the JVM if somebody chose it, else that of {@code TMPDIR}. */
    static Path base() {
        String named = System.getProperty(PROPERTY);
        return named == null ? temporary() : Path.of(named);
    }

    /**
     * Names the directory, also for workers.
     *
     * @throws IllegalArgumentException if it is not there, or cannot be written
     */
    static void use(Path directory) {
        if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new IllegalArgumentException("the scratch directory %s is %s"
                    .formatted(directory, Files.isDirectory(directory) ? "not writable" : "no directory"));
        }
        System.setProperty(PROPERTY, directory.toAbsolutePath().normalize().toString());
    }

    /** Tells whether a message is about a disk without room. */
    static boolean isFull(String message) {
        return message.contains("No space left") || message.contains("quota exceeded");
    }

    /**
     * Returns a program's failure. A full disk is not the program's fault, and may have room again.
     *
     * @param message what the program said last
     */
    static CommandException failure(String what, String message) {
        Optional<Limit> limit = Limit.reachedHere(message);
        if (limit.isPresent()) {
            return new CommandException(what, limit.get().remedy());
        }
        return isFull(message)
                ? CommandException.ofThisMachine(
                        what,
                        "What a program writes for a checkpoint is in %s at first; if that is full, make room there, or name another (--scratch)"
                                .formatted(base()))
                : new CommandException(what, "Correct the program; its output is in the log");
    }

    /** Returns what to throw if a state cannot be written there for a program. */
    static IOException unwritable(IOException cause) {
        CommandException failure = CommandException.ofThisMachine(
                "the files of the state cannot be written to %s: %s".formatted(base(), cause.getMessage()),
                "Make room there, or name another directory (--scratch)");
        failure.addSuppressed(cause);
        return new IOException(failure.getMessage(), failure);
    }

    private static Path temporary() {
        Path ofTheJvm = Path.of(System.getProperty("java.io.tmpdir", USUAL)).toAbsolutePath();
        String variable = System.getenv("TMPDIR");
        if (!ofTheJvm.equals(Path.of(USUAL)) || variable == null || variable.isBlank()) {
            return ofTheJvm;
        }
        Path ofTheShell = Path.of(variable).toAbsolutePath();
        return Files.isDirectory(ofTheShell) && Files.isWritable(ofTheShell) ? ofTheShell : ofTheJvm;
    }

    /**
     * Makes one.
     *
     * @param mark of the programs that belong to it
     */
    static Scratch in(Path base, String mark) throws IOException {
        if (SWEPT.add(base)) {
            sweep(base);
            if (!ChildProcesses.isWorker()) {
                // A worker of the job that died may be about to take its place.
                StatePlace.sweep(base);
            }
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
