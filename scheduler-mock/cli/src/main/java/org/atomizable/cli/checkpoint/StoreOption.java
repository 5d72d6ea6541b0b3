package org.atomizable.cli.checkpoint;

import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of every command on a store. */
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class StoreOption {

    @Parameters(index = "0", paramLabel = "STORE", description = "The store's directory, or s3://BUCKET/PREFIX.")
    private String store;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    /** Opens a job's store to write into it, making it if there is none. */
    CheckpointStore openFor(String job) throws CheckpointException {
        return Checkpoints.at(store, job, StoreOptions.usual());
    }

    Catalog open() throws CheckpointException {
        return Catalog.at(store);
    }
}
