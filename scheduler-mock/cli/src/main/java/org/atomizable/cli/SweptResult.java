package org.atomizable.cli;

import java.util.Comparator;
import java.util.Map;
import org.atomizable.api.Metric;
import org.atomizable.cli.job.JobEnd;
import org.jspecify.annotations.Nullable;

/**
 * How one setting ended.
 *
 * @param setting the values that were tried
 * @param job the name of its job
 * @param result {@code finished}, or why it did not finish
 * @param metric what it achieved; null if it did not finish or tells nothing
 * @param subjobs how many subjobs it took in this run of the sweep; on an engine, how many links of its chain gained an atom
 * @param seconds the time that they ran
 * @param sha256 the digest of its last checkpoint; null if there is none
 */
record SweptResult(
        Map<String, String> setting,
        String job,
        String result,
        @Nullable Metric metric,
        int subjobs,
        double seconds,
        @Nullable String sha256) {

    /** Which values of the metric are better. */
    public enum Best {
        /** Larger ones, as of an accuracy. */
        highest,
        /** Smaller ones, as of an error. */
        lowest
    }

    /** Returns whether all atoms are done. */
    public boolean isFinished() {
        return result.equals(JobEnd.FINISHED);
    }

    /** Returns the order from the best to the worst. What has no metric comes last. */
    public static Comparator<SweptResult> bestFirst(Best best) {
        Comparator<Metric> byValue = Comparator.comparingDouble(Metric::value);
        return Comparator.comparing(
                SweptResult::metric, Comparator.nullsLast(best == Best.highest ? byValue.reversed() : byValue));
    }
}
