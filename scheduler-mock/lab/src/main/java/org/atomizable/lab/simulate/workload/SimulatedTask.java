package org.atomizable.lab.simulate.workload;

import java.util.Optional;

/**
 * A job of a workload.
 *
 * @param index its place in the workload, from 0
 * @param name its name, unique in the workload, without white space
 * @param submit when it arrives, in seconds
 * @param atomSeconds mean length of an atom in seconds
 * @param atoms how many atoms it has; 1 or more
 * @param memory what memory it really uses
 * @param classGib the memory that it asks for: it fits slices of at least so many GiB
 * @param factors lengths of its atoms relative to the mean
 * @param tenant for whom it runs, if that is known
 * @param deadline when it should have finished, in seconds, if it has a deadline
 */
public record SimulatedTask(
        int index,
        String name,
        double submit,
        double atomSeconds,
        long atoms,
        MemoryStages memory,
        double classGib,
        AtomFactors factors,
        Optional<String> tenant,
        Optional<Double> deadline) {

    /** Refuses times and sizes that cannot be. */
    public SimulatedTask {
        refuseUnless(
                !name.isEmpty() && name.chars().noneMatch(Character::isWhitespace),
                "the name of a job must be a word",
                name);
        refuseUnless(
                submit >= 0 && submit < Double.POSITIVE_INFINITY, "a job's submission must be 0 s or later", submit);
        refuseUnless(
                atomSeconds > 0 && atomSeconds < Double.POSITIVE_INFINITY,
                "an atom must take more than 0 s",
                atomSeconds);
        refuseUnless(atoms > 0, "a job must have at least one atom", atoms);
        refuseUnless(
                classGib > 0 && classGib < Double.POSITIVE_INFINITY, "a job must ask for more than 0 GiB", classGib);
        deadline.ifPresent(
                it -> refuseUnless(it >= 0 && it < Double.POSITIVE_INFINITY, "a deadline must be 0 s or later", it));
        tenant.ifPresent(it -> refuseUnless(
                !it.isEmpty() && it.chars().noneMatch(Character::isWhitespace),
                "the name of a tenant must be a word",
                it));
    }

    /** Returns the whole work in seconds: atomSeconds × atoms. The factors change it by less than their mean differs from 1. */
    public double workSeconds() {
        return atomSeconds * atoms;
    }

    /**
     * Returns how long some of the atoms take, in seconds.
     *
     * @param from the first of them, from 0
     * @param to the first that does not belong to them, at most {@link #atoms}
     */
    public double seconds(long from, long to) {
        if (from < 0 || to < from || to > atoms) {
            throw new IllegalArgumentException(
                    "job %s has no atoms from %s to %s, but %s".formatted(name, from, to, atoms));
        }
        return atomSeconds * (factors.sumBefore(to) - factors.sumBefore(from));
    }

    private static void refuseUnless(boolean right, String rule, Object value) {
        if (!right) {
            throw new IllegalArgumentException("%s, was %s".formatted(rule, value));
        }
    }
}
