package org.atomizable.checkpoint;

import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.object.MemoryObjectSpace;
import org.atomizable.testkit.spi.CheckpointStoreContract;

class MemoryStoreContractTest extends CheckpointStoreContract {

    private final MemoryObjectSpace space = new MemoryObjectSpace();

    @Override
    protected CheckpointStore opened() throws Exception {
        return Checkpoints.in(space, "walk", StoreOptions.usual());
    }

    @Override
    protected Optional<String> place() {
        return Optional.empty();
    }
}
