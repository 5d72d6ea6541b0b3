package org.atomizable.checkpoint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.testkit.spi.CheckpointStoreContract;
import org.junit.jupiter.api.io.TempDir;

class DirectoryStoreContractTest extends CheckpointStoreContract {

    @TempDir
    Path directory;

    @Override
    protected CheckpointStore opened() throws Exception {
        return openedAt(directory.toString());
    }

    @Override
    protected Optional<String> place() {
        return Optional.of(directory.toString());
    }

    @Override
    protected CheckpointStore openedAt(String place) throws Exception {
        return Checkpoints.in(Path.of(place, "store"), "walk");
    }

    @Override
    protected boolean damageNewest() throws Exception {
        Path newest = Collections.max(Walk.files(directory, "", ".safetensors"));
        byte[] bytes = Files.readAllBytes(newest);
        bytes[bytes.length - 1] ^= 1;
        Files.write(newest, bytes);
        return true;
    }
}
