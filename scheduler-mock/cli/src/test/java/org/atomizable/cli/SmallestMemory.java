package org.atomizable.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.clear.Proposal;

/** A bid clearing from outside the scheduler: of each window, the bid that needs the least memory wins, and only that one. */
public final class SmallestMemory implements BidClearing {

    @Override
    public String name() {
        return "smallest-memory";
    }

    @Override
    public ClearingOutcome clear(Request request) {
        // A job may win only once, so each job's smallest bid is the only one that counts.
        Map<String, Optional<Proposal>> ofJobs = request.proposals().stream()
                .filter(it -> it.variant().after().isEmpty())
                .collect(Collectors.groupingBy(it -> it.bidder().job(), Collectors.minBy(smallest())));
        return window -> winner(
                window, ofJobs.values().stream().flatMap(Optional::stream).toList());
    }

    private static List<ClearingOutcome.Winner> winner(Window window, List<Proposal> proposals) {
        return proposals.stream()
                .filter(it -> it.window().equals(window))
                .min(smallest())
                .map(it -> new ClearingOutcome.Winner(it, it.time()))
                .stream()
                .toList();
    }

    private static Comparator<Proposal> smallest() {
        return Comparator.<Proposal>comparingLong(it -> it.variant().memory().count())
                .thenComparing(it -> it.bidder().job())
                .thenComparing(it -> it.variant().id());
    }
}
