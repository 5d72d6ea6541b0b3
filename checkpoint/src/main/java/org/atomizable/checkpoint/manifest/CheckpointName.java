package org.atomizable.checkpoint.manifest;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a committed checkpoint. The name contains the manifest's checksum, so that every byte of a checkpoint is
 * covered by a checksum.
 *
 * @param sequence increases from commit to commit
 * @param manifestCrc32c the CRC32C of the manifest's bytes, 8 hexadecimal digits
 */
public record CheckpointName(long sequence, String manifestCrc32c) {

    /** The order in which checkpoints are tried. */
    public static final Comparator<CheckpointName> NEWEST_FIRST =
            Comparator.comparingLong(CheckpointName::sequence).reversed().thenComparing(CheckpointName::manifestCrc32c);

    private static final int DIGITS = 12;
    private static final Pattern TEXT = Pattern.compile("checkpoint-([0-9]{12})-([0-9a-f]{8})");

    /** Reads a name; empty if it is none. */
    public static Optional<CheckpointName> of(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new CheckpointName(Long.parseLong(matcher.group(1)), matcher.group(2)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        String digits = Long.toString(sequence);
        return "checkpoint-" + "0".repeat(Math.max(0, DIGITS - digits.length())) + digits + "-" + manifestCrc32c;
    }
}
