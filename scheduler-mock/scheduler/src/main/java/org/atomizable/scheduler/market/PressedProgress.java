package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.scheduler.market.pressure.MemoryPressure;

/**
 * Moves on a market whose node's memory is watched: first it is decided who gives way, then windows follow. Guarded by
 * the market's lock.
 */
record PressedProgress(MemoryPressure pressure, Windows windows, MarketProgress market)
        implements MarketState.Progress {

    @Override
    public Optional<Instant> moveOn(Instant now) {
        if (pressure.moveOn(now)) {
            windows.changed();
        }
        Optional<Instant> next = market.moveOn(now);
        return Stream.concat(next.stream(), pressure.nextDue().stream()).min(Comparator.naturalOrder());
    }
}
