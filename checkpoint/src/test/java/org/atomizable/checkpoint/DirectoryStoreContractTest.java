package org.atomizable.checkpoint;

import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.testkit.spi.CheckpointStoreContract;
import org.junit.jupiter.api.io.TempDir;

class DirectoryStoreContractTest extends CheckpointStoreContract {

    @TempDir
    Path directory;

    @Override
    protected CheckpointStore opened() throws Exception {
        return Checkpoints.in(directory.resolve("store"), "walk");
    }
}
