package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteJournalTest {

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("deep").resolve("journal.db");
    }

    private static Change put(Table table, String key, String value) {
        return new Change(table, key, Optional.of(value));
    }

    @Test
    void rowsAreThereAgainInTheirOrder() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            journal.write(List.of(put(Table.JOB, "b", "1"), put(Table.JOB, "a", "2"), put(Table.LEASE, "b", "3")));
            journal.write(List.of(put(Table.JOB, "c", "4"), put(Table.JOB, "b", "5")));
            journal.write(List.of(new Change(Table.JOB, "a", Optional.empty())));
        }
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            assertThat(journal.all(Table.JOB).entrySet()).containsExactly(Map.entry("b", "5"), Map.entry("c", "4"));
            assertThat(journal.all(Table.LEASE)).isEqualTo(Map.of("b", "3"));
            assertThat(journal.all(Table.TOKEN)).isEmpty();
        }
    }

    @Test
    void twoSchedulersCannotShareAJournal() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            assertThatThrownBy(() -> SqliteJournal.open(file(), TimeSource.system()))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("another scheduler uses the journal");
            journal.write(List.of(put(Table.JOB, "a", "1")));
        }
        SqliteJournal.open(file(), TimeSource.system()).close();
    }

    @Test
    void aCopyIsWholeWhileTheSchedulerGoesOn() throws Exception {
        Path copy = directory.resolve("copy.db");
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            journal.write(List.of(put(Table.JOB, "a", "1")));
            try (SqliteJournal visitor = SqliteJournal.visit(file(), TimeSource.system())) {
                visitor.backUp(copy);
                journal.write(List.of(put(Table.JOB, "b", "2")));
                assertThatThrownBy(() -> visitor.backUp(copy)).hasMessageContaining("is there already");
            }
        }
        try (SqliteJournal journal = SqliteJournal.open(copy, TimeSource.system())) {
            assertThat(journal.all(Table.JOB)).isEqualTo(Map.of("a", "1"));
        }
    }

    @Test
    void whatRowsLeftBehindIsGivenBackToTheDisk() throws Exception {
        String large = "x".repeat(10_000);
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            List<Change> many = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                many.add(put(Table.LEASE, "grant-" + i, large));
            }
            journal.write(many);
            journal.compact();
            long full = Files.size(file());
            journal.write(many.stream()
                    .map(it -> new Change(it.table(), it.key(), Optional.empty()))
                    .toList());

            journal.compact();

            assertThat(Files.size(file())).isLessThan(full / 10);
        }
    }

    @Test
    void aNewerJournalAndAnotherProgramsDatabaseAreRefused() throws Exception {
        SqliteJournal.open(file(), TimeSource.system()).close();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = 99");
        }
        assertThatThrownBy(() -> SqliteJournal.open(file(), TimeSource.system()))
                .hasMessageContaining("written by a newer program");

        Path theirs = directory.resolve("theirs.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + theirs);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE accounts (id INTEGER)");
        }
        assertThatThrownBy(() -> SqliteJournal.open(theirs, TimeSource.system()))
                .hasMessageContaining("no journal of a scheduler");
    }

    @Test
    void aJournalOfTheFirstSchemaIsBroughtUpToDate() throws Exception {
        Files.createDirectories(file().getParent());
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            for (String table : List.of("meta", "job", "lease", "token", "tenant", "instance")) {
                statement.execute(
                        "CREATE TABLE %s (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL)"
                                .formatted(table));
            }
            statement.execute("INSERT INTO job (key, value) VALUES ('old', '{}')");
            statement.execute("PRAGMA application_id = " + 0x61746f6d);
            statement.execute("PRAGMA user_version = 1");
        }
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            assertThat(journal.all(Table.JOB)).isEqualTo(Map.of("old", "{}"));
            for (Table table : Table.values()) {
                journal.write(List.of(put(table, "new", "1")));
                assertThat(journal.all(table)).containsEntry("new", "1");
            }
        }
    }

    @Test
    void rowsOfAnOlderJournalGetTheirChecksums() throws Exception {
        aJournalOfTheFirstSchemaIsBroughtUpToDate();
        change("UPDATE job SET value = '{ }' WHERE key = 'old'");
        assertThatThrownBy(() -> SqliteJournal.open(file(), TimeSource.system()))
                .hasMessageContaining("the journal's job \"old\" is damaged");
    }

    private void change(String sql) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aRowThatWasChangedBesideTheSchedulerIsNamedWithTheRemedy() throws Exception {
        for (String sql : List.of(
                "UPDATE access SET value = '2' WHERE key = 'b'",
                "UPDATE access SET key = 'c' WHERE key = 'b'",
                "UPDATE access SET key = 'b1', value = '' WHERE key = 'b'",
                "UPDATE access SET id = 7 WHERE key = 'b'",
                "UPDATE access SET checksum = 0 WHERE key = 'b'",
                "INSERT INTO access (key, value) VALUES ('d', '4')")) {
            Files.deleteIfExists(file());
            try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
                journal.write(List.of(put(Table.ACCESS, "a", "1"), put(Table.ACCESS, "b", "1")));
            }
            change(sql);
            assertThatThrownBy(() -> SqliteJournal.visit(file(), TimeSource.system()))
                    .as(sql)
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("is damaged")
                    .hasMessageContaining("Put a backup in its place");
        }
    }

    @Test
    void aRowKeepsItsPlaceWhenItIsWrittenAgain() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system());
                SqliteJournal visitor = SqliteJournal.visit(file(), TimeSource.system())) {
            for (int round = 0; round < 3; round++) {
                journal.write(List.of(put(Table.JOB, "a", "a" + round), put(Table.JOB, "b" + round, "b")));
                visitor.write(List.of(put(Table.JOB, "c" + round, "c"), new Change(Table.JOB, "x", Optional.empty())));
            }
            assertThat(journal.all(Table.JOB).keySet()).containsExactly("a", "b0", "c0", "b1", "c1", "b2", "c2");
            assertThat(visitor.all(Table.JOB)).isEqualTo(journal.all(Table.JOB));
        }
    }

    private String rights(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void filesAreTheirOwnersAloneThoughOthersMayReadWhatAProgramMakes() throws Exception {
        Path ordinary = Files.writeString(directory.resolve("ordinary"), "");
        assumeThat(rights(ordinary)).as("the usual umask").isNotEqualTo("rw-------");
        Path copy = directory.resolve("copy.db");
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            journal.write(List.of(put(Table.JOB, "a", "1")));
            journal.backUp(copy);
            for (String suffix : List.of("", "-wal", "-shm", ".lock")) {
                assertThat(rights(file().resolveSibling("journal.db" + suffix)))
                        .as(suffix)
                        .isEqualTo("rw-------");
            }
            assertThat(rights(copy)).isEqualTo("rw-------");
        }
    }

    @Test
    void filesThatOthersMayReadAreRepaired() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            journal.write(List.of(put(Table.JOB, "a", "1")));
            List<Path> files = Stream.of("", "-wal", "-shm", ".lock")
                    .map(it -> file().resolveSibling("journal.db" + it))
                    .toList();
            for (Path each : files) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rw-r--r--"));
            }
            assertThatThrownBy(() -> SqliteJournal.open(file(), TimeSource.system()))
                    .hasMessageContaining("another scheduler");
            SqliteJournal.visit(file(), TimeSource.system()).close();
            for (Path each : files) {
                assertThat(rights(each)).as(each.toString()).isEqualTo("rw-------");
            }
        }
    }

    /** As by {@code tokens create} while a scheduler starts. */
    @Tag("slow")
    @Test
    void manyProgramsMayOpenANewJournalAtOneTime() throws Exception {
        for (int round = 0; round < 10; round++) {
            Path fresh = directory.resolve("fresh-%s.db".formatted(round));
            List<CompletableFuture<Void>> programs = new ArrayList<>();
            for (int program = 0; program < 4; program++) {
                String name = "row-" + program;
                boolean scheduler = program == 0;
                programs.add(CompletableFuture.runAsync(
                        () -> {
                            try (SqliteJournal journal = scheduler
                                    ? SqliteJournal.open(fresh, TimeSource.system())
                                    : SqliteJournal.visitOrMake(fresh, TimeSource.system())) {
                                journal.write(List.of(put(Table.ACCESS, name, "1")));
                            } catch (JournalException failed) {
                                throw new AssertionError(failed);
                            }
                        },
                        it -> new Thread(it, name).start()));
            }
            CompletableFuture.allOf(programs.toArray(new CompletableFuture<?>[0]))
                    .get(60, TimeUnit.SECONDS);
            try (SqliteJournal journal = SqliteJournal.open(fresh, TimeSource.system())) {
                assertThat(journal.all(Table.ACCESS)).hasSize(4);
            }
        }
    }

    /** Half a minute has passed when it has waited twice. */
    private record Hurried(VirtualTime time) implements TimeSource {

        @Override
        public Instant now() {
            return time.now();
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public void sleep(Duration duration) {
            time.advance(Duration.ofSeconds(20));
        }

        @Override
        public Timer schedule(Duration delay, Runnable action) {
            return time.schedule(delay, action);
        }
    }

    /** Another program's transaction, which ends when the scheduler has begun to wait. */
    private static final class EndsWhenWaitedFor implements TimeSource {

        private final VirtualTime time = VirtualTime.create();
        private final Statement other;

        EndsWhenWaitedFor(Statement other) {
            this.other = other;
        }

        @Override
        public Instant now() {
            return time.now();
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            time.sleep(duration);
            try {
                other.execute("ROLLBACK");
            } catch (SQLException ended) {
                throw new AssertionError(ended);
            }
        }

        @Override
        public Timer schedule(Duration delay, Runnable action) {
            return time.schedule(delay, action);
        }
    }

    @Test
    void aSchedulerWaitsUntilAnotherProgramLetsTheFileGo() throws Exception {
        Files.createDirectories(file().getParent());
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            try (SqliteJournal journal = SqliteJournal.open(file(), new EndsWhenWaitedFor(statement))) {
                assertThat(journal.all(Table.JOB)).isEmpty();
            }
        }
    }

    @Test
    void aProgramThatNeverLetsTheFileGoIsToldOf() throws Exception {
        Files.createDirectories(file().getParent());
        VirtualTime time = VirtualTime.create();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            TimeSource hurried = new Hurried(time);
            assertThatThrownBy(() -> SqliteJournal.open(file(), hurried))
                    .hasMessageContaining("another program holds the lock on the journal")
                    .hasMessageContaining("End that program's transaction");
        }
        SqliteJournal.open(file(), TimeSource.system()).close();
    }

    @Test
    void aDamagedFileIsToldInWords() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            for (int i = 0; i < 300; i++) {
                journal.write(List.of(put(Table.JOB, "job-" + i, "{\"long\":\"" + "y".repeat(500) + "\"}")));
            }
            journal.compact();
        }
        byte[] bytes = Files.readAllBytes(file());
        for (int page = 3; page < 20; page++) {
            for (int at = 0; at < 64; at++) {
                bytes[page * 4096 + at] ^= (byte) 0xFF;
            }
        }
        Files.write(file(), bytes);

        assertThatThrownBy(() -> SqliteJournal.open(file(), TimeSource.system()))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("Put a backup in its place");

        Files.writeString(file(), "this is no database, though it is as long as the header of one would be".repeat(9));
        assertThatThrownBy(() -> SqliteJournal.open(file(), TimeSource.system()))
                .isInstanceOf(JournalException.class);
    }

    @Test
    void visitorsMakeNoJournal() {
        assertThatThrownBy(() -> SqliteJournal.visit(file(), TimeSource.system()))
                .hasMessageContaining("there is no journal");
        assertThat(file()).doesNotExist();
    }

    /** Whatever a killed process had said was written is written. */
    @Tag("slow")
    @Test
    void aKillTakesNothingBackThatWasTold() throws Exception {
        long told = 0;
        for (int round = 0; round < 3; round++) {
            Process writer = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Endless.class.getName(),
                            file().toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader lines = writer.inputReader()) {
                for (int i = 0; i < 40; i++) {
                    told = Long.parseLong(lines.readLine());
                }
                // The process's own method would close what it has said.
                writer.toHandle().destroyForcibly();
                String line = lines.readLine();
                while (line != null) {
                    told = Long.parseLong(line);
                    line = lines.readLine();
                }
            }
            try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
                Map<String, String> rows = journal.all(Table.JOB);
                assertThat(rows).hasSizeBetween((int) told, (int) told + 1);
                assertThat(journal.all(Table.LEASE)).hasSameSizeAs(rows);
            }
        }
    }

    /** Writes pairs of rows for ever, and says how many there are. */
    static final class Endless {
        private Endless() {}

        public static void main(String[] args) throws Exception {
            try (SqliteJournal journal = SqliteJournal.open(Path.of(args[0]), TimeSource.system())) {
                long count = journal.all(Table.JOB).size();
                while (true) {
                    count++;
                    journal.write(List.of(put(Table.JOB, "j" + count, "{}"), put(Table.LEASE, "l" + count, "{}")));
                    System.out.println(count);
                    System.out.flush();
                }
            }
        }
    }
}
