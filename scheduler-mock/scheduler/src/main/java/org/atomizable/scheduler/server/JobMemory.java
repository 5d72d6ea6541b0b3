package org.atomizable.scheduler.server;

import org.atomizable.scheduler.market.answer.MemoryClaim;
import org.atomizable.scheduler.market.job.JobFacts;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a job has used, and that it may need. Not a part of the job's own message, which clients' code makes, too.
 *
 * @param job its id
 * @param peakBytes the most that any subjob has reported; 0 before its first report
 * @param claimedLeastBytes what the smallest subjob of its newest bid may need; there once it has bid or accepted
 * @param claimedMostBytes what the largest may need
 */
record JobMemory(
        String job,
        long peakBytes,
        @Nullable Long claimedLeastBytes,
        @Nullable Long claimedMostBytes) {

    static JobMemory of(JobFacts facts) {
        return new JobMemory(
                facts.id(),
                facts.peak().count(),
                facts.claimed().map(MemoryClaim::least).map(it -> it.count()).orElse(null),
                facts.claimed().map(MemoryClaim::most).map(it -> it.count()).orElse(null));
    }
}
