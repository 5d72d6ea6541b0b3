package org.atomizable.scheduler.auction;

import java.util.List;
import java.util.Optional;

/** The bids that can still win after some were ruled out. */
final class CompatibleBids {

    private CompatibleBids() {}

    /** Returns the bids of other jobs that could win beside one that wins in any case. */
    static List<WeightedInterval> beside(List<WeightedInterval> bids, WeightedInterval winner) {
        return whole(bids.stream()
                .filter(it -> !it.job().equals(winner.job()) && !overlap(it, winner))
                .toList());
    }

    /** Leaves out what continues a bid that is left out. */
    static List<WeightedInterval> whole(List<WeightedInterval> some) {
        List<WeightedInterval> kept = some;
        boolean left = true;
        while (left) {
            List<WeightedInterval> now = kept;
            List<WeightedInterval> whole =
                    now.stream().filter(it -> continuesOneOf(now, it)).toList();
            left = whole.size() < now.size();
            kept = whole;
        }
        return kept;
    }

    private static boolean continuesOneOf(List<WeightedInterval> bids, WeightedInterval weightedInterval) {
        Optional<String> after = weightedInterval.after();
        return after.isEmpty()
                || bids.stream()
                        .anyMatch(it -> it.job().equals(weightedInterval.job())
                                && it.variant().equals(after.get()));
    }

    static boolean overlap(WeightedInterval one, WeightedInterval other) {
        return one.slice().equals(other.slice()) && one.opens() < other.closes() && other.opens() < one.closes();
    }
}
