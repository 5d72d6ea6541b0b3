package org.atomizable.profiler.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples of a run that were observed at one time, such as those of a subjob: from one up to that of the next batch.
 *
 * @param first the number of its first sample; the first sample of the run has number 0
 * @param after how long after the run's beginning they were observed; what a process observes later is later here, on whatever slice
 */
public record RecordedBatch(long first, Duration after) {

    /** Refuses a negative number or time. */
    public RecordedBatch {
        if (first < 0 || after.isNegative()) {
            throw new IllegalArgumentException(
                    "a batch of samples has no negative number or time, was told sample %s, %s"
                            .formatted(first, after));
        }
    }

    /** Returns batches without those of which no sample is kept, except for the newest, which tells when a run was last updated. */
    static List<RecordedBatch> kept(String id, List<RecordedBatch> batches, long forgotten, long observed) {
        List<RecordedBatch> kept = new ArrayList<>();
        for (int i = 0; i < batches.size(); i++) {
            RecordedBatch batch = batches.get(i);
            boolean newest = i + 1 == batches.size();
            RecordedBatch next = newest ? new RecordedBatch(observed, batch.after) : batches.get(i + 1);
            if (next.first < batch.first || next.after.compareTo(batch.after) < 0) {
                throw new IllegalArgumentException(
                        "run %s has a batch of samples from %s, after %s, and the next one from %s, after %s"
                                .formatted(id, batch.first, batch.after, next.first, next.after));
            }
            long first = Math.max(batch.first, forgotten);
            if (newest || first < next.first) {
                kept.add(new RecordedBatch(first, batch.after));
            }
        }
        return List.copyOf(kept);
    }
}
