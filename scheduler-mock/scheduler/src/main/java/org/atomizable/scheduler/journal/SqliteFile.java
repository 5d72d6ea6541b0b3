package org.atomizable.scheduler.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;

/** Opens the files of journals: with the right rights, sound, and up to date. */
final class SqliteFile {

    /** For so long each statement waits for another program's lock. */
    private static final int BUSY_MILLIS = 5000;

    /** The same while a file is opened, as all of that is tried again. */
    private static final int OPENING_BUSY_MILLIS = 500;

    private static final int PRIMARY_CODE = 0xFF;
    private static final List<String> COMPANIONS = List.of("", "-wal", "-shm");

    private SqliteFile() {}

    /** Makes the directory of a journal, and the file itself, if they are not there. */
    static void make(Path file) throws JournalException {
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            OwnerOnly.makeIfAbsent(file);
        } catch (IOException failed) {
            throw unreadable(file, failed);
        }
    }

    /** Takes the lock that a scheduler holds while it runs. */
    static FileChannel lock(Path file) throws JournalException {
        Path beside = file.resolveSibling(file.getFileName() + ".lock");
        try {
            FileChannel channel = OwnerOnly.openOrMake(beside);
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

    /** Connects to a file that is there. */
    static Connection connect(Path file) throws JournalException {
        Connection connection;
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath());
        } catch (SQLException failed) {
            throw unreadable(file, failed);
        }
        try {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + OPENING_BUSY_MILLIS);
                statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
                statement.execute("PRAGMA journal_mode = WAL");
                statement.execute("PRAGMA synchronous = FULL");
            }
            requireSound(connection, file);
            Schema.migrate(connection, file.toString());
            // Not before: it might be another program's database.
            for (String suffix : COMPANIONS) {
                OwnerOnly.repair(file.resolveSibling(file.getFileName() + suffix));
            }
            for (Table table : Table.values()) {
                Rows.read(connection, table);
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
            }
            return connection;
        } catch (SQLException failed) {
            close(connection);
            throw isLocked(failed) ? JournalException.locked(file, failed) : unreadable(file, failed);
        } catch (JournalException failed) {
            close(connection);
            throw failed;
        }
    }

    /** Also holds indexes against tables, so that no row is lost. */
    private static void requireSound(Connection connection, Path file) throws SQLException, JournalException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("PRAGMA integrity_check(1)")) {
            String found = result.next() ? result.getString(1) : "nothing";
            if (!found.equals("ok")) {
                throw JournalException.unsound(file, found);
            }
        }
    }

    static boolean isLocked(SQLException failed) {
        int code = failed.getErrorCode() & PRIMARY_CODE;
        return code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code;
    }

    private static JournalException unreadable(Path file, Exception failed) {
        return new JournalException(
                "the journal %s cannot be opened: %s".formatted(file, failed.getMessage()),
                "Name a file in a directory that can be written, or put a backup in its place",
                failed);
    }

    static void close(AutoCloseable it) {
        try {
            it.close();
        } catch (Exception closedAlready) {
            // What was written is on the disk.
        }
    }
}
