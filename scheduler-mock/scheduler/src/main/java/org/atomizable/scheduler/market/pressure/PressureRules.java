package org.atomizable.scheduler.market.pressure;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.scheduler.node.airlock.AirlockRules;
import org.atomizable.scheduler.node.pressure.NodeMemory;

/**
 * How a market watches the memory of its node.
 *
 * @param airlock who gives way, and when
 * @param memory what is watched
 * @param every how often it is read while a job is active; more than 0
 * @param shortJobs a job that is expected to take no longer than this is a short one
 */
public record PressureRules(AirlockRules airlock, NodeMemory memory, Duration every, Duration shortJobs) {

    /** Refuses to read without a pause. */
    public PressureRules {
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("memory must be read every so often, was " + every);
        }
    }

    /** Reads ten times a second; jobs of half an hour are short. A suspended job may go to a slice with another memory. */
    public static PressureRules of(NodeMemory memory) {
        return new PressureRules(AirlockRules.DEFAULT, memory, Duration.ofMillis(100), Duration.ofMinutes(30));
    }

    /** Returns the same for slices that all share one memory. */
    public static PressureRules ofOne(NodeMemory memory) {
        PressureRules usual = of(memory);
        return new PressureRules(usual.airlock.withoutMoves(), memory, usual.every, usual.shortJobs);
    }

    Instant after(Instant read) {
        return read.plus(every);
    }
}
