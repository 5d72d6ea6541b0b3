package org.atomizable.scheduler.gpu.simulated;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How simulated GPUs behave.
 *
 * @param delays how long instances take to come and to go
 * @param odds how likely it is that a call fails
 * @param errors how often GPUs have errors by themselves
 */
public record Misfortune(Delays delays, Odds odds, Errors errors) {

    /** Everything at once, and nothing goes wrong. */
    public static final Misfortune NONE =
            new Misfortune(new Delays(Duration.ZERO, Duration.ZERO), Odds.NONE, Errors.NONE);

    /** As long as instances were seen to take, and nothing goes wrong. */
    public static final Misfortune ONLY_SLOW =
            new Misfortune(new Delays(Duration.ofMillis(400), Duration.ofSeconds(1)), Odds.NONE, Errors.NONE);

    /**
     * How long instances take to come and to go.
     *
     * @param creation how long an instance takes to come; not negative
     * @param destruction how long it takes to go; not negative
     */
    public record Delays(Duration creation, Duration destruction) {

        /** Refuses negative times. */
        public Delays {
            if (creation.isNegative() || destruction.isNegative()) {
                throw new IllegalArgumentException("instances come and go in no less than zero time, were %s and %s"
                        .formatted(creation, destruction));
            }
        }
    }

    /**
     * How likely it is that a call fails.
     *
     * @param busy how likely it is that something unseen holds an instance when it is to be destroyed, in [0, 1]
     * @param halfWay how likely it is that a creation or destruction stops in the middle, in [0, 1]
     */
    public record Odds(double busy, double halfWay) {

        private static final Odds NONE = new Odds(0, 0);

        /** Refuses likelihoods that cannot be. */
        public Odds {
            if (!(busy >= 0 && busy <= 1 && halfWay >= 0 && halfWay <= 1)) {
                throw new IllegalArgumentException(
                        "likelihoods must be in [0, 1], were %s and %s".formatted(busy, halfWay));
            }
        }
    }

    /**
     * How often GPUs have errors by themselves.
     *
     * @param betweenXids mean time between two errors of a GPU that cost it nothing; empty for none
     * @param untilLost mean time until a GPU is lost; empty for never
     */
    public record Errors(Optional<Duration> betweenXids, Optional<Duration> untilLost) {

        /** GPUs have no errors. */
        public static final Errors NONE = new Errors(Optional.empty(), Optional.empty());

        /** Refuses times of 0 or less. */
        public Errors {
            for (Optional<Duration> mean : List.of(betweenXids, untilLost)) {
                if (mean.filter(it -> it.isNegative() || it.isZero()).isPresent()) {
                    throw new IllegalArgumentException("a mean time must be more than 0, was " + mean.get());
                }
            }
        }
    }
}
