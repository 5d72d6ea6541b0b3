package org.atomizable.scheduler.node.pressure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The level of pressure with hysteresis: a level is reached at once, and left only after a calm. Immutable.
 *
 * @param triggers one for each level above {@link PressureLevel#GREEN}, in their order
 */
public record PressureGauge(List<Trigger> triggers) {

    /** A gauge at {@link PressureLevel#GREEN}. */
    public static final PressureGauge GREEN = new PressureGauge(List.of(Trigger.OFF, Trigger.OFF, Trigger.OFF));

    /**
     * Whether a level is reached.
     *
     * @param since from when on the pressure has been low enough to leave the level
     */
    public record Trigger(boolean reached, Optional<Instant> since) {

        static final Trigger OFF = new Trigger(false, Optional.empty());
        static final Trigger ON = new Trigger(true, Optional.empty());

        private Trigger after(double pressure, double beginning, Instant now, Watermarks marks) {
            if (pressure >= beginning) {
                return ON;
            }
            if (!reached) {
                return OFF;
            }
            if (pressure >= beginning - marks.gap()) {
                return ON;
            }
            Instant low = since.orElse(now);
            return now.isBefore(low.plus(marks.calm())) ? new Trigger(true, Optional.of(low)) : OFF;
        }
    }

    /** Copies the triggers. */
    public PressureGauge {
        triggers = List.copyOf(triggers);
        if (triggers.size() != PressureLevel.values().length - 1) {
            throw new IllegalArgumentException("there must be a trigger for each level, were " + triggers);
        }
    }

    /**
     * Returns the gauge after a reading. Where nothing could be read the level stays, and a calm begins anew.
     *
     * @param now not before the instant of the reading before
     */
    public PressureGauge after(OptionalDouble pressure, Instant now, Watermarks marks) {
        List<Trigger> next = new ArrayList<>();
        for (PressureLevel level : PressureLevel.values()) {
            if (level != PressureLevel.GREEN) {
                Trigger trigger = triggers.get(level.ordinal() - 1);
                next.add(
                        pressure.isPresent()
                                ? trigger.after(pressure.getAsDouble(), marks.beginning(level), now, marks)
                                : new Trigger(trigger.reached(), Optional.empty()));
            }
        }
        return new PressureGauge(next);
    }

    /** Returns the highest level that is reached. */
    public PressureLevel level() {
        PressureLevel level = PressureLevel.GREEN;
        for (PressureLevel each : PressureLevel.values()) {
            if (each != PressureLevel.GREEN && triggers.get(each.ordinal() - 1).reached()) {
                level = each;
            }
        }
        return level;
    }

    /** Returns when a level ends if the pressure stays as it is; nothing if none does. */
    public Optional<Instant> nextCalm(Watermarks marks) {
        return triggers.stream()
                .flatMap(it -> it.since().stream())
                .map(it -> it.plus(marks.calm()))
                .min(Instant::compareTo);
    }
}
