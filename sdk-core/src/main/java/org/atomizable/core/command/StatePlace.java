package org.atomizable.core.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The path at which a program sees its state while it runs. Programs write this path into their files, so it is the same for each
 * process of a job on a host, and on each host with the same directory for temporary files.
 *
 * <pre>
 * atomizable-state-NAME-HASH-0/lock     locked by the process whose program runs here: its mark, its guardian's process
 * atomizable-state-NAME-HASH-0/state    while a program runs. It is moved here from the process's scratch directory, and back
 * </pre>
 *
 * <p>Where two programs of one name run at once, the second has another number.
 */
final class StatePlace implements AutoCloseable {

    private static final String PREFIX = "atomizable-state-";
    private static final String STATE = "state";
    private static final String LOCK = "lock";
    private static final int MOST = 8;
    private static final long SECONDS_TO_BURY = 10;

    private final Path rest;
    private final Path path;
    private final Guardian guardian;
    private final Optional<LifeLock> lock;

    private StatePlace(Path rest, Path path, Guardian guardian, Optional<LifeLock> lock) {
        this.rest = rest;
        this.path = path;
        this.guardian = guardian;
        this.lock = lock;
    }

    /**
     * Moves a state to its path.
     *
     * @param rest where it lies while no program runs
     * @param identity what makes it the same job
     * @param wanted where it was before; empty if nowhere
     */
    static StatePlace of(Path rest, String name, String identity, String wanted, Guardian guardian) {
        String hash = UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, 8);
        Path base = Scratch.base();
        Stream<Path> own = IntStream.range(0, MOST)
                .mapToObj(it ->
                        base.resolve(PREFIX + name + "-" + hash + "-" + it).resolve(STATE));
        Stream<Path> before = Stream.of(wanted)
                .filter(it -> !it.isEmpty())
                .map(FileNames::path)
                .filter(it -> isPlace(base, it));
        for (Path each : Stream.concat(before, own).distinct().toList()) {
            Optional<StatePlace> place = at(each, rest, guardian);
            if (place.isPresent()) {
                return place.get();
            }
        }
        return new StatePlace(rest, rest, guardian, Optional.empty());
    }

    /** Deletes the states of programs that have died together with all that would have deleted them. */
    static void sweep(Path base) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(base, PREFIX + "*")) {
            for (Path each : all) {
                if (Files.exists(each.resolve(STATE), LinkOption.NOFOLLOW_LINKS)) {
                    vacateIfDead(each);
                }
            }
        } catch (IOException e) {
            // The remains of others do no harm here.
        }
    }

    private static void vacateIfDead(Path left) {
        try {
            Optional<LifeLock> lock = LifeLock.take(left.resolve(LOCK));
            if (lock.isPresent()) {
                try (LifeLock held = lock.get()) {
                    vacate(left.resolve(STATE), held);
                    held.write("");
                }
            }
        } catch (IOException e) {
            // Another user's, or about to be deleted by its guardian.
        }
    }

    private static boolean isPlace(Path base, Path path) {
        Path parent = path.getParent();
        return path.endsWith(STATE)
                && parent != null
                && base.equals(parent.getParent())
                && parent.getFileName().toString().startsWith(PREFIX);
    }

    private static Optional<StatePlace> at(Path path, Path rest, Guardian guardian) {
        try {
            Path parent = path.resolveSibling("");
            makeOwn(parent);
            Optional<LifeLock> lock = LifeLock.take(path.resolveSibling(LOCK), StandardOpenOption.CREATE);
            if (lock.isPresent()) {
                try {
                    vacate(path, lock.get());
                    lock.get().write(guardian.mark() + " " + guardian.pid());
                    guardian.answersFor(path.toString());
                    Files.move(rest, path, StandardCopyOption.ATOMIC_MOVE);
                    return Optional.of(new StatePlace(rest, path, guardian, lock));
                } catch (IOException e) {
                    guardian.answersFor("");
                    lock.get().close();
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            // Somebody else's directory, or a file system that cannot do it: another place will do.
            return Optional.empty();
        }
    }

    /** Others may have made it, in a directory that everybody can write. */
    private static void makeOwn(Path directory) throws IOException {
        try {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getAttribute(directory, "unix:uid")
                            .equals(Files.getAttribute(ownProcess(), "unix:uid"))) {
                throw e;
            }
        }
    }

    private static Path ownProcess() {
        Path known = Path.of("/proc/self");
        return Files.exists(known) ? known : Path.of(System.getProperty("user.home"));
    }

    /** Removes what a process that has died without its guardian has left there, after its guardian is gone. */
    private static void vacate(Path path, LifeLock lock) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        String[] words = lock.text().split(" ", -1);
        if (words.length == 2) {
            Optional<ProcessHandle> burying =
                    ProcessHandle.of(Long.parseLong(words[1])).filter(it -> isGuardian(it, words[0]));
            if (burying.isPresent()) {
                awaitEnd(burying.get());
            }
        }
        Guardian.bury(words[0].isEmpty() ? "none" : words[0], List.of(path));
    }

    /** Its number may belong to another process by now. */
    private static boolean isGuardian(ProcessHandle process, String mark) {
        return process.info()
                .arguments()
                .map(it -> Arrays.asList(it).contains(mark))
                .orElse(true);
    }

    private static void awaitEnd(ProcessHandle guardian) throws IOException {
        try {
            guardian.onExit().get(SECONDS_TO_BURY, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while another process tidies up", e);
        } catch (TimeoutException e) {
            throw new IOException("another process has not yet tidied up", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a process cannot fail", e);
        }
    }

    Path path() {
        return path;
    }

    /** Moves the state back to where it rests. */
    @Override
    public void close() throws IOException {
        if (lock.isEmpty()) {
            return;
        }
        try (LifeLock held = lock.get()) {
            if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
                // The program has tidied up.
                Files.createDirectory(path);
            }
            try {
                Files.move(path, rest, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                throw e;
            } catch (IOException e) {
                // The program may have taken its own right to write away.
                Files.setAttribute(path, "unix:mode", 0700);
                Files.move(path, rest, StandardCopyOption.ATOMIC_MOVE);
            }
            clearBeside();
            guardian.answersFor("");
            held.write("");
        }
    }

    /** Deletes the files beside the state. They are in no checkpoint, so the next process of the job must not find them either. */
    private void clearBeside() throws IOException {
        try (Stream<Path> all = Files.list(path.resolveSibling(""))) {
            for (Path each : all.toList()) {
                if (!each.endsWith(LOCK)) {
                    StateDirectory.delete(each);
                }
            }
        }
    }
}
