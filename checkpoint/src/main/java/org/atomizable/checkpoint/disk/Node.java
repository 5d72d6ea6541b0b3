package org.atomizable.checkpoint.disk;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A file or directory on a {@link CrashingDisk}. */
abstract class Node {

    /** How a crash treats what was not forced. */
    interface Fate {

        /** Returns which of a directory's changes, in the order in which they were made, are kept. */
        boolean[] kept(Directory directory);

        /** Returns a file's bytes after the crash. */
        byte[] bytes(File file);
    }

    abstract Node after(Fate fate, Map<Node, Node> done);

    /** Adds names and bytes; a node that several names lead to has one number. */
    abstract void describe(List<Object> content, Map<Node, Integer> numbers);

    /** Returns what two disks that no program could tell apart have in common. */
    static List<Object> content(Directory root) {
        List<Object> content = new ArrayList<>();
        root.describe(content, new IdentityHashMap<>());
        return content;
    }

    /** A file that is appended to; the first {@code forced} bytes are safe. */
    static final class File extends Node {

        /** So small that small files have many. */
        private static final int PAGE = 16;

        byte[] bytes = new byte[0];
        int forced;

        static File of(byte[] bytes) {
            File file = new File();
            file.bytes = bytes;
            file.forced = bytes.length;
            return file;
        }

        /** Returns the bytes cut somewhere after what was forced. */
        byte[] cut(SplittableRandom chance) {
            return Arrays.copyOf(bytes, forced + chance.nextInt(bytes.length - forced + 1));
        }

        /** Returns all bytes, but some pages that were not forced never reached the disk and read as zeros. */
        byte[] holed(SplittableRandom chance) {
            byte[] left = bytes.clone();
            for (int at = forced; at < left.length; at += PAGE - at % PAGE) {
                if (chance.nextBoolean()) {
                    Arrays.fill(left, at, Math.min(left.length, at + PAGE - at % PAGE), (byte) 0);
                }
            }
            return left;
        }

        @Override
        Node after(Fate fate, Map<Node, Node> done) {
            return done.computeIfAbsent(this, any -> of(fate.bytes(this)));
        }

        @Override
        void describe(List<Object> content, Map<Node, Integer> numbers) {
            Integer before = numbers.putIfAbsent(this, numbers.size());
            content.add(before == null ? ByteBuffer.wrap(bytes) : before);
        }
    }

    /** One step in time: some names now lead somewhere else, or nowhere. */
    record Change(Map<String, @Nullable Node> names) {
        static Change of(String name, @Nullable Node node) {
            Map<String, @Nullable Node> names = new TreeMap<>();
            names.put(name, node);
            return new Change(names);
        }

        void applyTo(Map<String, Node> to) {
            names.forEach((name, node) -> {
                if (node == null) {
                    to.remove(name);
                } else {
                    to.put(name, node);
                }
            });
        }
    }

    /** A directory; of the changes since it was forced a crash may lose any. */
    static final class Directory extends Node {

        final Map<String, Node> now = new TreeMap<>();
        final Map<String, Node> durable = new TreeMap<>();
        final List<Change> unforced = new ArrayList<>();

        void change(Change change) {
            change.applyTo(now);
            unforced.add(change);
        }

        /** Adds every file below it by its path. */
        void collect(Path at, Map<Path, byte[]> files) {
            now.forEach((name, node) -> {
                if (node instanceof Directory inner) {
                    inner.collect(at.resolve(name), files);
                } else {
                    files.put(at.resolve(name), ((File) node).bytes);
                }
            });
        }

        void force() {
            durable.clear();
            durable.putAll(now);
            unforced.clear();
        }

        @Override
        Node after(Fate fate, Map<Node, Node> done) {
            Node before = done.get(this);
            if (before != null) {
                return before;
            }
            Directory left = new Directory();
            done.put(this, left);
            Map<String, Node> names = new TreeMap<>(durable);
            boolean[] kept = fate.kept(this);
            for (int i = 0; i < kept.length; i++) {
                if (kept[i]) {
                    unforced.get(i).applyTo(names);
                }
            }
            names.forEach((name, node) -> left.now.put(name, node.after(fate, done)));
            left.durable.putAll(left.now);
            return left;
        }

        @Override
        void describe(List<Object> content, Map<Node, Integer> numbers) {
            Integer before = numbers.putIfAbsent(this, numbers.size());
            if (before != null) {
                content.add(before);
                return;
            }
            content.add(now.keySet());
            now.values().forEach(node -> node.describe(content, numbers));
        }
    }

    static Map<Node, Node> nothingDone() {
        return new IdentityHashMap<>();
    }
}
