package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class WriteAheadLogTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("journal.db");
    }

    private static void writeMuch(SqliteJournal journal) throws JournalException {
        for (int i = 0; i < 20; i++) {
            journal.write(List.of(new Change(Table.LEASE, "grant-" + i, Optional.of("x".repeat(20_000)))));
        }
    }

    /** As sqlite3 does that somebody left open, and any program that copies the file. */
    @Test
    void theLogThatIsWrittenAheadIsShortAgainAfterWhoeverReadTheJournal() throws Exception {
        VirtualTime time = VirtualTime.create();
        Path ahead = file.resolveSibling("journal.db-wal");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(WriteAheadLog.class);
        logger.addAppender(log);
        try (SqliteJournal journal = SqliteJournal.open(file, time, 100_000)) {
            journal.write(List.of(new Change(Table.JOB, "a", Optional.of("1"))));
            Process holder = new ProcessBuilder("tail", "-f", file.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (var reader = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = reader.createStatement()) {
                assumeThat(isOpenIn(holder)).isTrue();
                statement.execute("BEGIN");
                statement.executeQuery("SELECT count(*) FROM sqlite_schema").close();
                writeMuch(journal);
                assertThat(Files.size(ahead)).isGreaterThan(400_000);
                assertThat(log.list)
                        .singleElement()
                        .extracting(ILoggingEvent::getFormattedMessage)
                        .asString()
                        .contains("cannot be emptied while another program reads", holder.pid() + " (", "tail");
            } finally {
                holder.destroyForcibly();
            }
            time.advance(Duration.ofMinutes(1));
            journal.write(List.of(new Change(Table.JOB, "a", Optional.of("2"))));
            assertThat(Files.size(ahead)).isZero();
            writeMuch(journal);
            assertThat(Files.size(ahead)).isLessThan(200_000);
            assertThat(log.list).hasSize(1);
        } finally {
            logger.detachAppender(log);
        }
    }

    /** A reader that cannot be seen from here, as one of another user: it is looked for once a minute, and lsof is named. */
    @Test
    void aReaderThatIsNotSeenIsToldOfOnceAMinute() throws Exception {
        VirtualTime time = VirtualTime.create();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(WriteAheadLog.class);
        logger.addAppender(log);
        try (SqliteJournal journal = SqliteJournal.open(file, time, 100_000);
                // This process does not name itself.
                var reader = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = reader.createStatement()) {
            journal.write(List.of(new Change(Table.JOB, "a", Optional.of("1"))));
            statement.execute("BEGIN");
            statement.executeQuery("SELECT count(*) FROM sqlite_schema").close();
            writeMuch(journal);
            journal.write(List.of(new Change(Table.JOB, "a", Optional.of("2"))));
            assertThat(log.list)
                    .singleElement()
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .asString()
                    .contains("none of this user's is seen, try lsof " + file.toAbsolutePath());
            time.advance(Duration.ofMinutes(1));
            journal.write(List.of(new Change(Table.JOB, "a", Optional.of("3"))));
            assertThat(log.list).hasSize(2);
        } finally {
            logger.detachAppender(log);
        }
    }

    /** It opens the file after its start. */
    private boolean isOpenIn(Process process) throws Exception {
        Path descriptors = Path.of("/proc", String.valueOf(process.pid()), "fd");
        while (process.isAlive() && Files.isDirectory(descriptors)) {
            try (Stream<Path> open = Files.list(descriptors)) {
                if (open.anyMatch(
                        it -> realName(it).equals(file.toAbsolutePath().toString()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String realName(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
