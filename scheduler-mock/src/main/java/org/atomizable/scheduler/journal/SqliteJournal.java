package org.atomizable.scheduler.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A journal in an SQLite file. It writes ahead (WAL) and forces each write to disk, so that neither a kill nor a power cut takes
 * back what was told.
 */
public final class SqliteJournal implements Journal {

    private static final int BUSY_MILLIS = 5000;

    private final Path file;
    private final Connection connection;
    private final Optional<FileChannel> lock;

    private SqliteJournal(Path file, Connection connection, Optional<FileChannel> lock) {
        this.file = file;
        this.connection = connection;
        this.lock = lock;
    }

    /**
     * Opens a scheduler's journal, and makes it if it is not there. Nobody else can until it is closed or this process ends.
     *
     * @throws JournalException if another scheduler uses it, or it is damaged, or no journal
     */
    public static SqliteJournal open(Path file) throws JournalException {
        FileChannel lock = lock(file);
        try {
            return new SqliteJournal(file, connect(file), Optional.of(lock));
        } catch (JournalException failed) {
            close(lock);
            throw failed;
        }
    }

    /**
     * Opens a journal that is there, beside the scheduler that may be using it: to look, to back up, to change what a scheduler
     * reads anew.
     */
    public static SqliteJournal visit(Path file) throws JournalException {
        if (!Files.isRegularFile(file)) {
            throw new JournalException("there is no journal " + file, "Name the file that the scheduler was given");
        }
        return new SqliteJournal(file, connect(file), Optional.empty());
    }

    /** Opens a journal beside the scheduler that may be using it, and makes it if it is not there. */
    public static SqliteJournal visitOrMake(Path file) throws JournalException {
        if (!Files.exists(file)) {
            open(file).close();
        }
        return visit(file);
    }

    private static Connection connect(Path file) throws JournalException {
        Connection connection;
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath());
        } catch (SQLException failed) {
            throw unreadable(file, failed);
        }
        try {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
                statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
                statement.execute("PRAGMA journal_mode = WAL");
                statement.execute("PRAGMA synchronous = FULL");
            }
            requireSound(connection, file);
            Schema.migrate(connection, file.toString());
            return connection;
        } catch (SQLException failed) {
            close(connection);
            throw unreadable(file, failed);
        } catch (JournalException failed) {
            close(connection);
            throw failed;
        }
    }

    private static void requireSound(Connection connection, Path file) throws SQLException, JournalException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("PRAGMA quick_check(1)")) {
            String found = result.next() ? result.getString(1) : "nothing";
            if (!found.equals("ok")) {
                throw new JournalException(
                        "the journal %s is damaged: %s".formatted(file, found),
                        "Put a backup in its place; jobs go on from their checkpoints in any case");
            }
        }
    }

    private static JournalException unreadable(Path file, SQLException failed) {
        return new JournalException(
                "the journal %s cannot be opened: %s".formatted(file, failed.getMessage()),
                "Name a file in a directory that can be written, or put a backup in its place",
                failed);
    }

    private static FileChannel lock(Path file) throws JournalException {
        Path beside = file.resolveSibling(file.getFileName() + ".lock");
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            FileChannel channel = FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (locked(channel).isPresent()) {
                return channel;
            }
            channel.close();
        } catch (IOException failed) {
            throw new JournalException(
                    "the lock %s of the journal cannot be made: %s".formatted(beside, failed.getMessage()),
                    "Name a journal in a directory that can be written",
                    failed);
        }
        throw new JournalException(
                "another scheduler uses the journal %s".formatted(file), "Stop it first, or name another file");
    }

    private static Optional<FileLock> locked(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException ofThisProcess) {
            return Optional.empty();
        }
    }

    @Override
    public synchronized Map<String, String> all(Table table) throws JournalException {
        Map<String, String> rows = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT key, value FROM %s ORDER BY id".formatted(table.sql()))) {
            while (result.next()) {
                rows.put(result.getString(1), result.getString(2));
            }
            return rows;
        } catch (SQLException failed) {
            throw new JournalException(
                    "the journal %s cannot be read: %s".formatted(file, failed.getMessage()),
                    "Put a backup in its place",
                    failed);
        }
    }

    @Override
    public synchronized void write(List<Change> changes) throws JournalException {
        try {
            connection.setAutoCommit(false);
            try {
                for (Change change : changes) {
                    write(change);
                }
                connection.commit();
            } catch (SQLException failed) {
                connection.rollback();
                throw failed;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException failed) {
            throw new JournalException(
                    "the journal %s cannot be written: %s".formatted(file, failed.getMessage()),
                    "Make room on its disk, and see that it can be written",
                    failed);
        }
    }

    private void write(Change change) throws SQLException {
        String table = change.table().sql();
        String sql = change.value().isPresent()
                ? "INSERT INTO %s (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
                : "DELETE FROM %s WHERE key = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql.formatted(table))) {
            statement.setString(1, change.key());
            if (change.value().isPresent()) {
                statement.setString(2, change.value().get());
            }
            statement.executeUpdate();
        }
    }

    /** Gives what rows that are gone have left back to the disk, and empties the log that is written ahead. */
    public synchronized void compact() throws JournalException {
        try (Statement statement = connection.createStatement()) {
            // Page by page: a mere execute would give back the first.
            statement.executeUpdate("PRAGMA incremental_vacuum");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException failed) {
            throw new JournalException(
                    "the journal %s cannot be compacted: %s".formatted(file, failed.getMessage()),
                    "Make room on its disk",
                    failed);
        }
    }

    /**
     * Writes a copy as of now, while a scheduler may go on; it is known as one by {@link Journal#COPIED}.
     *
     * @param copy must not be there yet
     */
    public synchronized void backUp(Path copy) throws JournalException {
        if (Files.exists(copy)) {
            throw new JournalException(copy + " is there already", "Name a file that is not");
        }
        try (PreparedStatement statement = connection.prepareStatement("VACUUM INTO ?")) {
            statement.setString(1, copy.toAbsolutePath().toString());
            statement.execute();
            mark(copy);
        } catch (SQLException failed) {
            throw new JournalException(
                    "the journal %s cannot be copied to %s: %s".formatted(file, copy, failed.getMessage()),
                    "Name a file on a disk with room",
                    failed);
        }
    }

    /** Whoever opens a copy must know that it is one. */
    private static void mark(Path copy) throws SQLException, JournalException {
        SqliteJournal marked = new SqliteJournal(copy, connect(copy), Optional.empty());
        marked.write(List.of(new Change(Table.META, COPIED, Optional.of("true"))));
        marked.compact();
        marked.close();
    }

    @Override
    public synchronized void close() {
        close(connection);
        lock.ifPresent(SqliteJournal::close);
    }

    private static void close(AutoCloseable it) {
        try {
            it.close();
        } catch (Exception closedAlready) {
            // What was written is on the disk.
        }
    }
}
