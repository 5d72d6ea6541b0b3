package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Moves a market on: clears what is complete, announces what is due, repartitions. Guarded by the market's lock. */
final class MarketProgress implements MarketState.Progress {

    private final Windows windows;
    private final JobLeases grants;
    private final Repartitioning repartitioning;
    private final UtilizationHistory history;
    private final BusySlices busy;

    MarketProgress(
            Windows windows,
            JobLeases grants,
            Repartitioning repartitioning,
            UtilizationHistory history,
            BusySlices busy) {
        this.windows = windows;
        this.grants = grants;
        this.repartitioning = repartitioning;
        this.history = history;
        this.busy = busy;
    }

    @Override
    public Optional<Instant> moveOn(Instant now) {
        // Each clearing may take a job away that another window still waits for.
        windows.refresh();
        do {
            windows.askMore(now);
        } while (windows.clearSome(now, grants::issue));
        windows.announce(now, grants::onSlice, repartitioning::keepsFree);
        if (repartitioning.begin(
                now, () -> busy.until(now), () -> windows.promised().keySet())) {
            windows.changed();
            windows.announce(now, grants::onSlice, repartitioning::keepsFree);
        }
        return Stream.of(
                        grants.nextRunsOut().stream(),
                        windows.nextDue(now, repartitioning::keepsFree),
                        repartitioning.nextDue().stream(),
                        Stream.of(history.read(now, () -> busy.until(now))))
                .flatMap(it -> it)
                .min(Comparator.naturalOrder());
    }
}
