package org.atomizable.scheduler.colocation;

import org.atomizable.api.Bytes;

/**
 * The rules for each set of jobs on a slice.
 *
 * @param largestSet how many jobs share a slice at the most, 1 to {@link JobGroup#MOST}
 * @param margin memory of each slice that is kept free
 */
record PackingRules(int largestSet, Bytes margin) {

    /** Rejects sets that no matrix knows. */
    PackingRules {
        if (largestSet < 1 || largestSet > JobGroup.MOST) {
            throw new IllegalArgumentException(
                    "1 to %s jobs can share a slice, was %s".formatted(JobGroup.MOST, largestSet));
        }
    }
}
