package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.FencingToken;

/**
 * A job as it stands now.
 *
 * @param nextAtom the first atom that is not in its latest checkpoint, as last reported
 * @param registered since when it is known
 * @param reliability how far what it declares is believed, in (0, 1]
 * @param newestToken the newest given to it or to a namesake before it
 * @param peak the most memory that any of its subjobs has reported; none before its first report
 * @param claimed the memory that its newest bid, or the newest subjob that it accepted, may need; empty before that, and after the
 *     scheduler's restart until the next one
 * @param idleSince when its last grant ended, or it came; what it does after that is waiting, unless it runs or is over
 * @param safePoint the last that it was known to be at; empty before its first report
 * @param part what it has done in the market
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
        Optional<SafePoint> safePoint,
        Part part) {

    /**
     * What a job has done in the market.
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
