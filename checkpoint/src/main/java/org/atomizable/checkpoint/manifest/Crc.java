package org.atomizable.checkpoint.manifest;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC32C (Castagnoli) in 8 lower-case hexadecimal digits. */
public final class Crc {

    private Crc() {}

    /** Returns the checksum of these bytes. */
    public static String of(byte[] bytes) {
        return of(ByteBuffer.wrap(bytes));
    }

    /** Returns the checksum of the buffer's remaining bytes, and leaves its position. */
    public static String of(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return hex(crc);
    }

    /** Returns the checksum of what was fed so far. */
    public static String hex(CRC32C crc) {
        return "%08x".formatted(crc.getValue());
    }
}
