package org.atomizable.core.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/**
 * The content of a directory as a state: files, directories, links, permissions and times.
 *
 * <pre>
 * entries         U8  [m]   all names, see {@link StateEntry}
 * nanos           I64 [n]   the times of their last change, in the same order. A finished program's are left out: they differ
 *                           from run to run
 * file:NAME/0     U8  [m]   the first piece of the file NAME; "/1" is the next. See {@link FilePieces}
 * </pre>
 *
 * <p>States of versions without {@code entries} have {@code times} instead, I64 [n] in milliseconds in the order of the files' names,
 * and their directories are those of the files.
 */
record StateDirectory(Path directory) {

    private static final String ENTRIES = "entries";
    private static final String NANOS = "nanos";
    private static final String TIMES = "times";
    private static final String FILE = "file:";

    /** Returns what is there, without what the files hold; two that are equal were most probably not changed meanwhile. */
    List<StateEntry> entries() throws IOException {
        return StateEntry.of(directory);
    }

    /**
     * Writes the state.
     *
     * @param times whether they are part of it
     */
    void take(StateWriter to, boolean times) throws IOException {
        List<StateEntry> entries = entries();
        to.text(ENTRIES, StateEntry.written(entries));
        if (times) {
            to.longs(NANOS, entries.stream().mapToLong(StateEntry::nanos).toArray());
        }
        for (StateEntry each : entries) {
            if (each.kind() == StateEntry.Kind.FILE) {
                FilePieces.take(path(each.name()), FILE + each.name(), to);
            }
        }
    }

    /** Tells whether a state is one of these; those of older versions are, too. */
    static boolean isIn(StateReader state) {
        return state.names().contains(ENTRIES) || state.names().contains(TIMES);
    }

    /** Replaces what is there by a state. */
    void give(StateReader from) throws IOException {
        delete(directory);
        Files.createDirectories(directory);
        if (!from.names().contains(ENTRIES)) {
            giveOlder(from);
            return;
        }
        long[] nanos = from.names().contains(NANOS) ? from.longs(NANOS) : new long[0];
        List<StateEntry> entries = StateEntry.read(from.text(ENTRIES), nanos);
        for (StateEntry each : entries) {
            switch (each.kind()) {
                case DIRECTORY -> Files.createDirectories(path(each.name()));
                case FILE -> FilePieces.give(from, FILE + each.name(), path(each.name()));
                case HARD_LINK -> Files.createLink(path(each.name()), path(each.target()));
                case LINK -> {
                    // Made last: nothing of the state may be written through one.
                }
            }
        }
        for (StateEntry each : entries) {
            if (each.kind() == StateEntry.Kind.LINK) {
                Files.createSymbolicLink(path(each.name()), FileNames.path(each.target()));
            }
        }
        // From the inside to the outside, as permissions of a directory may forbid to change what is in it.
        List<StateEntry> reversed = new ArrayList<>(entries);
        Collections.reverse(reversed);
        for (StateEntry each : reversed) {
            if (each.kind() != StateEntry.Kind.LINK) {
                if (nanos.length > 0) {
                    Files.setLastModifiedTime(path(each.name()), FileTime.from(each.nanos(), TimeUnit.NANOSECONDS));
                }
                Files.setAttribute(path(each.name()), "unix:mode", each.mode());
            }
        }
    }

    private void giveOlder(StateReader from) throws IOException {
        List<String> names = from.names().stream()
                .filter(it -> it.startsWith(FILE) && it.endsWith("/0"))
                .map(it -> it.substring(FILE.length(), it.length() - 2))
                .sorted()
                .toList();
        long[] times = from.longs(TIMES);
        for (int i = 0; i < names.size(); i++) {
            Path file = path(names.get(i));
            Files.createDirectories(file.getParent());
            FilePieces.give(from, FILE + names.get(i), file);
            if (i < times.length) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(times[i]));
            }
        }
    }

    /** Returns the first file that holds these bytes, or link that leads there. */
    Optional<String> naming(byte[] text) throws IOException {
        for (StateEntry each : entries()) {
            boolean names = each.kind() == StateEntry.Kind.FILE
                    ? FilePieces.holds(path(each.name()), text)
                    : each.target().startsWith(new String(text, StandardCharsets.UTF_8));
            if (names) {
                return Optional.of(each.name());
            }
        }
        return Optional.empty();
    }

    private Path path(String name) throws StateMismatchException {
        Path path = directory.resolve(FileNames.path(name)).normalize();
        if (!path.startsWith(directory.normalize())) {
            throw new StateMismatchException("the state has a file outside of its directory, " + name);
        }
        return path;
    }

    /** Deletes a file or a directory with all that is in it, whatever their permissions; nothing, if it is not there. */
    static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.setAttribute(path, "unix:mode", 0700);
            List<Path> within;
            try (Stream<Path> all = Files.list(path)) {
                within = all.toList();
            }
            for (Path each : within) {
                delete(each);
            }
        }
        Files.deleteIfExists(path);
    }
}
