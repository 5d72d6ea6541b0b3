package org.atomizable.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.atomizable.checkpoint.disk.Disk;

/**
 * A disk in memory that forgets in a crash whatever POSIX lets it forget: bytes that were not forced, torn anywhere; and
 * names created, moved or deleted since their directory was forced, of which any prefix in time may have survived.
 *
 * <p>It can crash, fail or be full at a chosen operation.
 */
final class CrashingDisk implements Disk {

    /** The machine stops here. */
    static final class Crash extends Error {
        Crash() {
            super("crash", null, false, false);
        }
    }

    /** A file's content: what was written, and how much of it was forced. */
    private static final class Content {
        private byte[] bytes = new byte[0];
        private int forced;

        Content copy() {
            Content copy = new Content();
            copy.bytes = bytes.clone();
            copy.forced = forced;
            return copy;
        }
    }

    /** A name put in place ({@code content} or a directory), or taken away ({@code null} and no directory). */
    private record Change(Path path, Content content, boolean directory, Path movedFrom) {}

    private static final Content DIRECTORY = new Content();

    /** What names there are now. */
    private final TreeMap<Path, Content> now = new TreeMap<>();

    /** What names there were when everything was last known to be forced. */
    private final TreeMap<Path, Content> durable = new TreeMap<>();

    /** Changes of names that are not forced yet, in order. */
    private final List<Change> pending = new ArrayList<>();

    private long operations;
    private long crashAt = Long.MAX_VALUE;
    private long failAt = Long.MAX_VALUE;
    private long room = Long.MAX_VALUE;

    CrashingDisk crashingAt(long operation) {
        crashAt = operation;
        return this;
    }

    CrashingDisk failingAt(long operation) {
        failAt = operation;
        return this;
    }

    CrashingDisk withRoomFor(long bytes) {
        room = bytes;
        return this;
    }

    long operations() {
        return operations;
    }

    long bytesUsed() {
        return now.values().stream().mapToLong(it -> it.bytes.length).sum();
    }

    Map<Path, byte[]> files() {
        Map<Path, byte[]> files = new LinkedHashMap<>();
        now.forEach((path, content) -> {
            if (content != DIRECTORY) {
                files.put(path, content.bytes);
            }
        });
        return files;
    }

    /** Returns the same disk, as if everything were forced, with one file's bytes replaced. */
    CrashingDisk with(Path file, byte[] bytes) {
        CrashingDisk copy = survivor(pending.size(), new SplittableRandom(0), true);
        Content content = new Content();
        content.bytes = bytes;
        content.forced = bytes.length;
        copy.now.put(file, content);
        copy.durable.put(file, content.copy());
        return copy;
    }

    /** Returns how many changes of names a crash now could lose. */
    int unforcedNames() {
        return pending.size();
    }

    /**
     * Returns a disk on which the first {@code names} unforced changes of names survived the crash.
     *
     * @param chance decides where unforced bytes are torn
     * @param allBytes whether every byte survived
     */
    CrashingDisk survivor(int names, SplittableRandom chance, boolean allBytes) {
        CrashingDisk after = new CrashingDisk();
        TreeMap<Path, Content> tree = new TreeMap<>(durable);
        pending.subList(0, names).forEach(change -> apply(change, tree));
        Map<Content, Content> torn = new LinkedHashMap<>();
        tree.forEach((path, content) -> {
            Content left =
                    content == DIRECTORY ? DIRECTORY : torn.computeIfAbsent(content, it -> tear(it, chance, allBytes));
            after.now.put(path, left);
            after.durable.put(path, left);
        });
        return after;
    }

    private static Content tear(Content content, SplittableRandom chance, boolean allBytes) {
        int kept = allBytes
                ? content.bytes.length
                : content.forced + chance.nextInt(content.bytes.length - content.forced + 1);
        Content left = new Content();
        left.bytes = Arrays.copyOf(content.bytes, kept);
        left.forced = kept;
        return left;
    }

    private static void apply(Change change, TreeMap<Path, Content> tree) {
        if (change.movedFrom() != null) {
            TreeMap<Path, Content> moved = new TreeMap<>();
            tree.entrySet().removeIf(entry -> {
                boolean inside = entry.getKey().startsWith(change.movedFrom());
                if (inside) {
                    Path rest = change.movedFrom().relativize(entry.getKey());
                    moved.put(
                            rest.toString().isEmpty()
                                    ? change.path()
                                    : change.path().resolve(rest),
                            entry.getValue());
                }
                return inside;
            });
            tree.putAll(moved);
        } else if (change.directory()) {
            tree.put(change.path(), DIRECTORY);
        } else if (change.content() != null) {
            tree.put(change.path(), change.content());
        } else {
            tree.remove(change.path());
        }
    }

    private void changed(Change change) {
        apply(change, now);
        pending.add(change);
    }

    private void step() throws IOException {
        operations++;
        if (operations == crashAt) {
            throw new Crash();
        }
        if (operations == failAt) {
            throw new IOException("injected failure of operation " + operations);
        }
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        step();
        for (Path at = directory; at != null && !now.containsKey(at); at = at.getParent()) {
            changed(new Change(at, null, true, null));
        }
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        step();
        if (now.containsKey(directory)) {
            throw new FileAlreadyExistsException(directory.toString());
        }
        changed(new Change(directory, null, true, null));
    }

    @Override
    public Writing create(Path file) throws IOException {
        step();
        if (now.containsKey(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Content content = new Content();
        changed(new Change(file, content, false, null));
        return new Writing() {
            @Override
            public void append(ByteBuffer bytes) throws IOException {
                int before = content.bytes.length;
                int count = (int) Math.min(bytes.remaining(), room - bytesUsed());
                boolean full = count < bytes.remaining();
                byte[] longer = Arrays.copyOf(content.bytes, before + count);
                bytes.get(longer, before, count);
                content.bytes = longer;
                step();
                if (full) {
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void force() throws IOException {
                step();
                content.forced = content.bytes.length;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Reading open(Path file) throws IOException {
        step();
        Content content = now.get(file);
        if (content == null || content == DIRECTORY) {
            throw new NoSuchFileException(file.toString());
        }
        return new Reading() {
            @Override
            public long size() {
                return content.bytes.length;
            }

            @Override
            public void read(ByteBuffer into, long position) throws IOException {
                if (position + into.remaining() > content.bytes.length) {
                    throw new EOFException(file + " is too short");
                }
                into.put(content.bytes, (int) position, into.remaining());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean isDirectory(Path path) {
        return now.get(path) == DIRECTORY;
    }

    @Override
    public boolean exists(Path path) {
        return now.containsKey(path);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        step();
        if (!isDirectory(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        return now.keySet().stream()
                .filter(path -> directory.equals(path.getParent()))
                .toList();
    }

    @Override
    public void moveAtomically(Path from, Path to) throws IOException {
        step();
        if (!now.containsKey(from)) {
            throw new NoSuchFileException(from.toString());
        }
        changed(new Change(to, null, false, from));
    }

    @Override
    public void link(Path existing, Path second) throws IOException {
        step();
        Content content = now.get(existing);
        if (content == null || content == DIRECTORY) {
            throw new NoSuchFileException(existing.toString());
        }
        if (now.containsKey(second)) {
            throw new FileAlreadyExistsException(second.toString());
        }
        changed(new Change(second, content, false, null));
    }

    @Override
    public void delete(Path path) throws IOException {
        step();
        if (!now.containsKey(path)) {
            throw new NoSuchFileException(path.toString());
        }
        changed(new Change(path, null, false, null));
    }

    /**
     * Makes durable every change of a name in this directory, and, since one order of all changes is kept, whatever came
     * before the last of them.
     */
    @Override
    public void forceDirectory(Path directory) throws IOException {
        step();
        List<Change> left = new ArrayList<>();
        for (Change change : pending) {
            if (directory.equals(change.path().getParent())) {
                apply(change, durable);
            } else {
                left.add(change);
            }
        }
        pending.clear();
        pending.addAll(left);
    }

    @Override
    public Locked lock(Path file) throws IOException {
        step();
        if (!now.containsKey(file)) {
            changed(new Change(file, new Content(), false, null));
        }
        return () -> {};
    }
}
