package org.atomizable.lab.market;

import org.atomizable.scheduler.score.Composite;

/**
 * What a population competes for.
 *
 * @param slices with a window each, once a minute; 1 to 50
 * @param minutes of virtual time, 1 or more
 * @param composite how bids are scored
 * @param calibrated whether jobs are believed less, the more their declarations were off; not where winners pay
 * @param paying whether winners pay second prices
 * @param seed of everything that is drawn
 */
public record LabRules(int slices, int minutes, Composite composite, boolean calibrated, boolean paying, long seed) {

    /** Refuses what there is no end to. */
    public LabRules {
        if (slices < 1 || slices > 50 || minutes < 1 || minutes > 1_000_000) {
            throw new IllegalArgumentException(
                    "a lab has 1 to 50 slices and 1 to 1,000,000 minutes, was asked for %d and %d"
                            .formatted(slices, minutes));
        }
    }
}
