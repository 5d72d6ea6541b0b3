package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Window;

/** Jobs that bid where they could signal, so that one model of a queue serves both modes. Each declares the best. */
final class BidsOfModel implements SelectionPolicy {

    private static final Features<JobFeature> DECLARED = new Features<>(Map.of(JobFeature.LOCALITY, 1.0));
    private static final Duration SHORTEST = Duration.ofMillis(500);

    private final BidClearingRules rules;

    BidsOfModel(BidClearingRules rules) {
        this.rules = rules;
    }

    /** Returns the bid for a window of a job that could signal for it. */
    static Proposal proposal(Window window, SelectionCandidate it, double utility) {
        BidVariant variant = new BidVariant(
                "whole",
                Optional.empty(),
                0,
                it.atoms(),
                Duration.ZERO,
                it.total(),
                Bytes.gibi(9),
                it.useful().toNanos() / 1e9,
                DECLARED,
                utility,
                !it.measured());
        Bidder bidder = new Bidder(
                it.job(),
                it.job(),
                "nobody",
                1,
                it.deficit(),
                Duration.between(it.waitingSince(), window.opens()),
                it.measured() ? it.atomsLeft() : OptionalLong.empty(),
                it.seen(),
                it.deadline(),
                1);
        return new Proposal(bidder, window, variant, Bytes.gibi(9));
    }

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        List<Proposal> bids =
                candidates.stream().map(it -> proposal(window, it, 1)).toList();
        ClearingOutcome outcome =
                BidClearing.optimal().clear(new BidClearing.Request(bids, Optional.empty(), rules, SHORTEST));
        return outcome.winners(window).stream()
                .map(it -> it.proposal().bidder().job())
                .findFirst()
                .flatMap(winner -> candidates.stream()
                        .filter(it -> it.job().equals(winner))
                        .findFirst())
                .map(it -> new Choice(it, outcome.turn().isPresent() ? "has waited" : "worth most"));
    }
}
