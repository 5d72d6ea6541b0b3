package org.atomizable.checkpoint.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The real disk, where everything survives a process, and nothing need survive a machine. */
final class UnforcedDisk extends RealDisk {

    @Override
    public Writing create(Path file) throws IOException {
        Writing real = super.create(file);
        return new Writing() {
            @Override
            public void append(ByteBuffer bytes) throws IOException {
                real.append(bytes);
            }

            @Override
            public void force() {
                // The process ends, the machine goes on.
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    @Override
    public void forceDirectory(Path directory) {
        // See above.
    }
}
