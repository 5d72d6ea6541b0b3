package org.atomizable.checkpoint;

import java.util.Optional;
import java.util.UUID;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.object.S3Server;
import org.atomizable.testkit.spi.CheckpointStoreContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/** The store over a real S3-speaking server. */
@Tag("slow")
class S3StoreContractTest extends CheckpointStoreContract {

    @AutoClose
    private static final S3Server SERVER = new S3Server();

    private final String prefix = UUID.randomUUID().toString();

    @Override
    protected CheckpointStore opened() throws Exception {
        return Checkpoints.at(SERVER.location(prefix), "walk", StoreOptions.usual());
    }

    @Override
    protected Optional<String> place() {
        // Another JVM takes seconds to load the client, and would be told the same by the server.
        return Optional.empty();
    }
}
