package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Chooses the winners of windows that jobs bid for. Implementations are stateless: the same request, with its proposals
 * in any order, always gives the same outcome.
 *
 * <p>An embedder passes one in the market's rules. The command line finds those that are registered with
 * {@link ServiceLoader} by their names.
 */
public interface BidClearing {

    /**
     * The input of a clearing.
     *
     * @param proposals the bids for one or more windows of different slices
     * @param turn id of a job that wins the proposal that it wants most, whatever that is worth, and pays nothing
     * @param rules how proposals are scored, and the limits of a search
     * @param shortest the shortest remnant of a window that can still be used
     */
    record Request(Collection<Proposal> proposals, Optional<String> turn, BidClearingRules rules, Duration shortest) {

        /** Copies the proposals. */
        public Request {
            proposals = List.copyOf(proposals);
        }

        /** Returns each proposal with its score under these rules. */
        public List<ScoredProposal> scored() {
            return scored(proposals);
        }

        /** Returns some of the proposals with their scores under these rules. */
        List<ScoredProposal> scored(Collection<Proposal> some) {
            Duration horizon = proposals.stream()
                    .map(it -> it.window().length())
                    .max(Duration::compareTo)
                    .orElse(Duration.ZERO);
            return some.stream()
                    .map(it -> ScoredProposal.of(it, shortest, horizon, rules))
                    .toList();
        }
    }

    /** Returns the name by which the command line finds it: lower case, without spaces. */
    String name();

    /**
     * Chooses. Each job wins at most one of its proposals, or one with those that continue it, and no two winners overlap
     * on a slice.
     */
    ClearingOutcome clear(Request request);

    /** Returns the one that is used unless another is chosen: the set of greatest total weight. */
    static BidClearing optimal() {
        return new AuctionClearing();
    }

    /**
     * Returns the one of that name.
     *
     * @throws UnknownPolicyException naming those that exist
     */
    static BidClearing named(String name) throws UnknownPolicyException {
        return Named.find("bid clearing", name, ServiceLoader.load(BidClearing.class), BidClearing::name);
    }
}
