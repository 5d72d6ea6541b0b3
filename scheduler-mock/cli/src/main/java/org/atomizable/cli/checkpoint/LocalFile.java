package org.atomizable.cli.checkpoint;

import java.nio.file.Path;
import org.atomizable.checkpoint.StoreLocation;

/** A file on this machine, which a URL does not name. */
final class LocalFile {

    private LocalFile() {}

    static Path named(String text) {
        return StoreLocation.parse(text).<Path, IllegalArgumentException>match(path -> path, place -> {
            throw new IllegalArgumentException(
                    "%s is not a file on this machine; name one, and copy it to or from the object store yourself"
                            .formatted(place));
        });
    }
}
