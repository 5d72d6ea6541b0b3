package org.atomizable.scheduler.market;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the counters, the histories and the observer about events of the market. Guarded by the market's lock.
 *
 * @param nanos by which it is measured how long a clearing takes
 */
record MarketEvents(
        MarketCounters counters, Histories histories, ClearedWindows windows, Observer observer, LongSupplier nanos) {

    private static final Logger LOG = LoggerFactory.getLogger(MarketEvents.class);

    /** A window was cleared; {@code answers} are the jobs' last ones. */
    void cleared(Map<Job, JobAnswer> answers, Cleared cleared) {
        counters.cleared(cleared);
        histories.cleared(answers, cleared);
        windows.keep(answers, cleared);
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "window {} of {}: {} won, {}; {}",
                    cleared.window().id(),
                    cleared.window().slice().id(),
                    cleared.winners().stream().map(Cleared.Winner::job).toList(),
                    cleared.why(),
                    cleared.explained());
        }
        observer.cleared(cleared);
    }

    /** Decides who gets one window, or several that are cleared together; returns whether there was any. */
    boolean decide(BooleanSupplier clearing) {
        long began = nanos.getAsLong();
        boolean some = clearing.getAsBoolean();
        if (some) {
            observer.decided(Duration.ofNanos(nanos.getAsLong() - began));
        }
        return some;
    }

    /** Adds a lease of an earlier incarnation to timeline and histories. It does not count in this incarnation's totals. */
    void recall(Lease lease, String job, String tenant) {
        counters.recall(lease, job, tenant);
        histories.ended(lease);
    }

    void ended(GrantEnded ended) {
        counters.ended(ended);
        histories.ended(ended.lease());
        observer.ended(ended);
    }
}
