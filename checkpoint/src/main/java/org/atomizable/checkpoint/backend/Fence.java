package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.disk.IrregularFileException;
import org.atomizable.checkpoint.manifest.Crc;

/**
 * The newest fencing token that a store has seen. The store's lock must be held for every method that decides or
 * changes anything.
 */
final class Fence {

    private static final System.Logger LOG = System.getLogger(Fence.class.getName());
    private static final Pattern TEXT = Pattern.compile("\\{\"token\":([0-9]{1,18}),\"crc32c\":\"([0-9a-f]{8})\"}\n");

    private final Path file;
    private final Path holder;
    private final Disk disk;
    private final StoreFiles files;
    private final Optional<TimeSource> naming;
    private Optional<FencingToken> durable = Optional.empty();

    /**
     * Makes the fence of a store.
     *
     * @param naming the clock by which this process names itself as the holder; if empty, it does not
     */
    Fence(Path directory, Disk disk, Optional<TimeSource> naming) {
        this.file = directory.resolve("fence.json");
        this.holder = directory.resolve("holder.txt");
        this.disk = disk;
        this.naming = naming;
        this.files = new StoreFiles(disk);
    }

    /** Refuses a token older than the newest. */
    void require(FencingToken token) throws IOException, CheckpointException {
        FencingToken newest = newest();
        if (token.olderThan(newest)) {
            throw Holder.refused(token, newest, holder());
        }
    }

    /** Refuses a token older than the newest, and remembers a newer one. */
    void raise(FencingToken token) throws IOException, CheckpointException {
        require(token);
        // The fence of another process may not be on the disk yet: it is written again once.
        if (durable.isEmpty() || durable.get().olderThan(token)) {
            // First, so that no fence of a process that dies is without it.
            name(token);
            files.replace(file, text(token));
            durable = Optional.of(token);
        }
    }

    /** It is not forced, and whatever is in the way of it is in the way of nothing else. */
    private void name(FencingToken token) {
        if (naming.isEmpty()) {
            return;
        }
        try {
            if (disk.exists(holder)) {
                disk.delete(holder);
            }
            try (Disk.Writing writing = disk.create(holder)) {
                String text = Holder.here(token, naming.get()).text();
                writing.append(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is not told: {1}", holder, e.toString());
        }
    }

    private Optional<Holder> holder() {
        try (Disk.Reading reading = disk.open(holder)) {
            byte[] bytes = new byte[(int) Math.min(reading.size(), Holder.LONGEST)];
            reading.read(ByteBuffer.wrap(bytes), 0);
            return Holder.read(new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    FencingToken newest() throws IOException, CheckpointException {
        return recorded().orElse(FencingToken.NONE);
    }

    /** Returns what the file says; empty if there is none. */
    Optional<FencingToken> recorded() throws IOException, CheckpointException {
        if (!disk.exists(file)) {
            return Optional.empty();
        }
        try {
            Matcher matcher = TEXT.matcher(new String(files.read(file), StandardCharsets.ISO_8859_1));
            if (!matcher.matches() || !crc32c(matcher.group(1)).equals(matcher.group(2))) {
                throw damaged("is damaged");
            }
            return Optional.of(new FencingToken(Long.parseLong(matcher.group(1))));
        } catch (IrregularFileException e) {
            throw damaged("is no regular file");
        }
    }

    private static byte[] text(FencingToken token) {
        String digits = Long.toString(token.value());
        return "{\"token\":%s,\"crc32c\":\"%s\"}\n"
                .formatted(digits, crc32c(digits))
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String crc32c(String digits) {
        return Crc.of(digits.getBytes(StandardCharsets.US_ASCII));
    }

    /** To guess the newest token would be to let an old worker in. */
    private CheckpointException damaged(String how) {
        return new CheckpointException(
                "the fence of checkpoint store %s %s".formatted(file.getParent(), how),
                "Make sure that no worker of this job runs, then delete " + file);
    }
}
