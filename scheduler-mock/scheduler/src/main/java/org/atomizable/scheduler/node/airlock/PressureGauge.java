package org.atomizable.scheduler.node.airlock;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import org.atomizable.api.Shrinkable.Pressure.Level;

/**
 * The level of pressure with hysteresis: a level is reached at once, and left only after a calm. Immutable.
 *
 * @param watch whether {@link Level#WATCH} is reached
 * @param pressure whether {@link Level#PRESSURE} is reached
 * @param critical whether {@link Level#CRITICAL} is reached
 */
record PressureGauge(Trigger watch, Trigger pressure, Trigger critical) {

    /** A gauge at {@link Level#GREEN}. */
    static final PressureGauge GREEN = new PressureGauge(Trigger.OFF, Trigger.OFF, Trigger.OFF);

    /**
     * Whether a level is reached.
     *
     * @param since from when on the pressure has been low enough to leave the level
     */
    record Trigger(boolean reached, Optional<Instant> since) {

        static final Trigger OFF = new Trigger(false, Optional.empty());
        static final Trigger ON = new Trigger(true, Optional.empty());

        private Trigger after(OptionalDouble read, double beginning, Instant now, Watermarks marks) {
            if (read.isEmpty()) {
                return new Trigger(reached, Optional.empty());
            }
            double pressure = read.getAsDouble();
            if (pressure >= beginning || (reached && pressure >= beginning - marks.gap())) {
                return ON;
            }
            Instant low = since.orElse(now);
            return reached && now.isBefore(low.plus(marks.calm())) ? new Trigger(true, Optional.of(low)) : OFF;
        }
    }

    /**
     * Returns the gauge after a reading. Where nothing could be read the level stays, and a calm begins anew.
     *
     * @param read the pressure
     * @param now not before the instant of the reading before
     */
    PressureGauge after(OptionalDouble read, Instant now, Watermarks marks) {
        return new PressureGauge(
                watch.after(read, marks.watch(), now, marks),
                pressure.after(read, marks.pressure(), now, marks),
                critical.after(read, marks.critical(), now, marks));
    }

    /** Returns the highest level that is reached. */
    Level level() {
        if (critical.reached()) {
            return Level.CRITICAL;
        }
        if (pressure.reached()) {
            return Level.PRESSURE;
        }
        return watch.reached() ? Level.WATCH : Level.GREEN;
    }
}
