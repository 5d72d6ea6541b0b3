package org.atomizable.checkpoint.disk;

import java.io.IOException;
import java.nio.file.Path;
import org.atomizable.api.time.TimeSource;

/** The real disk, with direct I/O for large files. */
final class DirectDisk extends RealDisk {

    private final TimeSource time;

    DirectDisk(TimeSource time) {
        this.time = time;
    }

    @Override
    public Writing createLarge(Path file) throws IOException {
        return new DirectWriting(file, time);
    }
}
