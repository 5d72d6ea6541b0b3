package org.atomizable.scheduler.server;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.ExplainedBid;
import org.atomizable.api.wire.WindowView;
import org.atomizable.scheduler.clear.Bidder;
import org.atomizable.scheduler.clear.Explained;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.clear.ScoredProposal;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.score.SchedulerFeature;

/** Why a window went as it did, as a caller may know it: of other tenants' jobs, that they won, and by what. */
final class WindowMessages {

    static final String ANOTHERS = "another tenant's job";

    private static final String UNTOLD = "";

    private WindowMessages() {}

    /**
     * Returns the view for a caller that sees a job to which the window was offered; for other callers the window does
     * not exist.
     */
    public static WindowView view(Cleared cleared, Caller caller) throws Refused {
        Window window = cleared.window();
        if (!caller.seesAll() && cleared.asked().tenants().stream().noneMatch(caller::sees)) {
            throw Refused.unknownWindow(window.id());
        }
        return new WindowView(
                window.id(),
                window.slice().id(),
                window.opens(),
                window.closes(),
                cleared.winners().stream().map(it -> winner(it, caller)).toList(),
                cleared.why(turn -> caller.sees(turn.tenant()) ? turn.name() : ANOTHERS),
                cleared.gap(),
                cleared.asked().heard().stream()
                        .filter(it -> caller.sees(it.tenant()))
                        .map(it -> new WindowView.AnswerView(it.job(), it.interested(), it.share(), it.because()))
                        .toList(),
                cleared.asked().unheard().stream()
                        .filter(it -> caller.sees(it.tenant()))
                        .map(Cleared.Unheard::job)
                        .toList(),
                bids(cleared, caller));
    }

    private static WindowView.Winner winner(Cleared.Winner it, Caller caller) {
        boolean seen = caller.sees(it.tenant());
        return new WindowView.Winner(
                seen ? it.job() : ANOTHERS,
                seen ? it.grant().id() : UNTOLD,
                it.grant().starts(),
                it.grant().ends());
    }

    private static List<ExplainedBid> bids(Cleared cleared, Caller caller) {
        return cleared.explained(loser -> caller.sees(loser.tenant())).stream()
                .map(bid -> caller.sees(bid.scored().proposal().bidder().tenant()) ? explained(bid) : anothers(bid))
                .toList();
    }

    private static ExplainedBid explained(Explained bid) {
        ScoredProposal scored = bid.scored();
        Proposal proposal = scored.proposal();
        Bidder bidder = proposal.bidder();
        return new ExplainedBid(
                bidder.name(),
                proposal.variant().id(),
                proposal.time().from(),
                proposal.time().to(),
                named(proposal.variant().features(), JobFeature::word),
                proposal.variant().utility(),
                bidder.rho(),
                named(scored.seenFeatures(), SchedulerFeature::word),
                scored.seen(),
                Messages.seconds(bidder.waited()),
                scored.score(),
                scored.weight(),
                bid.won(),
                bid.lostBy());
    }

    /** Explains another tenant's bid without the parts of its score, which are private. */
    private static ExplainedBid anothers(Explained bid) {
        ScoredProposal scored = bid.scored();
        return new ExplainedBid(
                ANOTHERS,
                UNTOLD,
                scored.proposal().time().from(),
                scored.proposal().time().to(),
                Map.of(),
                0,
                0,
                Map.of(),
                0,
                0,
                scored.score(),
                scored.weight(),
                bid.won(),
                bid.lostBy());
    }

    private static <F extends Enum<F>> Map<String, Double> named(Features<F> features, Function<F, String> word) {
        Map<String, Double> named = new TreeMap<>();
        features.values().forEach((feature, value) -> named.put(word.apply(feature), value));
        return named;
    }
}
