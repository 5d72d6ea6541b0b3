package org.atomizable.scheduler.gpu.simulated;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How simulated GPUs behave.
 *
 * @param creation how long an instance takes to come; not negative
 * @param destruction how long it takes to go; not negative
 * @param busy how likely it is that something unseen holds an instance when it is to be destroyed, in [0, 1]
 * @param halfWay how likely it is that a creation or destruction stops in the middle, in [0, 1]
 * @param betweenXids mean time between two errors of a GPU that cost it nothing; empty for none
 * @param untilLost mean time until a GPU is lost; empty for never
 */
public record Misfortune(
        Duration creation,
        Duration destruction,
        double busy,
        double halfWay,
        Optional<Duration> betweenXids,
        Optional<Duration> untilLost) {

    /** Everything at once, and nothing goes wrong. */
    public static final Misfortune NONE =
            new Misfortune(Duration.ZERO, Duration.ZERO, 0, 0, Optional.empty(), Optional.empty());

    /** As long as instances were seen to take, and nothing goes wrong. */
    public static final Misfortune ONLY_SLOW =
            new Misfortune(Duration.ofMillis(400), Duration.ofSeconds(1), 0, 0, Optional.empty(), Optional.empty());

    /** Refuses what cannot be. */
    public Misfortune {
        if (creation.isNegative() || destruction.isNegative()) {
            throw new IllegalArgumentException(
                    "instances come and go in no less than zero time, were %s and %s".formatted(creation, destruction));
        }
        if (!(busy >= 0 && busy <= 1 && halfWay >= 0 && halfWay <= 1)) {
            throw new IllegalArgumentException(
                    "likelihoods must be in [0, 1], were %s and %s".formatted(busy, halfWay));
        }
        for (Optional<Duration> mean : List.of(betweenXids, untilLost)) {
            if (mean.filter(it -> it.isNegative() || it.isZero()).isPresent()) {
                throw new IllegalArgumentException("a mean time must be more than 0, was " + mean.get());
            }
        }
    }
}
