package org.atomizable.lab.simulate.workload;

/**
 * The properties of a generated workload.
 *
 * @param jobs how many; 1 or more
 * @param load work of the jobs divided by the expected free slice time in which they arrive; more than 0
 * @param cluster the GPUs
 * @param holes lengths of the times between reservations
 * @param reservations lengths of the reservations
 * @param staged share of the jobs whose memory grows while they run
 * @param urgent share of the jobs that have a deadline
 * @param tenants for how many tenants the jobs run; 0 for none
 * @param noise how lengths of atoms vary
 * @param failureHours mean time between two failures of a slice; infinity for none
 * @param seed of everything that is drawn
 */
public record GeneratorOptions(
        int jobs,
        double load,
        ClusterShape cluster,
        Spread holes,
        Spread reservations,
        double staged,
        double urgent,
        int tenants,
        AtomNoise noise,
        double failureHours,
        long seed) {

    public GeneratorOptions {
        if (jobs < 1 || tenants < 0 || !(load > 0 && load < 100)) {
            throw new IllegalArgumentException(
                    "a workload has 1 job or more, 0 tenants or more, and a load above 0 and below 100, had %s, %s, %s"
                            .formatted(jobs, tenants, load));
        }
        if (!(staged >= 0 && staged <= 1) || !(urgent >= 0 && urgent <= 1)) {
            throw new IllegalArgumentException("a share is from 0 to 1, was %s and %s".formatted(staged, urgent));
        }
        if (!(failureHours > 0)) {
            throw new IllegalArgumentException("slices fail after more than 0 hours, was " + failureHours);
        }
    }

    /** 300 jobs with a load of 0.95 on three GPUs, in holes of 10 min to 12 h between reservations of 10 min to 8 h. */
    public static GeneratorOptions longHoles(ClusterShape cluster, long seed) {
        return new GeneratorOptions(
                300,
                0.95,
                cluster,
                new Spread(600, 43_200),
                new Spread(600, 28_800),
                0,
                0,
                0,
                AtomNoise.USUAL,
                Double.POSITIVE_INFINITY,
                seed);
    }

    /** The same with holes and reservations of 5 min to 2 h. */
    public static GeneratorOptions middleHoles(ClusterShape cluster, long seed) {
        return longHoles(cluster, seed).within(new Spread(300, 7200), new Spread(300, 7200));
    }

    /** The same with holes and reservations of 1 min to 20 min. */
    public static GeneratorOptions shortHoles(ClusterShape cluster, long seed) {
        return longHoles(cluster, seed).within(new Spread(60, 1200), new Spread(60, 1200));
    }

    /** Returns these options with other lengths of holes and reservations. */
    public GeneratorOptions within(Spread otherHoles, Spread otherReservations) {
        return new GeneratorOptions(
                jobs, load, cluster, otherHoles, otherReservations, staged, urgent, tenants, noise, failureHours, seed);
    }

    /** Returns these options with another number of jobs and another load. */
    public GeneratorOptions loaded(int otherJobs, double otherLoad) {
        return new GeneratorOptions(
                otherJobs, otherLoad, cluster, holes, reservations, staged, urgent, tenants, noise, failureHours, seed);
    }

    /** Returns these options with other properties of the jobs. */
    public GeneratorOptions with(double otherStaged, double otherUrgent, int otherTenants, AtomNoise otherNoise) {
        return new GeneratorOptions(
                jobs,
                load,
                cluster,
                holes,
                reservations,
                otherStaged,
                otherUrgent,
                otherTenants,
                otherNoise,
                failureHours,
                seed);
    }

    /** Returns these options with slices that fail so often. */
    public GeneratorOptions failingEvery(double hours) {
        return new GeneratorOptions(
                jobs, load, cluster, holes, reservations, staged, urgent, tenants, noise, hours, seed);
    }
}
