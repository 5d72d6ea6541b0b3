package org.atomizable.lab.simulate.partition;

/**
 * What a simulation of partitions assumes.
 *
 * @param gpus how many A100-40GB, 1 or more
 * @param gapSeconds mean time between two jobs once the first third has arrived, which comes twice as fast
 * @param migrationSeconds how long a job stands still for a checkpoint, the new partition and the restart
 * @param profilingSeconds how long the jobs of a GPU share it by MPS when one is added
 * @param sharedSpeed speed of each job in that time, as a share of a whole GPU
 * @param errorMean mean size of the prediction error, as a share of the longest iteration on the three largest profiles
 * @param errorDeviation standard deviation of that size
 */
record PartitionRules(
        int gpus,
        double gapSeconds,
        double migrationSeconds,
        double profilingSeconds,
        double sharedSpeed,
        double errorMean,
        double errorDeviation) {

    /** The defaults of the authors' simulator. */
    static final PartitionRules PUBLISHED = new PartitionRules(8, 60, 5, 30, 1.0 / 3, 0.016, 0.0032);

    PartitionRules {
        if (gpus < 1) {
            throw new IllegalArgumentException("there must be at least one GPU, were " + gpus);
        }
        atLeastZero("the gap between jobs", gapSeconds);
        atLeastZero("a migration", migrationSeconds);
        atLeastZero("profiling", profilingSeconds);
        atLeastZero("the prediction error", errorMean);
        atLeastZero("the deviation of the prediction error", errorDeviation);
        if (!(sharedSpeed > 0) || sharedSpeed > 1) {
            throw new IllegalArgumentException("a shared speed must be above 0 and at most 1, was " + sharedSpeed);
        }
    }

    private static void atLeastZero(String what, double value) {
        if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("%s must be 0 or more, was %s".formatted(what, value));
        }
    }

    PartitionRules withMigration(double seconds) {
        return new PartitionRules(gpus, gapSeconds, seconds, profilingSeconds, sharedSpeed, errorMean, errorDeviation);
    }
}
