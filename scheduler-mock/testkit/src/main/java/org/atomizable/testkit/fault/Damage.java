package org.atomizable.testkit.fault;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Changes a byte of the newest file of a checkpoint, as a bad disk does. */
public final class Damage {

    private Damage() {}

    /**
     * Changes the newest file below a directory, if there is one.
     *
     * @param at the number of the byte, counted around in a shorter file
     */
    public static void in(Path directory, long at) {
        try {
            List<Path> shards = shards(directory);
            if (!shards.isEmpty()) {
                flip(shards.get(shards.size() - 1), at);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> shards(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(it -> it.toString().endsWith(".safetensors"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        }
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long position = at % bytes.length();
            bytes.seek(position);
            int was = bytes.read();
            bytes.seek(position);
            bytes.write(was ^ 1);
        }
    }
}
