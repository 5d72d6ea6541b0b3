package org.atomizable.cli.checkpoint;

import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.checkpoint.location.StoreLocation;

/** A file on this machine, which a URL does not name. */
final class LocalFile {

    private LocalFile() {}

    static Path named(String text) throws CheckpointException {
        StoreLocation location = StoreLocation.parse(text);
        return location.directory()
                .orElseThrow(() -> new CheckpointException(
                        "%s is not a file on this machine".formatted(location),
                        "Name one, and copy it to or from the object store yourself"));
    }
}
