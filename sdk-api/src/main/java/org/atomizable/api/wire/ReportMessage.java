package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/grants/{id}/report}.
 *
 * @param outcome {@code finished}, {@code yielded}, {@code failed} or {@code handed-back}
 * @param why the stop reason or the kind of failure in lower case, or the reason for the hand-back
 * @param message a sentence for a person to read
 * @param nextAtom the first atom that is not in a committed checkpoint
 * @param restoreSeconds the time until the state was restored, or was found to need no restore
 * @param usefulSeconds the time in which atoms ran
 * @param checkpointSeconds the time for saving and committing
 * @param totalSeconds the total time of the subjob
 * @param peakBytes the most memory used
 * @param metricName what {@code metricValue} is, such as {@code loss}, in at most {@value #LONGEST_METRIC} characters
 * @param metricValue what the job measured of itself when it last saved its state; a finite number, with its name
 * @param log the end of what the subjob printed. The scheduler keeps of it what {@link LogEnd} lets through
 */
public record ReportMessage(
        String outcome,
        String why,
        String message,
        long nextAtom,
        double restoreSeconds,
        double usefulSeconds,
        double checkpointSeconds,
        double totalSeconds,
        long peakBytes,
        @Nullable String metricName,
        @Nullable Double metricValue,
        @Nullable String log) {

    /** The longest name of a metric. */
    public static final int LONGEST_METRIC = 100;

    /** Makes a report without a metric and a log. */
    public ReportMessage(
            String outcome,
            String why,
            String message,
            long nextAtom,
            double restoreSeconds,
            double usefulSeconds,
            double checkpointSeconds,
            double totalSeconds,
            long peakBytes) {
        this(
                outcome,
                why,
                message,
                nextAtom,
                restoreSeconds,
                usefulSeconds,
                checkpointSeconds,
                totalSeconds,
                peakBytes,
                null,
                null,
                null);
    }

    /** Returns the same with the end of a log. */
    public ReportMessage with(String printed) {
        return new ReportMessage(
                outcome,
                why,
                message,
                nextAtom,
                restoreSeconds,
                usefulSeconds,
                checkpointSeconds,
                totalSeconds,
                peakBytes,
                metricName,
                metricValue,
                printed);
    }
}
