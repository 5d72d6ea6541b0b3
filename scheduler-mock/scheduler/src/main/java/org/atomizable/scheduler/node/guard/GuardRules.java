package org.atomizable.scheduler.node.guard;

/**
 * When the guard acts.
 *
 * @param windows in so many windows of measurement in a row a guarantee must be broken; 1 or more
 * @param newest the part of the newest window in the moving average, more than 0 and at most 1
 */
public record GuardRules(int windows, double newest) {

    /** Three windows in a row; the newest counts half. */
    public static final GuardRules DEFAULT = new GuardRules(3, 0.5);

    /** Rejects no windows, and a part outside (0, 1]. */
    public GuardRules {
        if (windows < 1 || !(newest > 0 && newest <= 1)) {
            throw new IllegalArgumentException(
                    "a guard needs 1 window or more, and a part in (0, 1], was given %d and %s"
                            .formatted(windows, newest));
        }
    }
}
