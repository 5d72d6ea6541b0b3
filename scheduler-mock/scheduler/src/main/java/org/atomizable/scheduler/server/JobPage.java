package org.atomizable.scheduler.server;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.atomizable.scheduler.market.answer.MemoryClaim;
import org.atomizable.scheduler.market.job.JobFacts;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list of jobs.
 *
 * @param total how many jobs the list has
 * @param page which page it is, from 0 on
 * @param size how many jobs a page has
 */
record JobPage(int total, int page, int size, List<JobRow> jobs) {

    /**
     * A job in a list.
     *
     * @param since its last grant, or its registration if it had none
     * @param peakBytes the most memory that any subjob has reported; 0 before its first report
     * @param claimedLeastBytes what the smallest subjob of its newest bid may need; null before it has bid or accepted
     * @param claimedMostBytes what the largest may need
     */
    public record JobRow(
            String id,
            String name,
            String tenant,
            String mode,
            String state,
            int priority,
            @Nullable Instant deadline,
            @Nullable Long totalAtoms,
            long nextAtom,
            Instant registered,
            Instant since,
            double reliability,
            long peakBytes,
            @Nullable Long claimedLeastBytes,
            @Nullable Long claimedMostBytes) {

        static JobRow of(JobFacts facts) {
            return new JobRow(
                    facts.id(),
                    facts.request().name(),
                    facts.request().tenant(),
                    facts.request().mode().word(),
                    facts.state().name().toLowerCase(Locale.ROOT),
                    facts.request().priority(),
                    facts.request().deadline().orElse(null),
                    facts.request().totalAtoms().orElse(null),
                    facts.nextAtom(),
                    facts.registered(),
                    facts.part().since(),
                    facts.reliability(),
                    facts.peak().count(),
                    facts.claimed()
                            .map(MemoryClaim::least)
                            .map(it -> it.count())
                            .orElse(null),
                    facts.claimed().map(MemoryClaim::most).map(it -> it.count()).orElse(null));
        }
    }
}
