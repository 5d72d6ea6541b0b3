package org.atomizable.scheduler.market;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Deal;
import org.atomizable.scheduler.clear.Explained;

/**
 * What became of an announced window.
 *
 * @param heard what each job said, in the order in which they spoke
 * @param unheard names of those that were told of it and could have spoken, but did not
 * @param winners in order of time; none if it lapsed, one at the most if nobody bid
 * @param why in a few words
 * @param deal what its bids were worth; empty if nobody bid
 */
public record Cleared(
        Window window, List<Heard> heard, List<String> unheard, List<Winner> winners, String why, Optional<Deal> deal) {

    /**
     * One job's answer.
     *
     * @param job its name
     * @param share of the window in which atoms would run, in [0, 1]; 0 if not interested
     */
    public record Heard(String job, boolean interested, double share, String because) {}

    /**
     * A job that got a part of the window.
     *
     * @param job its name
     */
    public record Winner(String job, Grant grant) {}

    /** Copies the lists. */
    public Cleared {
        heard = List.copyOf(heard);
        unheard = List.copyOf(unheard);
        winners = List.copyOf(winners);
    }

    /** Returns why each bid won or lost; nothing if nobody bid. Takes the time of some clearings. */
    public List<Explained> explained() {
        return deal.map(it -> it.explained(window)).orElse(List.of());
    }

    /** Returns by what share of the best possible the choice could be worth more, at most. */
    public double gap() {
        return deal.map(Deal::gap).orElse(0.0);
    }
}
