package org.atomizable.api.wire;

import java.time.Instant;
import java.util.List;

/**
 * Answer of {@code GET /v1/windows/{id}}: the result of a window, and the reason. A tenant sees the answers and bids of
 * its own jobs. Of other tenants' jobs it sees only the winners, each named {@code another tenant's job} and without
 * its grant.
 *
 * @param slice the slice's id
 * @param winners in order of time; empty if the window lapsed
 * @param why the reason, in a few words
 * @param gap the largest share of the best possible value by which the choice could be better; 0 if it is optimal
 * @param answers the jobs' answers, in the order in which they came
 * @param unheard names of the jobs that were asked and did not answer
 * @param bids the winners, and the heaviest bid of each other job, ordered by how close it was to winning; empty if the
 *     window was cleared by signals
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
     * A job that got a part of the window.
     *
     * @param job its name
     * @param grant the grant's id; empty if it is another tenant's
     */
    public record Winner(String job, String grant, Instant starts, Instant ends) {}

    /**
     * A job's answer.
     *
     * @param job its name
     * @param share the share of the window in which atoms would run, in [0, 1]
     */
    public record AnswerView(String job, boolean interested, double share, String because) {}
}
