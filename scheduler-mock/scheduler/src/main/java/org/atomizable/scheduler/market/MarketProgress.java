package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.pressure.MemoryPressure;

/**
 * Moves a market on: clears what is complete, announces what is due, repartitions. Guarded by the market's lock.
 *
 * @param pressure what is done when memory is scarce; empty if it is not watched
 */
record MarketProgress(
        Optional<MemoryPressure> pressure,
        Residents residents,
        Mailbox mailbox,
        Windows windows,
        JobLeases grants,
        Repartitioning repartitioning,
        UtilizationHistory history,
        Bookings bookings) {

    /** Does what is due; returns when there is something to do again. */
    Optional<Instant> moveOn(Instant now) {
        // First it is decided who gives way, then windows follow.
        if (pressure.isPresent() && pressure.get().moveOn(now)) {
            windows.changed();
        }
        if (pressure.isPresent() && !pressure.get().now().offers()) {
            residents.takeBack(mailbox, now);
        }
        windows.refresh();
        // Each clearing may take a job away that another window still waits for.
        do {
            windows.askMore(now);
        } while (windows.clearSome(now, grants::issue));
        windows.announce(now, grants::onSlice, repartitioning::keepsFree);
        if (repartitioning.begin(now)) {
            windows.changed();
            windows.announce(now, grants::onSlice, repartitioning::keepsFree);
        }
        return Stream.of(
                        grants.nextRunsOut().stream(),
                        windows.nextDue(now, repartitioning::keepsFree),
                        repartitioning.nextDue().stream(),
                        Stream.of(history.read(now, () -> bookings.busy(now))),
                        pressure.flatMap(MemoryPressure::nextDue).stream())
                .flatMap(it -> it)
                .min(Comparator.naturalOrder());
    }
}
