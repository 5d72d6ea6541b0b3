package org.atomizable.scheduler.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which scheduler uses a journal, as a row in it. While that one runs, somebody may remove the lock that lies beside the journal, or rename the
 * journal. Only on Linux, where a process can be told from a later one with its number whatever the clock is set to.
 */
final class JournalOwner implements AutoCloseable {

    private static final String KEY = "owner";
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /** States of a process that has ended. */
    private static final Set<String> ENDED = Set.of("Z", "X");

    /** Where its start stands behind its name. */
    private static final int BEGAN = 19;

    /** The files that this process uses. A row may say so of one that it does not use any more. */
    private static final Map<String, JournalOwner> OPEN = new ConcurrentHashMap<>();

    private final Row row;
    private final Optional<Long> gone;

    /**
     * A scheduler with a file.
     *
     * @param began when it was started, on its machine's count
     * @param boot which start of which machine that count is of
     * @param file which one it uses; a copy is another one
     * @param path by which it was told to
     */
    private record Row(long pid, String began, String boot, String file, String path) {

        Row {
            Objects.requireNonNull(began);
            Objects.requireNonNull(boot);
            Objects.requireNonNull(file);
        }

        static Row ofThisProcess(Path journal, Path named) throws IOException {
            long pid = ProcessHandle.current().pid();
            return new Row(
                    pid,
                    status(pid).get(BEGAN),
                    Files.readString(BOOT).strip(),
                    String.valueOf(Files.readAttributes(journal, BasicFileAttributes.class)
                            .fileKey()),
                    named.toAbsolutePath().toString());
        }

        /** Returns what stands behind the name, which may have blanks; see proc(5). */
        private static List<String> status(long pid) throws IOException {
            String status = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
            return List.of(status.substring(status.lastIndexOf(')') + 2).split(" ", -1));
        }

        /** Tells whether it is another process that runs, and uses the same file. */
        boolean usesFileOf(Row other) {
            return file.equals(other.file)
                    && boot.equals(other.boot)
                    && !(pid == other.pid && began.equals(other.began))
                    && runs();
        }

        private boolean runs() {
            try {
                List<String> status = status(pid);
                // One that was killed may wait for its parent to notice.
                return status.get(BEGAN).equals(began) && !ENDED.contains(status.get(0));
            } catch (IOException ended) {
                return false;
            }
        }
    }

    private JournalOwner(Row row, Optional<Long> gone) {
        this.row = row;
        this.gone = gone;
    }

    /**
     * Claims a file for one scheduler of this process.
     *
     * @param real where the journal is
     * @param named as it was named
     * @param gone the process that had the lock beside the journal, and has given it back, such as by a kill that has not ended it yet
     * @throws JournalException if another one has it
     */
    static Optional<JournalOwner> claim(Path real, Path named, Optional<Long> gone) throws JournalException {
        JournalOwner claiming;
        try {
            claiming = new JournalOwner(Row.ofThisProcess(real, named), gone);
        } catch (IOException otherSystem) {
            return Optional.empty();
        }
        JournalOwner before = OPEN.putIfAbsent(claiming.row.file(), claiming);
        if (before != null) {
            throw used(named, before.row);
        }
        return Optional.of(claiming);
    }

    /** Says in the journal that it is claimed; refuses it if another process that runs has said so. */
    void enter(Connection connection) throws SQLException, JournalException {
        Transaction.run(connection, () -> {
            Optional<Row> before = entered(connection);
            if (before.filter(it -> it.usesFileOf(row) && !gone.equals(Optional.of(it.pid())))
                    .isPresent()) {
                throw used(Path.of(row.path()), before.get());
            }
            Rows.write(connection, new Change(Table.META, KEY, Optional.of(RowJson.write(row))));
        });
        // A process that opens the file under another name does not see the write-ahead log, so it is moved into the
        // file.
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
        }
    }

    private static Optional<Row> entered(Connection connection) throws SQLException, JournalException {
        try {
            String text = Rows.read(connection, Table.META).get(KEY);
            return text == null ? Optional.empty() : Optional.of(RowJson.read(text, Row.class));
        } catch (JsonProcessingException | IllegalArgumentException ofAnotherVersion) {
            return Optional.empty();
        }
    }

    private static JournalException used(Path journal, Row by) {
        return new JournalException(
                "another scheduler uses the journal %s: process %s, which calls it %s"
                        .formatted(journal, by.pid(), by.path()),
                "Stop it first, or name another file");
    }

    /** Returns the change by which a journal has no owner. */
    static Change none() {
        return new Change(Table.META, KEY, Optional.empty());
    }

    @Override
    public void close() {
        OPEN.remove(row.file(), this);
    }
}
