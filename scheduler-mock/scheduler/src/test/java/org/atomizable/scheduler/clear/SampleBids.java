package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.ClearingOutcome.Winner;

/** Windows, jobs and bids for tests of clearings, and the best of all choices among bids. */
final class SampleBids {

    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    /** All that is chosen can be seen. */
    static final BidClearingRules AHEAD = new BidClearingRules(
            BidClearingRules.DEFAULT.composite(),
            BidClearingRules.DEFAULT.weights(),
            BidClearingRules.DEFAULT.effort(),
            BidClearingRules.DEFAULT.worth(),
            true);

    private SampleBids() {}

    static Window window(int slice, long seconds) {
        return new Window(
                "w" + slice,
                new Slice("s" + slice, new SliceKind("1g.10gb"), Bytes.gibi(9)),
                Bytes.gibi(9),
                NOON,
                Duration.ofSeconds(seconds));
    }

    static Bidder bidder(String job, double rho, double deficit, long waited, long atomsLeft) {
        return new Bidder(
                job,
                job,
                "nobody",
                rho,
                deficit,
                Duration.ofSeconds(waited),
                OptionalLong.of(atomsLeft),
                ServiceRecord.FRESH,
                Optional.empty(),
                1);
    }

    /** Returns a bid for some seconds of a window, in which each atom takes one. */
    static Proposal bid(Bidder bidder, Window window, String id, long from, long to, long atoms, double utility) {
        BidVariant variant = new BidVariant(
                id,
                Optional.empty(),
                0,
                atoms,
                Duration.ofSeconds(from),
                Duration.ofSeconds(to),
                Bytes.gibi(4),
                atoms,
                new Features<>(Map.of(JobFeature.LOCALITY, 1.0)),
                utility,
                false);
        return new Proposal(bidder, window, variant, Bytes.gibi(4));
    }

    static List<Winner> winners(ClearingOutcome outcome, List<Proposal> bids) {
        return bids.stream()
                .map(Proposal::window)
                .distinct()
                .flatMap(it -> outcome.winners(it).stream())
                .toList();
    }

    /** Returns the greatest weight of any compatible set with all that must be in it. */
    static double heaviest(List<ScoredProposal> scored, Predicate<List<ScoredProposal>> wanted) {
        double heaviest = 0;
        for (int set = 0; set < 1 << scored.size(); set++) {
            int members = set;
            List<ScoredProposal> chosen = IntStream.range(0, scored.size())
                    .filter(i -> (members >> i & 1) == 1)
                    .mapToObj(scored::get)
                    .toList();
            if (wanted.test(chosen) && compatible(chosen)) {
                heaviest = Math.max(
                        heaviest,
                        chosen.stream().mapToDouble(ScoredProposal::weight).sum());
            }
        }
        return heaviest;
    }

    private static boolean compatible(List<ScoredProposal> chosen) {
        for (int i = 0; i < chosen.size(); i++) {
            for (int j = 0; j < i; j++) {
                Proposal one = chosen.get(i).proposal();
                Proposal other = chosen.get(j).proposal();
                boolean overlap = one.window().equals(other.window())
                        && one.time().from().isBefore(other.time().to())
                        && other.time().from().isBefore(one.time().to());
                if (overlap || one.bidder().equals(other.bidder())) {
                    return false;
                }
            }
        }
        return true;
    }
}
