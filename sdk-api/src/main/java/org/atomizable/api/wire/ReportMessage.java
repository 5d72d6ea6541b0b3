package org.atomizable.api.wire;

/**
 * Body of {@code POST /v1/grants/{id}/report}.
 *
 * @param outcome {@code finished}, {@code yielded}, {@code failed} or {@code handed-back}
 * @param why the stop reason or the kind of failure in lower case, or why it was handed back
 * @param message a sentence for a person
 * @param nextAtom first atom that is not in a committed checkpoint
 * @param restoreSeconds time until the state was restored
 * @param usefulSeconds time in which atoms ran
 * @param checkpointSeconds time for saving and committing
 * @param totalSeconds all of the subjob's time
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
