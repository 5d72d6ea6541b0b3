package org.atomizable.checkpoint.disk;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Where a file is expected there is something else: a directory, a link, a pipe, a device. It is never opened. */
public final class IrregularFileException extends FileSystemException {

    /** Makes one for this path. */
    public IrregularFileException(Path path) {
        super(path.toString(), null, "it is no regular file");
    }
}
