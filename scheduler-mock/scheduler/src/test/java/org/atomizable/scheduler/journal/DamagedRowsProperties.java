package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.atomizable.api.time.TimeSource;

/** Up to three bits of a journal that are not what was written. */
class DamagedRowsProperties {

    private static final int CHECKSUM_BYTES = 4;

    private static Path directory;
    private static byte[] sound;
    private static Map<Table, Map<String, String>> rows;

    /** Where the key, the value and the checksum of each row lie. */
    private static List<int[]> contents;

    @BeforeContainer
    static void write() throws Exception {
        directory = Files.createTempDirectory("damaged-rows");
        Path file = directory.resolve("sound.db");
        rows = new EnumMap<>(Table.class);
        List<Change> changes = new ArrayList<>();
        for (Table table : Table.values()) {
            Map<String, String> ours = rows.computeIfAbsent(table, it -> new LinkedHashMap<>());
            for (int i = 0; i < 12; i++) {
                String key = "%s-%s".formatted(table.sql(), i);
                String value = "{\"number\":%s,\"text\":\"é%s\"}".formatted(i * 7919, "x".repeat(i * 23));
                ours.put(key, value);
                changes.add(new Change(table, key, Optional.of(value)));
            }
        }
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            journal.write(changes);
            journal.compact();
        }
        sound = Files.readAllBytes(file);
        contents = new ArrayList<>();
        rows.values()
                .forEach(table -> table.forEach((key, value) -> {
                    byte[] content = (key + value).getBytes(StandardCharsets.UTF_8);
                    int from = find(content);
                    contents.add(new int[] {from, from + content.length + CHECKSUM_BYTES});
                }));
    }

    @AfterContainer
    static void clean() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static int find(byte[] content) {
        for (int at = 0; at + content.length <= sound.length; at++) {
            if (Arrays.equals(sound, at, at + content.length, content, 0, content.length)) {
                return at;
            }
        }
        throw new AssertionError("a row must lie in the file as it was written");
    }

    private static Path flipped(Random chance, int from, int to) throws IOException {
        byte[] bytes = sound.clone();
        List<Integer> bits = new ArrayList<>();
        int count = 1 + chance.nextInt(3);
        while (bits.size() < count) {
            int bit = from * 8 + chance.nextInt((to - from) * 8);
            if (!bits.contains(bit)) {
                bits.add(bit);
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
        Path file = directory.resolve("flipped.db");
        for (String suffix : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(directory.resolve("flipped.db" + suffix));
        }
        OwnerOnly.make(file);
        return Files.write(file, bytes);
    }

    @Property(tries = 300)
    void inARowTheyAreAlwaysNoticed(@ForAll long seed) throws Exception {
        Random chance = new Random(seed);
        int[] content = contents.get(chance.nextInt(contents.size()));
        Path file = flipped(chance, content[0], content[1]);
        assertThatThrownBy(() -> SqliteJournal.open(file, TimeSource.system()))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("backup");
    }

    /** Much of a file is unused, and where SQLite keeps its own numbers one may stand for another. */
    @Property(tries = 300)
    void anywhereTheyAreNoticedOrChangeNoRow(@ForAll long seed) throws Exception {
        Path file = flipped(new Random(seed), 0, sound.length);
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            for (Table table : Table.values()) {
                Map<String, String> read = new LinkedHashMap<>(journal.all(table));
                // The process that opens the file writes this row.
                read.remove("owner");
                assertThat(List.copyOf(read.entrySet()))
                        .isEqualTo(List.copyOf(rows.get(table).entrySet()));
            }
        } catch (JournalException noticed) {
            assertThat(noticed.remedy()).isNotBlank();
        }
    }
}
