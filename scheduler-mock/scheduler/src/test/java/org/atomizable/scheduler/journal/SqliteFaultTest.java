package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal in a file says and keeps when something goes wrong. */
class SqliteFaultTest {

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("journal.db");
    }

    private static Change put(String key, String value) {
        return new Change(Table.JOB, key, Optional.of(value));
    }

    private void execute(String sql) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void assertTold(ThrowingCallable call, String words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        JournalException.class, it -> assertThat(it.remedy()).isNotBlank())
                .hasMessageContaining(words);
    }

    @Test
    void aWriteThatFailsInItsMiddleHasWrittenNothingAndTheNextOneWorks() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            journal.write(List.of(put("a", "1")));
            execute("CREATE TRIGGER bad BEFORE INSERT ON job WHEN NEW.key = 'bad' BEGIN SELECT RAISE(ABORT, 'bad');"
                    + " END");
            assertTold(
                    () -> journal.write(List.of(put("a", "2"), put("b", "2"), put("bad", "2"), put("c", "2"))),
                    "cannot be written");
            assertThat(journal.all(Table.JOB)).isEqualTo(Map.of("a", "1"));
            journal.write(List.of(put("c", "3")));
        }
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            assertThat(journal.all(Table.JOB)).isEqualTo(Map.of("a", "1", "c", "3"));
        }
    }

    @Test
    void aClosedJournalIsToldInWordsAndMayBeClosedAgain() throws Exception {
        SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system());
        journal.close();
        journal.close();
        assertTold(() -> journal.write(List.of(put("a", "1"))), "cannot be written");
        assertTold(() -> journal.all(Table.JOB), "cannot be read");
        assertTold(journal::compact, "cannot be compacted");
        Path copy = directory.resolve("copy.db");
        assertTold(() -> journal.backUp(copy), "cannot be copied to");
        assertThat(copy).as("half a copy").doesNotExist();
    }

    @Test
    void aCopyIsKnownAsOne() throws Exception {
        Path copy = directory.resolve("copy.db");
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            journal.write(List.of(put("a", "1")));
            journal.backUp(copy);
            assertThat(journal.all(Table.META)).doesNotContainKey(Journal.COPIED);
            assertTold(() -> journal.backUp(directory.resolve("none").resolve("copy.db")), "cannot be copied to");
        }
        assertThat(copy.resolveSibling("copy.db-wal"))
                .as("what a copy alone would lack")
                .doesNotExist();
        try (SqliteJournal journal = SqliteJournal.visit(copy, TimeSource.system())) {
            assertThat(journal.all(Table.META)).containsEntry(Journal.COPIED, "true");
            assertThat(journal.all(Table.JOB)).isEqualTo(Map.of("a", "1"));
        }
    }

    @Test
    void whereNoFileCanBeMadeItIsTold() throws Exception {
        Path taken = Files.writeString(directory.resolve("taken"), "a file");
        assertTold(() -> SqliteJournal.open(taken.resolve("journal.db"), TimeSource.system()), "cannot be opened");
        Files.createDirectory(directory.resolve("journal.db.lock"));
        assertTold(() -> SqliteJournal.open(file(), TimeSource.system()), "cannot be made");
        assertTold(
                () -> SqliteJournal.visitOrMake(taken.resolve("journal.db"), TimeSource.system()), "cannot be opened");
        assertTold(() -> SqliteJournal.visit(directory, TimeSource.system()), "there is no journal");
    }

    /** Opens a journal in a JVM that cannot unpack the library. */
    static final class WithoutLibrary {
        private WithoutLibrary() {}

        public static void main(String[] args) throws Exception {
            try (SqliteJournal journal = SqliteJournal.open(Path.of(args[0]), TimeSource.system())) {
                System.out.println("opened " + journal.all(Table.JOB));
            } catch (JournalException told) {
                System.out.println(told.getMessage());
            }
        }
    }

    @Test
    void aLibraryThatCannotBeLoadedIsNoDamageOfTheJournal() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file(), TimeSource.system())) {
            journal.write(List.of(put("a", "1")));
        }
        byte[] before = Files.readAllBytes(file());
        Path noDirectory = Files.writeString(directory.resolve("no-directory"), "a file");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + noDirectory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        WithoutLibrary.class.getName(),
                        file().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).isZero();

        assertThat(said)
                .contains("SQLite's native library cannot be loaded", "into " + noDirectory, "noexec", "TMPDIR")
                .doesNotContain("backup", "opened");
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }

    @Test
    void aJournalThatIsNotThereYetIsMadeForAVisitor() throws Exception {
        try (SqliteJournal visitor = SqliteJournal.visitOrMake(file(), TimeSource.system())) {
            visitor.write(List.of(put("a", "1")));
        }
        try (SqliteJournal visitor = SqliteJournal.visitOrMake(file(), TimeSource.system())) {
            assertThat(visitor.all(Table.JOB)).isEqualTo(Map.of("a", "1"));
        }
    }

    @Test
    void aSchedulerThatCouldNotOpenItsJournalLetsTheLockGo() throws Exception {
        execute("CREATE TABLE accounts (id INTEGER)");
        assertTold(() -> SqliteJournal.open(file(), TimeSource.system()), "no journal of a scheduler");
        Files.delete(file());
        SqliteJournal.open(file(), TimeSource.system()).close();
    }
}
