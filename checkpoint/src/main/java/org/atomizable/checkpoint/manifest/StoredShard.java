package org.atomizable.checkpoint.manifest;

import java.util.regex.Pattern;

/**
 * One safetensors file of a checkpoint. It may be compressed; all fields except {@code storedBytes} describe the
 * uncompressed file.
 *
 * @param file its name in the checkpoint; ends with {@code .zst} if it is compressed
 * @param storedBytes the length of the file as it is stored
 * @param bytes the length of the uncompressed file
 * @param crc32c the CRC32C of the whole file
 * @param header the part before its data
 */
public record StoredShard(String file, long storedBytes, long bytes, String crc32c, Header header) {

    /** The length and the CRC32C of the part before the data. */
    public record Header(long bytes, String crc32c) {}

    private static final Pattern FILE = Pattern.compile("shard-[A-Za-z0-9-]{1,100}\\.safetensors(\\.zst)?");

    /** Refuses a name that could lead out of the checkpoint, and lengths that no file has. */
    public StoredShard {
        if (!FILE.matcher(file).matches()) {
            throw new IllegalArgumentException("\"%s\" is no name of a shard".formatted(file));
        }
        if (header.bytes() < Long.BYTES
                || bytes < header.bytes()
                || storedBytes < 1
                || (!file.endsWith(".zst") && storedBytes != bytes)) {
            throw new IllegalArgumentException(
                    "shard %s cannot have %s bytes, %s of them header".formatted(file, bytes, header.bytes()));
        }
    }
}
