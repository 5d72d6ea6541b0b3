package org.atomizable.scheduler.market;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.lease.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the counters, the histories and the observer about events of the market. Guarded by the market's lock. */
record MarketEvents(MarketCounters tally, Observer observer, Jobs jobs, Histories histories) {

    private static final Logger LOG = LoggerFactory.getLogger(MarketEvents.class);

    /** Forgets slices that are gone. */
    void keepOnly(Set<String> slices) {
        tally.keepOnly(slices);
    }

    void offered(Window window) {
        tally.offered(window);
    }

    Cleared cleared(
            ClearingRound round,
            List<Job> silent,
            List<Cleared.Winner> winners,
            Optional<String> why,
            Optional<ClearingOutcome> deal) {
        List<Cleared.Heard> heard = round.answers().entrySet().stream()
                .map(answer -> heard(answer.getKey(), answer.getValue(), round))
                .toList();
        List<Cleared.Unheard> unheard = silent.stream()
                .map(job -> new Cleared.Unheard(job.name(), job.request.tenant()))
                .toList();
        String reason = why.orElseGet(() -> whyNobody(heard, unheard.isEmpty()));
        Cleared cleared = new Cleared(round.window, round.tenants(), heard, unheard, winners, reason, deal);
        tally.cleared(cleared);
        histories.cleared(round.answers(), cleared);
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "window {} of {}: {} won, {}; {}",
                    cleared.window().id(),
                    cleared.window().slice().id(),
                    winners.stream().map(Cleared.Winner::job).toList(),
                    cleared.why(),
                    cleared.explained());
        }
        observer.cleared(cleared);
        return cleared;
    }

    Cleared.Winner winner(String job, Grant grant) {
        Job known = jobs.known(job);
        return new Cleared.Winner(known.name(), known.request.tenant(), grant);
    }

    /** Adds a lease of an earlier incarnation to timeline and histories. It does not count in this incarnation's totals. */
    void recall(Lease lease, String job, String tenant) {
        tally.recall(lease, job, tenant);
        histories.ended(lease);
    }

    void ended(GrantEnded ended) {
        tally.ended(ended);
        histories.ended(ended.lease());
        observer.ended(ended);
    }

    private static Cleared.Heard heard(Job job, JobAnswer jobAnswer, ClearingRound round) {
        return new Cleared.Heard(
                job.name(), job.request.tenant(), jobAnswer.interested(), round.share(jobAnswer), jobAnswer.because());
    }

    private static String whyNobody(List<Cleared.Heard> heard, boolean allHeard) {
        if (heard.stream().anyMatch(Cleared.Heard::interested)) {
            return "every interested job got another window in the meantime, or the window closed";
        }
        return allHeard ? "nobody was interested" : "nobody was interested in time";
    }
}
