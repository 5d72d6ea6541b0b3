package org.atomizable.scheduler.market.job;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.FencingToken;
import org.atomizable.scheduler.market.answer.MemoryClaim;

/**
 * The current state of a job.
 *
 * @param nextAtom the first atom that is not in its latest checkpoint, according to the last report
 * @param registered when it registered
 * @param reliability how much its declarations are trusted, in (0, 1]
 * @param newestToken the newest token that it, or an earlier job of the same name, was given
 * @param peak the most memory that any of its subjobs has reported; empty before its first report
 * @param claimed the memory that its newest bid, or the newest subjob that it accepted, may need; empty before that,
 *     and after a restart of the scheduler until the next one
 * @param idleSince when its last grant ended, or when it registered; unless it runs or has ended, it has been waiting
 *     since then
 * @param safePoint its last known safe point; empty before its first report
 * @param part its activity in the market
 */
public record JobFacts(
        String id,
        JobRequest request,
        JobState state,
        long nextAtom,
        Instant registered,
        double reliability,
        FencingToken newestToken,
        Bytes peak,
        Optional<MemoryClaim> claimed,
        Instant idleSince,
        Optional<Job.SafePoint> safePoint,
        Part part) {

    /**
     * The part of a job in the market.
     *
     * @param since its last grant, or its registration if it had none
     * @param missed windows in a row that it was told of and did not answer
     * @param offered windows that it was told of
     * @param signals how often it was interested
     * @param grants that it was given
     * @param needed the memory that it has said it needs; empty if it has said nothing
     */
    public record Part(Instant since, int missed, long offered, long signals, long grants, Optional<Bytes> needed) {}
}
