package org.atomizable.scheduler.market;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;

/**
 * What became of an announced window.
 *
 * @param heard what each job said, in the order in which they spoke
 * @param unheard names of those that were told of it and could have spoken, but did not
 * @param winner name of the job that got it; empty if it lapsed
 * @param grant the winner's grant
 * @param why in a few words
 */
public record Cleared(
        Window window,
        List<Heard> heard,
        List<String> unheard,
        Optional<String> winner,
        Optional<Grant> grant,
        String why) {

    /**
     * One job's answer.
     *
     * @param job its name
     * @param share of the window in which atoms would run, in [0, 1]; 0 if not interested
     */
    public record Heard(String job, boolean interested, double share, String because) {}

    /** Copies the lists. */
    public Cleared {
        heard = List.copyOf(heard);
        unheard = List.copyOf(unheard);
    }
}
