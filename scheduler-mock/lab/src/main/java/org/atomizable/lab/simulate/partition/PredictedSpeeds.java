package org.atomizable.lab.simulate.partition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.lab.simulate.workload.Draws;

/**
 * Speeds as MISO's predictor sees them. The MPS measurements that it needs were not published, so each prediction
 * is the truth with an error of the published size, of either sign: the published code draws it the same way.
 */
final class PredictedSpeeds implements Partition.Speeds {

    private static final int LARGEST = 3;

    private final Map<Integer, Map<String, Double>> byJob = new HashMap<>();

    PredictedSpeeds(List<PartitionJob> jobs, List<String> largestFirst, PartitionRules rules, Draws draws) {
        for (PartitionJob job : jobs) {
            double longest = largestFirst.stream()
                    .limit(LARGEST)
                    .filter(job::fits)
                    .mapToDouble(it -> 1 / job.speed(it))
                    .max()
                    .orElse(1);
            Map<String, Double> times = new HashMap<>();
            for (String profile : largestFirst) {
                double size = rules.errorMean() + rules.errorDeviation() * draws.normal();
                double error = draws.uniform() < 0.5 ? size : -size;
                if (job.fits(profile)) {
                    times.put(profile, 1 / job.speed(profile) / longest + error);
                }
            }
            double whole = times.getOrDefault(largestFirst.get(0), 1.0);
            Map<String, Double> speeds = new HashMap<>();
            times.forEach((profile, time) -> speeds.put(profile, whole / time));
            byJob.put(job.id(), speeds);
        }
    }

    @Override
    public double of(PartitionJob job, String profile) {
        return byJob.getOrDefault(job.id(), Map.of()).getOrDefault(profile, 0.0);
    }
}
