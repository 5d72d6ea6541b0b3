package org.atomizable.checkpoint.object;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.atomizable.checkpoint.disk.Disk;

/** An object store in memory, for tests. It records the calls. */
public final class MemoryObjectSpace implements ObjectSpace {

    /** An object's bytes, and a number that no other writing of any object has. */
    private record Stored(ByteBuffer content, long version) {}

    private final Map<String, Stored> objects = new TreeMap<>();
    private final List<String> operations = new ArrayList<>();
    private long versions;

    /** Makes an empty one. */
    public MemoryObjectSpace() {}

    /** Returns what was asked so far: a verb and a key each. */
    public synchronized List<String> operations() {
        return List.copyOf(operations);
    }

    private void asked(String verb, String key) {
        operations.add(verb + " " + key);
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public synchronized Optional<Versioned> get(String key) {
        asked("get", key);
        return Optional.ofNullable(objects.get(key))
                .map(it -> new Versioned(
                        StandardCharsets.UTF_8.decode(it.content().duplicate()).toString(),
                        Long.toString(it.version())));
    }

    @Override
    public synchronized boolean put(String key, String text, Optional<String> before) {
        asked("put", key);
        Stored now = objects.get(key);
        Optional<String> version = Optional.ofNullable(now).map(it -> Long.toString(it.version()));
        if (!version.equals(before)) {
            return false;
        }
        store(key, text.getBytes(StandardCharsets.UTF_8));
        return true;
    }

    private void store(String key, byte[] bytes) {
        versions++;
        objects.put(key, new Stored(ByteBuffer.wrap(bytes), versions));
    }

    @Override
    public synchronized Disk.Reading open(String key) throws IOException {
        asked("open", key);
        Stored stored = objects.get(key);
        if (stored == null) {
            throw new NoSuchFileException(key);
        }
        return new Disk.Reading() {
            @Override
            public long size() {
                return stored.content().limit();
            }

            @Override
            public void read(ByteBuffer into, long position) throws IOException {
                if (position + into.remaining() > stored.content().limit()) {
                    throw new EOFException(key + " is too short");
                }
                into.put(stored.content().slice((int) position, into.remaining()));
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized Disk.Writing create(String key) {
        asked("create", key);
        return new Disk.Writing() {
            private byte[] bytes = new byte[0];

            @Override
            public void append(ByteBuffer more) {
                int before = bytes.length;
                int count = more.remaining();
                bytes = Arrays.copyOf(bytes, before + count);
                more.get(bytes, before, count);
            }

            @Override
            public void force() {
                synchronized (MemoryObjectSpace.this) {
                    asked("finish", key);
                    store(key, bytes);
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized List<String> list(String beginning) {
        asked("list", beginning);
        return objects.keySet().stream()
                .filter(key -> key.startsWith(beginning))
                .toList();
    }

    @Override
    public synchronized void delete(String key) {
        asked("delete", key);
        objects.remove(key);
    }
}
