package org.atomizable.engine.slurm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A profile of MIG instances, as its name tells it: {@code 3g.40gb}, or {@code 1c.3g.40gb} for a third of its processors.
 *
 * @param part how many slices of processors a device has if it is a part of an instance; 0 if it is the whole one
 * @param slices how many slices of processors the instance has
 * @param gigabytes its memory
 */
record MigProfile(int part, int slices, long gigabytes) {

    /** Slurm names types by the product too, such as {@code nvidia_h100_80gb_hbm3_1g.10gb}. */
    private static final Pattern NAME =
            Pattern.compile("(?<![0-9])(?:([0-9])c\\.)?([0-9]{1,2})g\\.([0-9]{1,4})gb", Pattern.CASE_INSENSITIVE);

    /** Programs round the memory of a profile in several ways: 39 or 40 GB. That of another one differs by half. */
    private static final double SAME = 0.8;

    /** Returns the profile that a name tells of; empty if it tells of none. */
    static Optional<MigProfile> in(String name) {
        Matcher found = NAME.matcher(name);
        return found.find()
                ? Optional.of(new MigProfile(
                        found.group(1) == null ? 0 : Integer.parseInt(found.group(1)),
                        Integer.parseInt(found.group(2)),
                        Long.parseLong(found.group(3))))
                : Optional.empty();
    }

    /** Tells whether it is another name of the same profile. */
    boolean isLike(MigProfile other) {
        return part == other.part
                && slices == other.slices
                && Math.min(gigabytes, other.gigabytes) >= SAME * Math.max(gigabytes, other.gigabytes);
    }
}
