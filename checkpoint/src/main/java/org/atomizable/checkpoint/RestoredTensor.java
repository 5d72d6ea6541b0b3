package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.Crc;
import org.atomizable.checkpoint.manifest.StoredTensor;
import org.atomizable.checkpoint.state.BufferPool;

/** A tensor that is being read, in order or in parallel, with the checksums of its parts. */
final class RestoredTensor {

    /** Small enough to be still in the processor's cache when its checksum is computed. */
    private static final int STRETCH = 4 << 20;

    private final StoredTensor stored;
    private final long position;
    private final int bytes;
    private final int[] crcs;
    private ByteBuffer data = ByteBuffer.allocate(0);

    /** Creates a tensor that begins at this position of its shard. */
    RestoredTensor(StoredTensor stored, long position, int bytes) {
        this.stored = stored;
        this.position = position;
        this.bytes = bytes;
        this.crcs = new int[Math.max(1, (int) (((long) bytes + STRETCH - 1) / STRETCH))];
    }

    StoredTensor stored() {
        return stored;
    }

    long position() {
        return position;
    }

    /** Returns the number of its parts: one if it is empty. */
    int stretches() {
        return crcs.length;
    }

    int stretchBytes(int stretch) {
        return Math.min(STRETCH, bytes - stretch * STRETCH);
    }

    /** Takes memory for it, which costs as much as reading into it. */
    void allocate() {
        data = BufferPool.fresh(bytes);
    }

    void read(Disk.Reading file, int stretch) throws IOException {
        int begin = stretch * STRETCH;
        ByteBuffer into = data.slice(begin, stretchBytes(stretch));
        file.read(into, position + begin);
        crcs[stretch] = Crc.valueOf(into.flip());
    }

    ByteBuffer data() {
        return data;
    }

    String crc32c() {
        int crc = crcs[0];
        for (int stretch = 1; stretch < crcs.length; stretch++) {
            crc = Crc.joined(crc, crcs[stretch], stretchBytes(stretch));
        }
        return Crc.hex(crc);
    }
}
