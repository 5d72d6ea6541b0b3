package org.atomizable.api.wire;

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
        long peakBytes) {}
