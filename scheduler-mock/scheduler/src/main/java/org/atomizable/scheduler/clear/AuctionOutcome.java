package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.auction.Award;
import org.atomizable.scheduler.auction.Counterfactual;
import org.atomizable.scheduler.auction.WeightedInterval;
import org.atomizable.scheduler.cluster.Interval;

/** The outcome of an auction. Safe for use by several threads. */
final class AuctionOutcome implements ClearingOutcome {

    private static final int MOST_EXPLAINED = 12;

    private final Map<WeightedInterval, ScoredProposal> scored = new LinkedHashMap<>();
    private final Optional<WeightedInterval> turn;
    private final Award award;
    private final BidClearingRules rules;
    private final Duration shortest;
    private final Map<WeightedInterval, Double> lostBy = new HashMap<>();
    private Optional<Counterfactual> counterfactual = Optional.empty();

    /**
     * Makes one.
     *
     * @param bids the scored proposals as bids, in the same order
     * @param turn the bid that won in any case
     */
    AuctionOutcome(
            BidClearing.Request request,
            List<ScoredProposal> scored,
            List<WeightedInterval> bids,
            Optional<WeightedInterval> turn,
            Award award) {
        for (int i = 0; i < bids.size(); i++) {
            this.scored.put(bids.get(i), scored.get(i));
        }
        this.turn = turn;
        this.award = award;
        this.rules = request.rules();
        this.shortest = request.shortest();
    }

    @Override
    public double gap() {
        return award.gap();
    }

    @Override
    public List<Winner> winners(Window window) {
        List<Winner> winners = new ArrayList<>();
        Instant free = window.opens();
        for (ScoredProposal winner : in(window, award.winners())) {
            Interval asked = winner.proposal().time();
            Instant next = next(winner, window);
            Instant from = tooShort(free, asked.from()) ? free : asked.from();
            // Without booking ahead, the winner may use the window to its end; what it leaves is offered again.
            Instant to = !rules.booksAhead() || tooShort(asked.to(), next) ? next : asked.to();
            winners.add(new Winner(winner.proposal(), new Interval(from, to)));
            free = to;
        }
        return List.copyOf(winners);
    }

    /** Returns when the next winner of the window begins; without one, when the window closes. */
    private Instant next(ScoredProposal winner, Window window) {
        return in(window, award.winners()).stream()
                .map(it -> it.proposal().time().from())
                .filter(it -> !it.isBefore(winner.proposal().time().to()))
                .findFirst()
                .orElse(window.closes());
    }

    private boolean tooShort(Instant from, Instant to) {
        return Duration.between(from, to).compareTo(shortest) < 0;
    }

    private List<ScoredProposal> in(Window window, List<WeightedInterval> bids) {
        return bids.stream()
                .map(this::scored)
                .filter(it -> it.proposal().window().equals(window))
                .sorted(Comparator.comparing(it -> it.proposal().time().from()))
                .toList();
    }

    private ScoredProposal scored(WeightedInterval weightedInterval) {
        ScoredProposal found = scored.get(weightedInterval);
        if (found == null) {
            throw new IllegalStateException("%s was not bid".formatted(weightedInterval));
        }
        return found;
    }

    @Override
    public Map<String, Double> prices() {
        Counterfactual counterfactual = counterfactual();
        Map<String, Double> notOwn = new TreeMap<>();
        award.winners().stream()
                .filter(weightedInterval -> !turn.equals(Optional.of(weightedInterval)))
                .forEach(weightedInterval -> notOwn.merge(
                        weightedInterval.job(),
                        weightedInterval.weight() - scored(weightedInterval).ownWeight(),
                        Double::sum));
        Map<String, Double> prices = new TreeMap<>();
        notOwn.forEach((job, weight) -> prices.put(job, counterfactual.externality(job) - weight));
        return prices;
    }

    /** The reason may be requested often, so the expensive part is computed once. */
    private synchronized double lostBy(WeightedInterval weightedInterval) {
        return lostBy.computeIfAbsent(weightedInterval, counterfactual()::lostBy);
    }

    private synchronized Counterfactual counterfactual() {
        Counterfactual made = counterfactual.orElseGet(
                () -> Counterfactual.around(turn, List.copyOf(scored.keySet()), award, rules.effort()));
        counterfactual = Optional.of(made);
        return made;
    }

    @Override
    public Optional<Bidder> turn() {
        return turn.map(it -> scored(it).proposal().bidder());
    }

    @Override
    public List<Explained> explained(Window window, Predicate<Bidder> losers) {
        List<Explained> explained = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (ScoredProposal winner : in(window, award.winners())) {
            explained.add(new Explained(winner, true, 0));
            named.add(winner.proposal().bidder().job());
        }
        scored.entrySet().stream()
                .filter(it -> it.getValue().proposal().window().equals(window))
                .filter(it -> !named.contains(it.getKey().job()))
                .filter(it -> losers.test(it.getValue().proposal().bidder()))
                .filter(it -> turn.isEmpty() || counterfactual().knows(it.getKey()))
                .sorted(Comparator.comparingDouble((Map.Entry<WeightedInterval, ScoredProposal> it) ->
                                -it.getKey().weight())
                        .thenComparing(it -> it.getKey().job())
                        .thenComparing(it -> it.getKey().variant()))
                .filter(it -> named.add(it.getKey().job()))
                .limit(MOST_EXPLAINED)
                .map(it -> new Explained(it.getValue(), false, lostBy(it.getKey())))
                .sorted(Comparator.comparingDouble(Explained::lostBy))
                .forEach(explained::add);
        return List.copyOf(explained);
    }
}
