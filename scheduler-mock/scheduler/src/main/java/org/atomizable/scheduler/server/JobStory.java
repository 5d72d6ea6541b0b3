package org.atomizable.scheduler.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.market.JobHistory;
import org.atomizable.scheduler.market.job.JobFacts;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of the scheduler about one job.
 *
 * @param newestToken the newest fencing token given to it
 * @param offered windows that it was told of
 * @param interested how often it wanted one
 * @param grants that it was given
 * @param failures subjobs that were lost, failed or cut off since the scheduler was started
 * @param neededBytes the memory that it has said it needs; null if it has said nothing
 * @param safePoint when it was last known to be at a safe point; null before its first report
 * @param safePointCostSeconds what the subjob that ended there spent beside its atoms
 * @param waitsBecause why it has no slice now; null if it does not wait
 * @param answer what it said to the last window that it answered; null if there is none
 * @param mayWithdraw whether the caller may withdraw it
 * @param metric what it measured of itself over time; null if it told nothing since the scheduler was started
 * @param log the end of what its newest subjob that printed something has printed; null as above
 * @param subjobs its last ones, the newest first
 */
record JobStory(
        JobPage.JobRow job,
        long newestToken,
        long offered,
        long interested,
        long grants,
        long failures,
        @Nullable Long neededBytes,
        @Nullable Instant safePoint,
        @Nullable Double safePointCostSeconds,
        @Nullable String waitsBecause,
        @Nullable LastAnswer answer,
        boolean mayWithdraw,
        JobOutput.@Nullable MetricSeries metric,
        JobOutput.@Nullable JobLog log,
        List<SubjobView> subjobs) {

    /** The answer of a job to a window, and its result. */
    record LastAnswer(String window, String slice, boolean interested, String because, boolean won, String reason) {

        static LastAnswer of(JobHistory.Answer it) {
            return new LastAnswer(it.window(), it.slice(), it.interested(), it.because(), it.won(), it.reason());
        }
    }

    static JobStory of(
            JobFacts facts,
            JobHistory history,
            Optional<String> waits,
            Reports reports,
            JobOutput output,
            boolean mayWithdraw) {
        List<SubjobView> subjobs = new ArrayList<>();
        List<Lease> all = new ArrayList<>(history.ended());
        all.addAll(history.living());
        for (int i = all.size() - 1; i >= 0; i--) {
            subjobs.add(
                    SubjobView.of(all.get(i), reports.message(all.get(i).grant().id())));
        }
        return new JobStory(
                JobPage.JobRow.of(facts),
                facts.newestToken().value(),
                facts.part().offered(),
                facts.part().signals(),
                facts.part().grants(),
                history.failures(),
                facts.part().needed().map(Bytes::count).orElse(null),
                facts.safePoint().map(it -> it.at()).orElse(null),
                facts.safePoint().map(it -> Messages.seconds(it.cost())).orElse(null),
                waits.orElse(null),
                history.answer().map(LastAnswer::of).orElse(null),
                mayWithdraw,
                output.metric(facts.id()).orElse(null),
                output.log(facts.id()).orElse(null),
                subjobs);
    }
}
