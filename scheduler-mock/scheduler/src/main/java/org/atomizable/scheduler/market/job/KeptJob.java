package org.atomizable.scheduler.market.job;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.clear.ServiceRecord;
import org.atomizable.scheduler.score.Reliability;

/**
 * The form of a {@link Job} in the journal.
 *
 * @param seen what was seen of its leases; empty if an older scheduler wrote it
 */
public record KeptJob(
        String id,
        JobRequest request,
        Instant registered,
        JobState state,
        long nextAtom,
        long offered,
        long signals,
        long grants,
        Instant waitingSince,
        Instant lastTurn,
        Bytes peak,
        Reliability reliability,
        Optional<String> lastSlice,
        Optional<SafePoint> safePoint,
        Map<String, Declaration> promised,
        Optional<JobEnd> ended,
        Optional<ServiceRecord> seen) {}
