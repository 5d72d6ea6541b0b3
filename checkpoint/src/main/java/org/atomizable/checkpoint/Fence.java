package org.atomizable.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.jspecify.annotations.Nullable;

/** The newest fencing token that a store has seen. Every method is called with the store's lock held. */
final class Fence {

    private static final JsonFactory JSON = new JsonFactory();

    private final Path file;
    private final Disk disk;
    private final StoreFiles files;

    Fence(Path directory, Disk disk) {
        this.file = directory.resolve("fence.json");
        this.disk = disk;
        this.files = new StoreFiles(disk);
    }

    /** Refuses a token older than the newest. */
    void require(FencingToken token) throws IOException, CheckpointException {
        FencingToken newest = newest();
        if (token.olderThan(newest)) {
            throw new StaleTokenException(token, newest);
        }
    }

    /** Refuses a token older than the newest, and remembers a newer one. */
    void raise(FencingToken token) throws IOException, CheckpointException {
        require(token);
        if (newest().olderThan(token)) {
            files.replace(file, "{\"token\":%d}\n".formatted(token.value()).getBytes(StandardCharsets.UTF_8));
        }
    }

    private FencingToken newest() throws IOException, CheckpointException {
        if (!disk.exists(file)) {
            return FencingToken.NONE;
        }
        try (JsonParser from = JSON.createParser(files.read(file))) {
            boolean shaped = from.nextToken() == JsonToken.START_OBJECT
                    && "token".equals(from.nextFieldName())
                    && from.nextToken() == JsonToken.VALUE_NUMBER_INT
                    && from.getLongValue() >= 0;
            long value = shaped ? from.getLongValue() : -1;
            if (!shaped || from.nextToken() != JsonToken.END_OBJECT) {
                throw damaged(null);
            }
            return new FencingToken(value);
        } catch (JsonProcessingException e) {
            throw damaged(e);
        }
    }

    /** To guess the newest token would be to let an old worker in. */
    private CheckpointException damaged(@Nullable Exception cause) {
        String what = "the fence of checkpoint store %s is damaged".formatted(file.getParent());
        String remedy = "Make sure that no worker of this job runs, then delete " + file;
        return cause == null ? new CheckpointException(what, remedy) : new CheckpointException(what, remedy, cause);
    }
}
