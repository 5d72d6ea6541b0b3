package org.atomizable.lab.simulate.workload;

/**
 * The properties of a generated workload.
 *
 * @param slices of the cluster
 * @param jobs for them
 * @param noise how lengths of atoms vary
 * @param seed of everything that is drawn
 */
public record GeneratorOptions(Slices slices, Jobs jobs, AtomNoise noise, long seed) {

    /**
     * The slices, and when they are free.
     *
     * @param cluster the GPUs
     * @param holes lengths of the times between reservations
     * @param reservations lengths of the reservations
     * @param failureHours mean time between two failures of a slice; infinity for none
     */
    public record Slices(ClusterShape cluster, Spread holes, Spread reservations, double failureHours) {

        public Slices {
            if (!(failureHours > 0)) {
                throw new IllegalArgumentException("slices fail after more than 0 hours, was " + failureHours);
            }
        }

        /** Returns the expected share of the time in which a slice is free. */
        double freeShare() {
            return holes.mean() / (holes.mean() + reservations.mean());
        }
    }

    /**
     * The jobs.
     *
     * @param count how many; 1 or more
     * @param load work of the jobs divided by the expected free slice time in which they arrive; more than 0
     * @param staged share of the jobs whose memory grows while they run
     * @param urgent share of the jobs that have a deadline
     * @param tenants for how many tenants the jobs run; 0 for none
     */
    public record Jobs(int count, double load, double staged, double urgent, int tenants) {

        public Jobs {
            if (count < 1 || tenants < 0 || !(load > 0 && load < 100)) {
                throw new IllegalArgumentException(
                        "a workload has 1 job or more, 0 tenants or more, and a load above 0 and below 100, had %s, %s, %s"
                                .formatted(count, tenants, load));
            }
            if (!(staged >= 0 && staged <= 1) || !(urgent >= 0 && urgent <= 1)) {
                throw new IllegalArgumentException("a share is from 0 to 1, was %s and %s".formatted(staged, urgent));
            }
        }
    }

    /** 300 jobs with a load of 0.95, in holes of 10 min to 12 h between reservations of 10 min to 8 h. */
    public static GeneratorOptions longHoles(ClusterShape cluster, long seed) {
        return new GeneratorOptions(
                new Slices(cluster, new Spread(600, 43_200), new Spread(600, 28_800), Double.POSITIVE_INFINITY),
                new Jobs(300, 0.95, 0, 0, 0),
                AtomNoise.USUAL,
                seed);
    }

    /** The same with holes and reservations of 5 min to 2 h. */
    public static GeneratorOptions middleHoles(ClusterShape cluster, long seed) {
        return longHoles(cluster, seed).within(new Spread(300, 7200));
    }

    /** The same with holes and reservations of 1 min to 20 min. */
    public static GeneratorOptions shortHoles(ClusterShape cluster, long seed) {
        return longHoles(cluster, seed).within(new Spread(60, 1200));
    }

    /** Returns these options with other lengths of both holes and reservations. */
    public GeneratorOptions within(Spread lengths) {
        return new GeneratorOptions(
                new Slices(slices.cluster(), lengths, lengths, slices.failureHours()), jobs, noise, seed);
    }

    /** Returns these options with another number of jobs and another load. */
    public GeneratorOptions loaded(int count, double load) {
        return with(new Jobs(count, load, jobs.staged(), jobs.urgent(), jobs.tenants()), noise);
    }

    /** Returns these options with other jobs. */
    public GeneratorOptions with(Jobs others, AtomNoise otherNoise) {
        return new GeneratorOptions(slices, others, otherNoise, seed);
    }

    /** Returns these options with slices that fail so often. */
    public GeneratorOptions failingEvery(double hours) {
        return new GeneratorOptions(
                new Slices(slices.cluster(), slices.holes(), slices.reservations(), hours), jobs, noise, seed);
    }
}
