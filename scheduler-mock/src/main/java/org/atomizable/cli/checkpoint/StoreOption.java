package org.atomizable.cli.checkpoint;

import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.checkpoint.Catalog;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command on a store is told. */
final class StoreOption {

    @Parameters(index = "0", paramLabel = "STORE", description = "The store's directory, or s3://BUCKET/PREFIX.")
    private String store;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @SuppressWarnings("NullAway.Init")
    StoreOption() {}

    Catalog open() throws CheckpointException {
        return Catalog.at(store);
    }
}
