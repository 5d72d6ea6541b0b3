package org.atomizable.scheduler.journal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;

/**
 * A journal in an SQLite file. It writes ahead (WAL) and forces each write to disk, so that neither a kill nor a power cut takes
 * back what was told.
 */
public final class SqliteJournal implements Journal {

    private final Path file;
    private final Connection connection;
    private final Optional<JournalLock> lock;
    private final Optional<WriteAheadLog> ahead;

    /** The journal of a scheduler, which watches its log. */
    private SqliteJournal(Path file, Connection connection, JournalLock lock, WriteAheadLog ahead) {
        this.file = file;
        this.connection = connection;
        this.lock = Optional.of(lock);
        this.ahead = Optional.of(ahead);
    }

    /** A journal that a scheduler may be using. */
    private SqliteJournal(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
        this.lock = Optional.empty();
        this.ahead = Optional.empty();
    }

    /**
     * Opens a scheduler's journal, and creates it if it does not exist. No other program can open it until it is closed or this process
     * ends.
     *
     * @throws JournalException if another scheduler uses it, or it is damaged, or no journal
     */
    public static SqliteJournal open(Path file, TimeSource time) throws JournalException {
        return open(file, time, WriteAheadLog.MOST);
    }

    /** Opens one whose log has at most so many bytes, unless somebody reads it. */
    static SqliteJournal open(Path file, TimeSource time, long mostAhead) throws JournalException {
        Path real = SqliteFile.make(file);
        JournalLock lock = JournalLock.take(real, file);
        try {
            return new SqliteJournal(
                    real,
                    Patience.with(time, () -> connectAlone(real, lock)),
                    lock,
                    new WriteAheadLog(real, mostAhead, time));
        } catch (JournalException failed) {
            lock.close();
            throw failed;
        }
    }

    private static Connection connectAlone(Path real, JournalLock lock) throws JournalException {
        Connection connection = SqliteFile.connect(real);
        try {
            lock.enterOwner(connection);
            return connection;
        } catch (SQLException failed) {
            SqliteFile.close(connection);
            throw unwritten(real, failed);
        } catch (JournalException used) {
            SqliteFile.close(connection);
            throw used;
        }
    }

    /**
     * Opens an existing journal while a scheduler may be using it: to read it, to back it up, or to change rows that
     * the scheduler reads again.
     */
    public static SqliteJournal visit(Path file, TimeSource time) throws JournalException {
        if (!Files.isRegularFile(file)) {
            throw new JournalException("there is no journal " + file, "Name the file that the scheduler was given");
        }
        return visited(file, time);
    }

    /** Opens a journal beside the scheduler that may be using it, and makes it if it is not there. */
    public static SqliteJournal visitOrMake(Path file, TimeSource time) throws JournalException {
        return visited(file, time);
    }

    private static SqliteJournal visited(Path file, TimeSource time) throws JournalException {
        Path real = SqliteFile.make(file);
        return new SqliteJournal(real, Patience.with(time, () -> SqliteFile.connect(real)));
    }

    @Override
    public synchronized Map<String, String> all(Table table) throws JournalException {
        try {
            return Rows.read(connection, table);
        } catch (SQLException failed) {
            throw failed(
                    file,
                    failed,
                    "the journal %s cannot be read: %s".formatted(file, failed.getMessage()),
                    "Put a backup in its place");
        }
    }

    @Override
    public synchronized void write(List<Change> changes) throws JournalException {
        try {
            Transaction.run(connection, () -> {
                for (Change change : changes) {
                    Rows.write(connection, change);
                }
            });
            ahead.ifPresent(it -> it.watch(connection));
        } catch (SQLException failed) {
            throw unwritten(file, failed);
        }
    }

    private static JournalException unwritten(Path file, SQLException failed) {
        return failed(
                file,
                failed,
                "the journal %s cannot be written: %s".formatted(file, failed.getMessage()),
                SqliteFile.ROOM);
    }

    private static JournalException failed(Path file, SQLException failed, String what, String remedy) {
        return SqliteFile.isLocked(failed)
                ? JournalException.locked(file, failed)
                : new JournalException(what, remedy, failed);
    }

    /** Gives what rows that are gone have left back to the disk, and empties the log that is written ahead. */
    public synchronized void compact() throws JournalException {
        try (Statement statement = connection.createStatement()) {
            // Page by page: a mere execute would give back the first.
            statement.executeUpdate("PRAGMA incremental_vacuum");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException failed) {
            throw failed(
                    file,
                    failed,
                    "the journal %s cannot be compacted: %s".formatted(file, failed.getMessage()),
                    "Make room on its disk");
        }
    }

    /**
     * Writes a copy as of now, while a scheduler may go on; it is known as one by {@link Journal#COPIED}.
     *
     * @param copy must not be there yet
     */
    public synchronized void backUp(Path copy) throws JournalException {
        try {
            OwnerOnly.make(copy);
        } catch (FileAlreadyExistsException there) {
            throw new JournalException(copy + " is there already", "Name a file that is not", there);
        } catch (NoSuchFileException nowhere) {
            throw new JournalException(
                    "the journal %s cannot be copied to %s: its directory does not exist".formatted(file, copy),
                    "Make the directory, or name another file",
                    nowhere);
        } catch (IOException failed) {
            throw uncopied(copy, failed);
        }
        boolean whole = false;
        // SQLite takes an empty file for a copy.
        try (PreparedStatement statement = connection.prepareStatement("VACUUM INTO ?")) {
            statement.setString(1, copy.toAbsolutePath().toString());
            statement.execute();
            mark(copy);
            whole = true;
        } catch (SQLException failed) {
            throw SqliteFile.isLocked(failed) ? JournalException.locked(file, failed) : uncopied(copy, failed);
        } finally {
            if (!whole) {
                remove(copy);
            }
        }
    }

    private JournalException uncopied(Path copy, Exception failed) {
        return new JournalException(
                "the journal %s cannot be copied to %s: %s".formatted(file, copy, failed.getMessage()),
                "Name a file on a disk with room, in a directory that can be written",
                failed);
    }

    private static void remove(Path unfinished) {
        try {
            Files.deleteIfExists(unfinished);
        } catch (IOException left) {
            // The next copy is refused that name.
        }
    }

    /** Marks a copy, so that a scheduler that opens it knows that it is a copy. */
    private static void mark(Path copy) throws JournalException {
        SqliteJournal marked = new SqliteJournal(copy, SqliteFile.connect(copy));
        marked.write(List.of(new Change(Table.META, COPIED, Optional.of("true")), JournalOwner.none()));
        marked.compact();
        marked.close();
    }

    @Override
    public Optional<Start> lastStart() {
        return lock.flatMap(JournalLock::last);
    }

    @Override
    public boolean remembersStarts() {
        return lock.isPresent();
    }

    @Override
    public void started(Start start) throws JournalException {
        if (lock.isPresent()) {
            lock.get().started(start);
        }
    }

    @Override
    public synchronized void close() {
        if (lock.isPresent()) {
            leave();
        }
        SqliteFile.close(connection);
        lock.ifPresent(JournalLock::close);
    }

    private void leave() {
        try {
            write(List.of(JournalOwner.none()));
        } catch (JournalException full) {
            // The row counts for as long as this process runs; nobody else needs the file until then.
        }
    }
}
