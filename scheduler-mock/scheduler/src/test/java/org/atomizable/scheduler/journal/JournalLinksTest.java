package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** One journal by several names. */
class JournalLinksTest {

    private static final List<Change> ROW = List.of(new Change(Table.JOB, "a", Optional.of("1")));

    @TempDir
    Path directory;

    private Path file;
    private Path lock;

    @BeforeEach
    void name() throws Exception {
        file = Files.createDirectory(directory.resolve("real")).resolve("journal.db");
        lock = file.resolveSibling("journal.db.lock");
    }

    private void requireInUse(Path name, Path by) {
        assertThatThrownBy(() -> SqliteJournal.open(name, TimeSource.system()))
                .isInstanceOf(JournalException.class)
                .hasMessageContainingAll(
                        "another scheduler uses the journal " + name,
                        "process %s on ".formatted(ProcessHandle.current().pid()),
                        "which calls it " + by);
    }

    @Test
    void aLinkIsTheJournalThatItLeadsTo() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), file);
        Path second = Files.createSymbolicLink(directory.resolve("second.db"), Path.of("link.db"));
        Path above = Files.createSymbolicLink(directory.resolve("above"), file.getParent());
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            journal.write(ROW);
            for (Path name : List.of(link, second, above.resolve("journal.db"), directory.resolve("real/../link.db"))) {
                requireInUse(name, file);
                try (SqliteJournal visitor = SqliteJournal.visit(name, TimeSource.system())) {
                    assertThat(visitor.all(Table.JOB)).isEqualTo(Map.of("a", "1"));
                }
            }
        }
        assertThat(directory).isDirectoryNotContaining("glob:**.lock");
    }

    @Test
    void aLinkThatLeadsNowhereMakesTheJournalWhereItLeads() throws Exception {
        Path deep = directory.resolve("deep/er/journal.db");
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), Path.of("deep/er/journal.db"));
        try (SqliteJournal journal = SqliteJournal.open(link, TimeSource.system())) {
            journal.write(ROW);
            requireInUse(deep, link);
        }
        assertThat(deep.resolveSibling("journal.db.lock")).exists();
        try (SqliteJournal journal = SqliteJournal.open(deep, TimeSource.system())) {
            assertThat(journal.all(Table.JOB)).isEqualTo(Map.of("a", "1"));
        }
    }

    @Test
    void aJournalWithASecondNameIsRefusedByBoth() throws Exception {
        SqliteJournal.open(file, TimeSource.system()).close();
        Path second = Files.createLink(directory.resolve("second.db"), file);
        for (Path name : List.of(file, second)) {
            assertThatThrownBy(() -> SqliteJournal.open(name, TimeSource.system()))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContainingAll(name + " has 2 names (hard links)", "Keep one name");
            assertThatThrownBy(() -> SqliteJournal.visit(name, TimeSource.system()))
                    .hasMessageContaining("has 2 names");
        }
        Files.delete(second);

        SqliteJournal.open(file, TimeSource.system()).close();
    }

    private void requireOwned(Path name, long by) {
        assertThatThrownBy(() -> SqliteJournal.open(name, TimeSource.system()))
                .isInstanceOf(JournalException.class)
                .hasMessageContainingAll(
                        "another scheduler uses the journal " + name,
                        "process %s, which calls it %s".formatted(by, file));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJournalIsInUseThoughItsLockIsRemovedOrItIsRenamed() throws Exception {
        Path elsewhere = directory.resolve("renamed.db");
        long self = ProcessHandle.current().pid();
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            Files.delete(lock);
            requireOwned(file, self);
            Files.move(file, elsewhere);
            requireOwned(elsewhere, self);
            Files.copy(elsewhere, directory.resolve("copy.db"));
            SqliteJournal.open(directory.resolve("copy.db"), TimeSource.system())
                    .close();
            Files.move(elsewhere, file);
            journal.write(ROW);
        }
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            assertThat(journal.all(Table.JOB)).isEqualTo(Map.of("a", "1"));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void itsOwnerIsAnotherProcessForAsLongAsThatRuns() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            ownedBy(other.pid());
            requireOwned(file, other.pid());

            // A kill gives the lock back before the process has ended.
            Path lock = file.resolveSibling(file.getFileName() + ".lock");
            Files.writeString(lock, Files.readString(lock).replaceAll("\"pid\":[0-9]+", "\"pid\":" + other.pid()));
            SqliteJournal.open(file, TimeSource.system()).close();
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessThatHasEndedAndWhoseParentHasNotNoticedUsesNothing() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "exec 3<&0; read line <&3 & echo $!; exec sleep 600").start();
        try (BufferedReader lines = parent.inputReader();
                Writer line = parent.outputWriter()) {
            long child = Long.parseLong(lines.readLine());
            // As long as the shell is there, it would notice.
            while (!Files.readString(stat(parent.pid())).contains("(sleep)")) {
                Thread.onSpinWait();
            }
            line.write("\n");
            line.flush();
            while (!Files.readString(stat(child)).contains(") Z ")) {
                Thread.onSpinWait();
            }
            ownedBy(child);
            SqliteJournal.open(file, TimeSource.system()).close();
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    private static Path stat(long pid) {
        return Path.of("/proc", Long.toString(pid), "stat");
    }

    /** Lets the journal say that another process uses it. */
    private void ownedBy(long pid) throws Exception {
        String owner;
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            owner = journal.all(Table.META).get("owner");
        }
        assertThat(owner).isNotNull();
        String theirs = owner.replaceAll("\"pid\":[0-9]+", "\"pid\":" + pid)
                .replaceAll(
                        "\"began\":\"[0-9]+",
                        "\"began\":\"" + Files.readString(stat(pid)).split(" ")[21]);
        try (SqliteJournal visitor = SqliteJournal.visit(file, TimeSource.system())) {
            assertThat(visitor.all(Table.META)).doesNotContainKey("owner");
            visitor.write(List.of(new Change(Table.META, "owner", Optional.of(theirs))));
        }
    }

    @Test
    void theLockKeepsWhatTheLastStartSaidThoughRowsAreOlder() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            assertThat(journal.lastStart()).isEmpty();
            journal.started(new Journal.Start(7, 1_000));
        }
        Files.delete(file);
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            assertThat(journal.lastStart()).contains(new Journal.Start(7, 1_000));
        }
        // It died before it began.
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            assertThat(journal.lastStart()).contains(new Journal.Start(7, 1_000));
            journal.started(new Journal.Start(12, 30));
        }
        assertThat(lock).content().contains("\"life\":12", "\"token\":30").endsWith("}\n");
    }

    @Test
    void aLockOfAnOlderVersionOrOneThatWasCutShortSaysNothing() throws Exception {
        for (String content : List.of("", "\n", "{\"life\":7,\"tok", "null", "[]", "\0\0\0\0")) {
            Files.writeString(lock, content);
            try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
                assertThat(journal.lastStart()).as(content).isEmpty();
            }
        }
    }
}
