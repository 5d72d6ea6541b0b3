package org.atomizable.checkpoint.manifest;

import java.util.List;
import org.atomizable.api.ElementType;

/**
 * One tensor of a checkpoint, and its location.
 *
 * @param name its name, here and in its shard
 * @param type of its elements
 * @param shape sizes of its dimensions, each 0 or more; empty for a scalar
 * @param shard the index of its shard in the checkpoint
 * @param crc32c the CRC32C of its data
 * @param sha256 its digest, see {@link org.atomizable.checkpoint.TensorDigest}
 */
public record StoredTensor(String name, ElementType type, List<Long> shape, int shard, String crc32c, String sha256) {

    /** Copies the shape. */
    public StoredTensor {
        shape = List.copyOf(shape);
    }

    /** Returns the size of its data, in bytes. */
    public long bytes() {
        long bytes = type.bytes();
        for (long size : shape) {
            bytes = Math.multiplyExact(bytes, size);
        }
        return bytes;
    }
}
