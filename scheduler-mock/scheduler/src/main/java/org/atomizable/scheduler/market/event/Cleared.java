package org.atomizable.scheduler.market.event;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Bidder;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.clear.Explained;

/**
 * The result of an announced window.
 *
 * @param asked the jobs that were asked, and their answers
 * @param winners in order of time; empty if the window lapsed; at most one if there were no bids
 * @param reason the reason, in a few words without names
 * @param deal the scores of its bids; empty if there were none
 */
public record Cleared(Window window, Asked asked, List<Winner> winners, String reason, Optional<ClearingOutcome> deal) {

    /**
     * The jobs that were asked.
     *
     * @param tenants their tenants
     * @param heard their answers, in the order in which they came
     * @param unheard those that could have answered, but did not
     */
    public record Asked(Set<String> tenants, List<Heard> heard, List<Unheard> unheard) {

        /** Copies the collections. */
        public Asked {
            tenants = Set.copyOf(tenants);
            heard = List.copyOf(heard);
            unheard = List.copyOf(unheard);
        }
    }

    /**
     * One job's answer.
     *
     * @param job its name
     * @param share of the window in which atoms would run, in [0, 1]; 0 if not interested
     */
    public record Heard(String job, String tenant, boolean interested, double share, String because) {}

    /**
     * A job that did not answer.
     *
     * @param job its name
     */
    public record Unheard(String job, String tenant) {}

    /**
     * A job that got a part of the window.
     *
     * @param job its name
     */
    public record Winner(String job, String tenant, Grant grant) {}

    /** Copies the winners. */
    public Cleared {
        winners = List.copyOf(winners);
    }

    /** Returns why it went so, in a few words. */
    public String why() {
        return why(Bidder::name);
    }

    /** Returns why it went so; {@code named} says what the job is called whose turn it was, if it was one's. */
    public String why(Function<Bidder, String> named) {
        Optional<Bidder> turn = winners.isEmpty() ? Optional.empty() : deal.flatMap(ClearingOutcome::turn);
        return turn.map(it -> "%s's turn; ".formatted(named.apply(it))).orElse("") + reason;
    }

    /** Returns why each bid won or lost; empty if there were no bids. It takes the time of several clearings. */
    public List<Explained> explained() {
        return explained(loser -> true);
    }

    /** Returns why each bid won, and why those lost of the {@code losers} that are asked about. */
    public List<Explained> explained(Predicate<Bidder> losers) {
        return deal.map(it -> it.explained(window, losers)).orElse(List.of());
    }

    /** Returns by what share of the best possible the choice could be worth more, at most. */
    public double gap() {
        return deal.map(ClearingOutcome::gap).orElse(0.0);
    }
}
