package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.atomizable.checkpoint.disk.Disk;

/** A file being written, and how long it has become; to be asked once whoever forced it was waited for. */
final class Counted implements Disk.Writing {

    private final Disk.Writing file;
    private long bytes;

    Counted(Disk.Writing file) {
        this.file = file;
    }

    @Override
    public void append(ByteBuffer more) throws IOException {
        long count = more.remaining();
        file.append(more);
        bytes += count;
    }

    @Override
    public void force() throws IOException {
        file.force();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    long bytes() {
        return bytes;
    }
}
