package org.atomizable.checkpoint.manifest;

import java.util.regex.Pattern;

/**
 * One safetensors file of a checkpoint.
 *
 * @param file its name, within the checkpoint
 * @param bytes its length
 * @param crc32c of the whole file
 * @param headerBytes length of what comes before its data
 * @param headerCrc32c of what comes before its data
 */
public record StoredShard(String file, long bytes, String crc32c, long headerBytes, String headerCrc32c) {

    private static final Pattern FILE = Pattern.compile("shard-[A-Za-z0-9-]{1,100}\\.safetensors");

    /** Refuses a name that could lead out of the checkpoint, and lengths that no file has. */
    public StoredShard {
        if (!FILE.matcher(file).matches()) {
            throw new IllegalArgumentException("\"%s\" is no name of a shard".formatted(file));
        }
        if (headerBytes < Long.BYTES || bytes < headerBytes) {
            throw new IllegalArgumentException(
                    "shard %s cannot have %d bytes, %d of them header".formatted(file, bytes, headerBytes));
        }
    }
}
