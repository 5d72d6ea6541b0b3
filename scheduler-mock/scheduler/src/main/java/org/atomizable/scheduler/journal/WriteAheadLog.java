package org.atomizable.scheduler.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the file short that SQLite writes ahead. SQLite begins it anew only while nobody reads, so that a reader who never stops lets it grow:
 * then the log says who that is. Guarded by the journal.
 */
final class WriteAheadLog {

    /** In bytes. SQLite by itself begins anew after 4 MB. */
    static final long MOST = 64L << 20;

    /** To empty the log takes time; the log of the scheduler names the processes that hinder it no more often than this. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(WriteAheadLog.class);

    private final Path file;
    private final Path ahead;
    private final long most;
    private final TimeSource time;
    private Optional<Long> hindered = Optional.empty();

    WriteAheadLog(Path journal, long most, TimeSource time) {
        this.file = journal;
        this.ahead = journal.resolveSibling(journal.getFileName() + "-wal");
        this.most = most;
        this.time = time;
    }

    /** Empties it if it is too long; what was written is safe either way. */
    void watch(Connection connection) {
        try {
            long length = Files.size(ahead);
            if (length <= most
                    || hindered.filter(it -> time.nanos() - it < PAUSE.toNanos())
                            .isPresent()) {
                return;
            }
            if (empty(connection)) {
                hindered = Optional.empty();
            } else {
                hindered = Optional.of(time.nanos());
                LOG.warn(
                        "The journal's log {} has {} MB and cannot be emptied while another program reads the journal: {}. End it, or its"
                                + " transaction.",
                        ahead,
                        length / 1_000_000,
                        readers());
            }
        } catch (IOException none) {
            // A journal that was not written since it was opened has no log.
        } catch (SQLException failed) {
            hindered = Optional.of(time.nanos());
            LOG.warn("The journal's log {} cannot be emptied: {}", ahead, failed.getMessage());
        }
    }

    private static boolean empty(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Decisions must not wait for a reader.
            statement.execute("PRAGMA busy_timeout = 0");
            try (ResultSet result = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                return result.next() && result.getInt(1) == 0;
            } finally {
                SqliteFile.waitForLocks(connection);
            }
        }
    }

    /** Only processes of the same user can be looked into, and only on Linux. */
    private String readers() {
        List<String> found = new ArrayList<>();
        long mine = ProcessHandle.current().pid();
        ProcessHandle.allProcesses()
                .filter(it -> it.pid() != mine && reads(it.pid()))
                .forEach(it -> found.add(
                        "%s (%s)".formatted(it.pid(), it.info().command().orElse("unknown"))));
        return found.isEmpty()
                ? "none of this user's is seen, try lsof " + file.toAbsolutePath()
                : "process " + String.join(", ", found);
    }

    private boolean reads(long pid) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc", String.valueOf(pid), "fd"))) {
            for (Path each : open) {
                if (isOurs(each)) {
                    return true;
                }
            }
        } catch (IOException foreign) {
            // Another user's, or it has just ended.
        }
        return false;
    }

    private boolean isOurs(Path descriptor) {
        try {
            return Files.isSameFile(descriptor, file) || Files.isSameFile(descriptor, ahead);
        } catch (IOException closed) {
            return false;
        }
    }
}
