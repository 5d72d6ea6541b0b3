package org.atomizable.lab.simulate.partition;

import java.util.Optional;
import org.atomizable.lab.simulate.figure.Sample;

/**
 * The figures of a run, times in hours.
 *
 * @param policy its name
 * @param seed of the arrivals and the prediction errors
 * @param layout of every GPU, if the policy keeps one
 * @param run what happened
 */
record PartitionResult(String policy, long seed, Optional<Layout> layout, PartitionRun run) {

    private static final double HOUR = 3600;

    double meanHours() {
        return completions().mean();
    }

    double percentileHours(double share) {
        return completions().percentile(share);
    }

    private Sample completions() {
        return new Sample(run.completions().stream()
                .mapToDouble(it -> it.seconds() / HOUR)
                .toArray());
    }

    /** Returns when the last job finished, from the start of the simulation. */
    double makespanHours() {
        return run.makespan() / HOUR;
    }

    /**
     * Returns the system throughput: the sum of the speeds of all jobs relative to a whole GPU, on average until the last job finished.
     */
    double throughput() {
        return run.stretches().stream().mapToDouble(PartitionRun.Stretch::work).sum() / run.makespan();
    }

    /** Returns the share of the time in which jobs had a place and stood still for a migration. */
    double standingShare() {
        double all = 0;
        double still = 0;
        for (PartitionRun.Stretch each : run.stretches()) {
            all += each.to() - each.from();
            still += each.speed() == 0 ? each.to() - each.from() : 0;
        }
        return still / all;
    }
}
