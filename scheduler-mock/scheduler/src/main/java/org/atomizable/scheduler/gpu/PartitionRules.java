package org.atomizable.scheduler.gpu;

import java.time.Duration;

/**
 * The rights of an owner of instances, and its patience.
 *
 * @param readOnly it may change nothing
 * @param destroyOthers it may destroy instances that it did not create
 * @param switchMig it may switch MIG modes
 * @param tries how often it tries to destroy an instance that is in use; 1 or more
 * @param pause between two tries; not negative
 */
public record PartitionRules(boolean readOnly, boolean destroyOthers, boolean switchMig, int tries, Duration pause) {

    /** It may change its own instances; five tries, half a second apart. */
    public static final PartitionRules OWN = new PartitionRules(false, false, false, 5, Duration.ofMillis(500));

    /** It may look. */
    public static final PartitionRules READ_ONLY = new PartitionRules(true, false, false, 1, Duration.ZERO);

    /** Refuses what cannot be. */
    public PartitionRules {
        if (tries < 1 || pause.isNegative()) {
            throw new IllegalArgumentException(
                    "there must be 1 try or more, and no negative pause, were %s and %s".formatted(tries, pause));
        }
    }

    /** Returns the same rules, but that instances of others may be destroyed. */
    public PartitionRules destroyingOthers() {
        return new PartitionRules(readOnly, true, switchMig, tries, pause);
    }

    /** Returns the same rules, but that MIG modes may be switched. */
    public PartitionRules switchingMig() {
        return new PartitionRules(readOnly, destroyOthers, true, tries, pause);
    }
}
