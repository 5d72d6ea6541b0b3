package org.atomizable.scheduler.auction;

import java.util.List;
import java.util.Optional;

/** What is left of bids once some can no longer win. */
final class Rest {

    private Rest() {}

    /** Returns the bids of other jobs that could win beside one that wins in any case. */
    static List<Bid> beside(List<Bid> bids, Bid winner) {
        return whole(bids.stream()
                .filter(it -> !it.job().equals(winner.job()) && !overlap(it, winner))
                .toList());
    }

    /** Leaves out what continues a bid that is left out. */
    static List<Bid> whole(List<Bid> some) {
        List<Bid> kept = some;
        boolean left = true;
        while (left) {
            List<Bid> now = kept;
            List<Bid> whole = now.stream().filter(it -> continuesOneOf(now, it)).toList();
            left = whole.size() < now.size();
            kept = whole;
        }
        return kept;
    }

    private static boolean continuesOneOf(List<Bid> bids, Bid bid) {
        Optional<String> after = bid.after();
        return after.isEmpty()
                || bids.stream()
                        .anyMatch(
                                it -> it.job().equals(bid.job()) && it.variant().equals(after.get()));
    }

    static boolean overlap(Bid one, Bid other) {
        return one.slice().equals(other.slice()) && one.opens() < other.closes() && other.opens() < one.closes();
    }
}
