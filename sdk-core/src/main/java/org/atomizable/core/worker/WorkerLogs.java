package org.atomizable.core.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.window.Slice;

/**
 * The log files of workers, one for each slice.
 *
 * @param directory made if it is not there
 * @param limit how large a log may become before it is renamed, and the one renamed before is deleted
 */
record WorkerLogs(Path directory, Bytes limit) {

    Path of(Slice slice) throws WorkerException {
        make();
        return directory.resolve("worker-" + slice.id().replaceAll("[^A-Za-z0-9._-]", "_") + ".log");
    }

    void make() throws WorkerException {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new WorkerException(
                    "the directory %s for workers' logs cannot be made: %s".formatted(directory, e.getMessage()),
                    "It lies beside the store: name a store in a directory that can be written, such as one directory deeper",
                    e);
        }
    }
}
