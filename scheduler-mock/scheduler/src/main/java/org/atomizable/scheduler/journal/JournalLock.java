package org.atomizable.scheduler.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The file beside a journal that a scheduler holds locked while it runs. It says who that is. It also says how far the last scheduler had
 * counted: a copy of a journal that is put in the journal's place does not take that away.
 */
final class JournalLock implements AutoCloseable {

    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
    private static final int LONGEST = 1 << 16;

    private final Path file;
    private final FileChannel channel;
    private final Path journal;
    private final Optional<Journal.Start> last;
    private final Optional<JournalOwner> owner;

    /**
     * A scheduler.
     *
     * @param life the newest one with this journal, which may be that before
     * @param token after which the tokens of that life begin
     * @param path the path of the journal that it was given
     */
    private record Owner(long life, long token, long pid, String host, String path) {}

    private JournalLock(
            Path file, FileChannel channel, Path journal, Optional<Journal.Start> last, Optional<JournalOwner> owner) {
        this.file = file;
        this.channel = channel;
        this.journal = journal;
        this.last = last;
        this.owner = owner;
    }

    /**
     * Takes the lock.
     *
     * @param real where the journal is, without any link
     * @param journal as it was named
     */
    static JournalLock take(Path real, Path journal) throws JournalException {
        Path file = real.resolveSibling(real.getFileName() + ".lock");
        FileChannel channel;
        try {
            channel = OwnerOnly.openOrMake(file);
        } catch (IOException failed) {
            throw unusable(file, failed);
        }
        try {
            boolean taken = isTaken(channel);
            Optional<Owner> owner = read(channel);
            if (!taken) {
                throw used(journal, owner);
            }
            JournalLock lock = new JournalLock(
                    file,
                    channel,
                    journal,
                    owner.map(it -> new Journal.Start(it.life(), it.token())),
                    JournalOwner.claim(real, journal, owner.map(Owner::pid)));
            lock.writeFirst();
            return lock;
        } catch (IOException failed) {
            SqliteFile.close(channel);
            throw unusable(file, failed);
        } catch (JournalException used) {
            SqliteFile.close(channel);
            throw used;
        }
    }

    private void writeFirst() throws IOException {
        boolean written = false;
        try {
            write(last.orElse(Journal.Start.NONE));
            written = true;
        } finally {
            if (!written) {
                close();
            }
        }
    }

    private static JournalException used(Path journal, Optional<Owner> by) {
        String who = by.map(it -> ": process %s on %s, which calls it %s".formatted(it.pid(), it.host(), it.path()))
                .orElse("");
        return new JournalException(
                "another scheduler uses the journal %s%s".formatted(journal, who),
                "Stop it first, or name another file");
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        }
    }

    /** Reads the owner; empty in the file of an older version. */
    private static Optional<Owner> read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(), LONGEST));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // Once, as a rule.
        }
        try {
            return Optional.of(RowJson.read(new String(bytes.array(), StandardCharsets.UTF_8), Owner.class));
        } catch (JsonProcessingException | IllegalArgumentException cutShort) {
            return Optional.empty();
        }
    }

    /** Returns how far schedulers had counted before. */
    Optional<Journal.Start> last() {
        return last;
    }

    /** Says in the journal, too, who has it; refuses it if another process says so that runs. */
    void enterOwner(Connection connection) throws SQLException, JournalException {
        if (owner.isPresent()) {
            owner.get().enter(connection);
        }
    }

    /** Records how far this one has counted; it is on the disk when this returns. */
    void started(Journal.Start start) throws JournalException {
        try {
            write(start);
        } catch (IOException failed) {
            throw unusable(file, failed);
        }
    }

    private void write(Journal.Start start) throws IOException {
        Owner owner = new Owner(
                start.life(),
                start.token(),
                ProcessHandle.current().pid(),
                host(),
                journal.toAbsolutePath().toString());
        ByteBuffer bytes = ByteBuffer.wrap((RowJson.write(owner) + "\n").getBytes(StandardCharsets.UTF_8));
        int length = bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
        channel.truncate(length);
        channel.force(true);
    }

    private static String host() {
        try {
            return Files.readString(HOST).strip();
        } catch (IOException elsewhere) {
            return "an unnamed host";
        }
    }

    private static JournalException unusable(Path file, IOException failed) {
        return new JournalException(
                "the lock %s of the journal cannot be made: %s".formatted(file, failed.getMessage()),
                "Name a journal in a directory that can be written and has room",
                failed);
    }

    @Override
    public void close() {
        owner.ifPresent(JournalOwner::close);
        SqliteFile.close(channel);
    }
}
