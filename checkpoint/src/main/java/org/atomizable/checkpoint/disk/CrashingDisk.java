package org.atomizable.checkpoint.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that forgets in a crash whatever POSIX lets it forget: bytes that were not forced, cut anywhere or with
 * holes where pages were written out of order; and in each directory, whatever was created, linked, renamed or deleted since
 * that directory was forced, in any combination. A rename is never half done.
 *
 * <p>It can crash, fail or be full at a chosen operation.
 */
public final class CrashingDisk implements Disk {

    private final Node.Directory root;
    private long operations;
    private long crashAt = Long.MAX_VALUE;
    private long failAt = Long.MAX_VALUE;
    private boolean failsFromThen;
    private long room = Long.MAX_VALUE;
    private boolean crashed;

    public CrashingDisk() {
        this(new Node.Directory());
    }

    private CrashingDisk(Node.Directory root) {
        this.root = root;
    }

    public CrashingDisk crashingAt(long operation) {
        crashAt = operation;
        return this;
    }

    /** Only that operation fails. */
    public CrashingDisk failingAt(long operation) {
        failAt = operation;
        return this;
    }

    /** That operation and all after it fail, until {@link #healed}. */
    public CrashingDisk failingFrom(long operation) {
        failAt = operation;
        failsFromThen = true;
        return this;
    }

    public CrashingDisk healed() {
        failAt = Long.MAX_VALUE;
        failsFromThen = false;
        return this;
    }

    /** Only the process died: the machine goes on, with what it has not forced yet. */
    public CrashingDisk revived() {
        crashed = false;
        crashAt = Long.MAX_VALUE;
        return this;
    }

    public CrashingDisk withRoomFor(long bytes) {
        room = bytes;
        return this;
    }

    public long operations() {
        return operations;
    }

    public synchronized long bytesUsed() {
        return files().values().stream().mapToLong(it -> it.length).sum();
    }

    /** Returns every file by its path; one with two names twice. */
    public synchronized Map<Path, byte[]> files() {
        Map<Path, byte[]> files = new LinkedHashMap<>();
        root.collect(Path.of("/"), files);
        return files;
    }

    /** Returns what is left if nothing is lost. */
    public CrashingDisk whole() {
        return new CrashingDisk(Survivors.whole(root));
    }

    /**
     * Returns disks that could be found after a crash now: every prefix of every directory's changes while there are few
     * combinations, otherwise a sample; and several fates of what bytes were not forced.
     *
     * @param most how many at the most
     */
    public synchronized List<CrashingDisk> survivors(SplittableRandom chance, int most) {
        return Survivors.of(root, chance, most).stream().map(CrashingDisk::new).toList();
    }

    /** Returns one disk that could be found after a crash now: any of each directory's changes, and any fate of the bytes. */
    public synchronized CrashingDisk survivor(SplittableRandom chance) {
        return new CrashingDisk(Survivors.one(root, chance, chance.nextInt(Survivors.FATES)));
    }

    /** Returns the same disk, as if everything were forced, with one file's bytes replaced. */
    public synchronized CrashingDisk with(Path path, byte[] bytes) {
        return edited(path, Node.File.of(bytes));
    }

    /** Returns the same disk, as if everything were forced, without that name. */
    public synchronized CrashingDisk without(Path path) {
        return edited(path, null);
    }

    /** Returns the same disk, as if everything were forced, with an empty directory of that name. */
    public synchronized CrashingDisk withDirectory(Path path) {
        return edited(path, new Node.Directory());
    }

    private CrashingDisk edited(Path path, @Nullable Node node) {
        CrashingDisk copy = whole();
        Node.Directory parent = copy.directory(above(path));
        parent.change(Node.Change.of(name(path), node));
        parent.force();
        return copy;
    }

    private void step() throws IOException {
        if (crashed) {
            throw new Crash();
        }
        operations++;
        if (operations == crashAt) {
            crashed = true;
            throw new Crash();
        }
        if (operations == failAt || (failsFromThen && operations > failAt)) {
            throw new IOException("injected failure of operation " + operations);
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private static Path above(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }

    private @Nullable Node find(Path path) {
        Node node = root;
        for (Path name : path) {
            if (!(node instanceof Node.Directory directory)) {
                return null;
            }
            node = directory.now.get(name.toString());
            if (node == null) {
                return null;
            }
        }
        return node;
    }

    private Node.Directory directory(Path path) {
        if (find(path) instanceof Node.Directory directory) {
            return directory;
        }
        throw new IllegalStateException("no directory " + path);
    }

    private Node.Directory parent(Path path) throws NoSuchFileException {
        if (find(above(path)) instanceof Node.Directory directory) {
            return directory;
        }
        throw new NoSuchFileException(path.toString());
    }

    private Node existing(Path path) throws NoSuchFileException {
        Node node = find(path);
        if (node == null) {
            throw new NoSuchFileException(path.toString());
        }
        return node;
    }

    private void put(Path path, Node node) throws IOException {
        if (find(path) != null) {
            throw new FileAlreadyExistsException(path.toString());
        }
        parent(path).change(Node.Change.of(name(path), node));
    }

    @Override
    public synchronized void createDirectories(Path directory) throws IOException {
        step();
        Path at = Path.of("/");
        for (Path name : directory) {
            at = at.resolve(name);
            if (find(at) == null) {
                put(at, new Node.Directory());
            }
        }
    }

    @Override
    public synchronized void createDirectory(Path directory) throws IOException {
        step();
        put(directory, new Node.Directory());
    }

    @Override
    public synchronized Writing create(Path file) throws IOException {
        step();
        Node.File content = new Node.File();
        put(file, content);
        return new Writing() {
            @Override
            public void append(ByteBuffer bytes) throws IOException {
                synchronized (CrashingDisk.this) {
                    int before = content.bytes.length;
                    int count = (int) Math.max(
                            0, Math.min(bytes.remaining(), room == Long.MAX_VALUE ? room : room - bytesUsed()));
                    boolean full = count < bytes.remaining();
                    byte[] longer = Arrays.copyOf(content.bytes, before + count);
                    bytes.get(longer, before, count);
                    content.bytes = longer;
                    step();
                    if (full) {
                        throw new IOException("No space left on device");
                    }
                }
            }

            @Override
            public void force() throws IOException {
                synchronized (CrashingDisk.this) {
                    step();
                    content.forced = content.bytes.length;
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized Reading open(Path file) throws IOException {
        step();
        if (!(existing(file) instanceof Node.File content)) {
            throw new IrregularFileException(file);
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
    public synchronized boolean isDirectory(Path path) {
        return find(path) instanceof Node.Directory;
    }

    @Override
    public synchronized boolean exists(Path path) {
        return find(path) != null;
    }

    @Override
    public synchronized List<Path> list(Path directory) throws IOException {
        step();
        if (!(existing(directory) instanceof Node.Directory listed)) {
            throw new IOException(directory + ": Not a directory");
        }
        return listed.now.keySet().stream().map(directory::resolve).toList();
    }

    @Override
    public synchronized void moveAtomically(Path from, Path to) throws IOException {
        step();
        Node moved = existing(from);
        if (!above(from).equals(above(to))) {
            throw new UnsupportedOperationException("what a crash does to a move between directories is not modelled");
        }
        Map<String, @Nullable Node> names = new TreeMap<>();
        names.put(name(from), null);
        names.put(name(to), moved);
        parent(to).change(new Node.Change(names));
    }

    @Override
    public synchronized void link(Path existing, Path second) throws IOException {
        step();
        if (!(existing(existing) instanceof Node.File content)) {
            throw new IOException(existing + ": Is a directory");
        }
        put(second, content);
    }

    @Override
    public synchronized void delete(Path path) throws IOException {
        step();
        if (existing(path) instanceof Node.Directory directory && !directory.now.isEmpty()) {
            throw new DirectoryNotEmptyException(path.toString());
        }
        parent(path).change(Node.Change.of(name(path), null));
    }

    @Override
    public synchronized void forceDirectory(Path directory) throws IOException {
        step();
        if (!(existing(directory) instanceof Node.Directory forced)) {
            throw new IOException(directory + ": Not a directory");
        }
        forced.force();
    }

    @Override
    public synchronized Locked lock(Path file) throws IOException {
        step();
        if (find(file) == null) {
            put(file, new Node.File());
        }
        return () -> {};
    }
}
