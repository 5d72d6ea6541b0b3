package org.atomizable.core.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.atomizable.api.StateMismatchException;

/**
 * A file, directory or link below a state's directory.
 *
 * @param kind of it
 * @param mode its permissions, as {@code chmod} takes them
 * @param name its path below the directory; empty for the directory itself
 * @param target where a link leads: for a hard one, the name of the file below the directory
 * @param nanos the time of its last change, in nanoseconds since 1970; 0 if it is not known
 * @param bytes the size of a file, else 0
 */
record StateEntry(Kind kind, int mode, String name, String target, long nanos, long bytes) {

    /** How the kinds are written. */
    enum Kind {
        FILE('f'),
        DIRECTORY('d'),
        LINK('l'),
        HARD_LINK('h');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        boolean hasTarget() {
            return this == LINK || this == HARD_LINK;
        }
    }

    private static final int PERMISSIONS = 0xfff;
    private static final String END = "\0";

    /**
     * Returns all below a directory and the directory itself, in order of their names.
     *
     * @throws IOException if there is one that cannot be kept; the message names it
     */
    static List<StateEntry> of(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw unfit("", "is no directory any more", "Change what is in it, and not the directory itself");
        }
        List<Path> paths;
        try (Stream<Path> all = Files.walk(directory)) {
            paths = all.sorted(Comparator.comparing(Path::toString)).toList();
        } catch (UncheckedIOException e) {
            throw unreadable(directory, e);
        }
        UserPrincipal owner = Files.getOwner(directory);
        Map<Object, String> files = new HashMap<>();
        List<StateEntry> entries = new ArrayList<>();
        for (Path path : paths) {
            String name = FileNames.text(directory.relativize(path));
            PosixFileAttributes known =
                    Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(known.owner())) {
                throw unfit(name, "belongs to another user", "Let the program run as one user");
            }
            entries.add(one(path, name, known, files));
        }
        return entries;
    }

    /** A program that goes into each directory before it makes the next is not bound by the length of a path. */
    private static IOException unreadable(Path directory, UncheckedIOException told) {
        if (told.getCause() instanceof FileSystemException failure
                && String.valueOf(failure.getReason()).contains("name too long")) {
            Path file = Path.of(failure.getFile());
            Path below = file.startsWith(directory) ? directory.relativize(file) : file;
            return unfit(
                    "a path of %s characters that begins with %s"
                            .formatted(file.toString().length(), below.getName(0)),
                    "is longer than this system allows",
                    "Let the program use shorter names");
        }
        return new IOException("$ATOMIZABLE_STATE cannot be read: " + told.getMessage(), told);
    }

    private static StateEntry one(Path path, String name, PosixFileAttributes known, Map<Object, String> files)
            throws IOException {
        int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & PERMISSIONS;
        long nanos = known.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        if (known.isDirectory()) {
            return new StateEntry(Kind.DIRECTORY, mode, name, "", nanos, 0);
        }
        if (known.isSymbolicLink()) {
            return new StateEntry(Kind.LINK, PERMISSIONS, name, FileNames.text(Files.readSymbolicLink(path)), nanos, 0);
        }
        if (!known.isRegularFile()) {
            throw unfit(name, "is a socket, a pipe or a device", "Put it elsewhere, such as into $TMPDIR");
        }
        if (!Files.isReadable(path)) {
            throw unfit(name, "cannot be read", "Let its owner read it (chmod u+r)");
        }
        String first = files.putIfAbsent(Objects.requireNonNullElse(known.fileKey(), path), name);
        return first == null
                ? new StateEntry(Kind.FILE, mode, name, "", nanos, known.size())
                : new StateEntry(Kind.HARD_LINK, mode, name, first, nanos, 0);
    }

    private static IOException unfit(String name, String what, String remedy) {
        CommandException refusal = new CommandException(
                "%s in $ATOMIZABLE_STATE %s, so it cannot be kept".formatted(name.isEmpty() ? "." : name, what),
                "%s; what can be kept are files, directories and links".formatted(remedy));
        return new IOException(refusal.getMessage(), refusal);
    }

    /** Writes all but times and sizes: {@code f 644 NAME}, and for links the target, each ended by a zero byte. */
    static String written(List<StateEntry> entries) {
        StringBuilder text = new StringBuilder();
        for (StateEntry each : entries) {
            text.append(each.kind.letter).append(' ').append(Integer.toOctalString(each.mode));
            text.append(' ').append(each.name).append(END);
            if (each.kind.hasTarget()) {
                text.append(each.target).append(END);
            }
        }
        return text.toString();
    }

    /**
     * Reads what was written.
     *
     * @param nanos the times in the same order; may be empty
     */
    static List<StateEntry> read(String text, long[] nanos) throws StateMismatchException {
        String[] parts = text.split(END, -1);
        List<StateEntry> entries = new ArrayList<>();
        int at = 0;
        while (at < parts.length - 1) {
            String[] words = parts[at++].split(" ", 3);
            Kind kind = kind(words);
            String target = kind.hasTarget() && at < parts.length ? parts[at++] : "";
            long time = entries.size() < nanos.length ? nanos[entries.size()] : 0;
            entries.add(new StateEntry(kind, Integer.parseInt(words[1], 8), words[2], target, time, 0));
        }
        return entries;
    }

    private static Kind kind(String[] words) throws StateMismatchException {
        for (Kind each : Kind.values()) {
            if (words.length == 3 && words[0].equals(String.valueOf(each.letter)) && words[1].matches("[0-7]{1,4}")) {
                return each;
            }
        }
        throw new StateMismatchException("the state has an entry \"%s\" that is not known".formatted(words[0]));
    }
}
