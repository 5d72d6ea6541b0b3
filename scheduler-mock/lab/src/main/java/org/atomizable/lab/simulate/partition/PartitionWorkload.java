package org.atomizable.lab.simulate.partition;

import java.util.List;

/**
 * Jobs, and the profiles on which they were measured.
 *
 * @param jobs at least one; each fits the first profile
 * @param profiles names, the largest first
 */
record PartitionWorkload(List<PartitionJob> jobs, List<String> profiles) {

    PartitionWorkload {
        jobs = List.copyOf(jobs);
        profiles = List.copyOf(profiles);
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one job");
        }
        for (PartitionJob job : jobs) {
            if (!job.fits(profiles.get(0))) {
                throw new IllegalArgumentException("job %s must fit %s".formatted(job.id(), profiles.get(0)));
            }
        }
    }

    /**
     * Returns the same jobs with other lengths.
     *
     * @param factor by which each is longer, more than 0
     * @param more seconds that each takes besides, 0 or more
     */
    PartitionWorkload longer(double factor, double more) {
        return new PartitionWorkload(
                jobs.stream()
                        .map(it -> new PartitionJob(it.id(), it.seconds() * factor + more, it.speeds()))
                        .toList(),
                profiles);
    }
}
