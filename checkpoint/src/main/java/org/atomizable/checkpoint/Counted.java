package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.atomizable.checkpoint.disk.Disk;

/** A file that is being written, with its length. Ask for the length only after its force has completed. */
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
