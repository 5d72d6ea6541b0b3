package org.atomizable.checkpoint.manifest;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * CRC32C (Castagnoli), as text in 8 lower-case hexadecimal digits.
 *
 * <p>The checksum of two concatenated parts follows from their checksums, so that several threads can read the parts.
 * As a polynomial over GF(2), modulo the generator, it is the first checksum times x<sup>8n</sup>, plus the second
 * checksum, where n is the length of the second part in bytes.
 */
public final class Crc {

    /** The generator, its coefficient of x<sup>31</sup> in the lowest bit, as in everything below. */
    private static final int GENERATOR = 0x82F63B78;

    private static final int ONE = 1 << 31;
    private static final int X_TO_THE_8TH = 1 << 23;

    private Crc() {}

    /** Returns the checksum of these bytes. */
    public static String of(byte[] bytes) {
        return hex(valueOf(ByteBuffer.wrap(bytes)));
    }

    /** Returns the checksum of the buffer's remaining bytes, and leaves its position. */
    public static String of(ByteBuffer bytes) {
        return hex(valueOf(bytes));
    }

    /** Returns the checksum of the buffer's remaining bytes as a number, and leaves its position. */
    public static int valueOf(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }

    /** Returns the checksum of two concatenated parts. */
    public static int joined(int first, int second, long bytesOfSecond) {
        return times(first, power(bytesOfSecond)) ^ second;
    }

    /** Returns x to the power of 8 times the number, by squaring. */
    private static int power(long bytes) {
        int power = ONE;
        int square = X_TO_THE_8TH;
        for (long rest = bytes; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                power = times(power, square);
            }
            square = times(square, square);
        }
        return power;
    }

    private static int times(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = 31; bit >= 0; bit--) {
            product ^= (a >>> bit & 1) * shifted;
            shifted = shifted >>> 1 ^ (shifted & 1) * GENERATOR;
        }
        return product;
    }

    /** Returns a checksum as text. */
    public static String hex(int crc) {
        return HexFormat.of().toHexDigits(crc);
    }

    /** Returns the checksum of what was fed so far. */
    public static String hex(CRC32C crc) {
        return hex((int) crc.getValue());
    }

    /** Reads a checksum as {@link #hex} writes it. */
    public static int parse(String hex) {
        return Integer.parseUnsignedInt(hex, 16);
    }
}
