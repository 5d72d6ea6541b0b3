package org.atomizable.checkpoint;

import java.util.Optional;
import java.util.UUID;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.object.S3Server;
import org.atomizable.testkit.spi.CheckpointStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The store over a real S3-speaking server. */
@Tag("slow")
class S3StoreContractTest extends CheckpointStoreContract {

    private static S3Server server;

    private final String prefix = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws Exception {
        server = new S3Server();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Override
    protected CheckpointStore opened() throws Exception {
        return Checkpoints.at(server.location(prefix), "walk", StoreOptions.usual());
    }

    @Override
    protected Optional<String> place() {
        // Another JVM takes seconds to load the client, and would be told the same by the server.
        return Optional.empty();
    }
}
