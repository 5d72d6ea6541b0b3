package org.atomizable.scheduler.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Opens the files of journals: with the right rights, sound, and up to date. */
final class SqliteFile {

    /** For so long each statement waits for another program's lock. */
    private static final int BUSY_MILLIS = 5000;

    /** The same while a file is opened, as all of that is tried again. */
    private static final int OPENING_BUSY_MILLIS = 500;

    private static final int MOST_LINKS = 40;

    /** SQLite has room for 512, with the endings of its companions. */
    private static final int LONGEST_PATH = 500;

    /** The log that is written ahead is cut to this many bytes when it begins anew; else it would keep its greatest length. */
    private static final long KEPT_AHEAD = 8L << 20;

    private static final int PRIMARY_CODE = 0xFF;
    static final String ROOM =
            "Make room on its disk (bytes and files: df -h, df -i) or raise the quota, and see that it can be written";
    private static final Set<SQLiteErrorCode> UNWRITABLE = EnumSet.of(
            SQLiteErrorCode.SQLITE_FULL,
            SQLiteErrorCode.SQLITE_READONLY,
            SQLiteErrorCode.SQLITE_READONLY_DIRECTORY,
            SQLiteErrorCode.SQLITE_READONLY_CANTINIT,
            SQLiteErrorCode.SQLITE_READONLY_DBMOVED,
            SQLiteErrorCode.SQLITE_CANTOPEN,
            SQLiteErrorCode.SQLITE_IOERR_WRITE,
            SQLiteErrorCode.SQLITE_IOERR_FSYNC,
            SQLiteErrorCode.SQLITE_IOERR_DIR_FSYNC,
            SQLiteErrorCode.SQLITE_IOERR_TRUNCATE,
            SQLiteErrorCode.SQLITE_IOERR_DELETE,
            SQLiteErrorCode.SQLITE_IOERR_SHMOPEN,
            SQLiteErrorCode.SQLITE_IOERR_SHMSIZE,
            SQLiteErrorCode.SQLITE_IOERR_SHMMAP);
    private static final List<String> COMPANIONS = List.of("", "-wal", "-shm");

    private SqliteFile() {}

    /**
     * Makes the directory of a journal, and the file itself, if they are not there.
     *
     * @return where it is, without any link: two programs that name it by different links must find each other
     * @throws JournalException also if the file has a second name, by which another program may use it
     */
    static Path make(Path file) throws JournalException {
        SqliteLibrary.load();
        try {
            Path at = file.toAbsolutePath();
            for (int links = 0; links < MOST_LINKS && Files.isSymbolicLink(at) && !Files.exists(at); links++) {
                at = at.resolveSibling(Files.readSymbolicLink(at));
            }
            Path directory = at.getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            if (Files.isDirectory(at)) {
                throw new JournalException(
                        "the journal %s is a directory".formatted(file),
                        "Name a file, such as %s".formatted(file.resolve("journal.db")));
            }
            OwnerOnly.makeIfAbsent(at);
            Path real = at.toRealPath();
            requireOneName(real);
            return real;
        } catch (IOException failed) {
            throw unreadable(file, failed);
        }
    }

    /** SQLite's log, and the lock, lie beside one name only. */
    private static void requireOneName(Path file) throws IOException, JournalException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return;
        }
        int names = ((Number) Files.getAttribute(file, "unix:nlink")).intValue();
        if (names > 1) {
            throw new JournalException(
                    "the journal %s has %s names (hard links), and another scheduler may use it by another one"
                            .formatted(file, names),
                    "Keep one name: stop what uses it, and remove the others, which find . -samefile FILE lists");
        }
    }

    /** Connects to a file that is there. */
    static Connection connect(Path file) throws JournalException {
        SqliteLibrary.load();
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
                statement.execute("PRAGMA journal_size_limit = " + KEPT_AHEAD);
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
            waitForLocks(connection);
            return connection;
        } catch (SQLException failed) {
            close(connection);
            throw isLocked(failed) ? JournalException.locked(file, failed) : unreadable(file, failed);
        } catch (JournalException failed) {
            close(connection);
            throw failed;
        }
    }

    /** Lets each statement wait for other programs from now on. */
    static void waitForLocks(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
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

    /** Makes the exception for a file that cannot be opened. One that cannot be written is not damaged: a full disk must not cost its content. */
    static JournalException unreadable(Path file, Exception failed) {
        String what = "the journal %s cannot be opened: %s".formatted(file, failed.getMessage());
        if (isUnwritable(failed) && file.toString().length() > LONGEST_PATH) {
            return new JournalException(
                    what, "Name a shorter path: SQLite takes about %s bytes".formatted(LONGEST_PATH), failed);
        }
        return new JournalException(
                what,
                isUnwritable(failed)
                        ? ROOM + ", or name another file. It may be whole: put nothing in its place"
                        : "Name a file in a directory that can be written, or put a backup in its place",
                failed);
    }

    private static boolean isUnwritable(Exception failed) {
        return failed instanceof IOException
                || (failed instanceof SQLiteException it && UNWRITABLE.contains(it.getResultCode()));
    }

    static void close(AutoCloseable it) {
        try {
            it.close();
        } catch (Exception closedAlready) {
            // All that was written is on the disk.
        }
    }
}
