package org.atomizable.api.wire;

import java.time.Instant;
import java.util.List;

/**
 * Answer of {@code GET /v1/windows/{id}}: what became of a window, and why. A tenant is told of its own jobs; of others' only of
 * those that won, each called {@code another tenant's job} and its grant not at all.
 *
 * @param slice its id
 * @param winners in order of time; none if it lapsed
 * @param why in a few words
 * @param gap by what share of the best possible the choice could be worth more, at most; 0 if it is the best
 * @param answers of the jobs, in the order in which they came
 * @param unheard names of jobs that were told of it and did not answer
 * @param bids winners, and of each other job the heaviest bid, the nearest to winning first; none if it was cleared by signals
 */
public record WindowView(
        String id,
        String slice,
        Instant opens,
        Instant closes,
        List<Winner> winners,
        String why,
        double gap,
        List<AnswerView> answers,
        List<String> unheard,
        List<ExplainedBid> bids) {

    /**
     * A job that got a part of it.
     *
     * @param job its name
     * @param grant its id; empty if it is another tenant's
     */
    public record Winner(String job, String grant, Instant starts, Instant ends) {}

    /**
     * What a job said.
     *
     * @param job its name
     * @param share of the window in which atoms would run, in [0, 1]
     */
    public record AnswerView(String job, boolean interested, double share, String because) {}
}
