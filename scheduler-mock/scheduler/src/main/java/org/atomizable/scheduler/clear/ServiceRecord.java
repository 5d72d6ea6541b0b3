package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.util.Optional;

/**
 * What the scheduler has seen of a job's leases by itself, and how far it therefore believes the job's time per atom.
 *
 * @param attained how long the job has held slices
 * @param fruitless the time of its newest leases that brought no atom
 * @param doubt the factor, at least 1, by which its estimates are multiplied; 1 for a job that is as fast as it says
 * @param firstLooks how many grants it has won before it knew its time per atom
 * @param claim what it said of the lease that it holds; empty if it holds none, or did not know its time per atom
 */
public record ServiceRecord(
        Duration attained, Duration fruitless, double doubt, int firstLooks, Optional<Claim> claim) {

    /** A job that has held no lease is believed. */
    public static final ServiceRecord FRESH =
            new ServiceRecord(Duration.ZERO, Duration.ZERO, 1, 0, Optional.empty());

    /** Of an honest subjob, at most this part is restore and checkpoint; who declares more is not believed more. */
    static final double MOST_OVERHEAD = 0.5;

    /** A doubt is halved by four leases that give no reason for it. */
    private static final double FADING = Math.pow(0.5, 0.25);

    /**
     * What a job said when it won a grant.
     *
     * @param firstAtom its next atom then
     * @param atoms how many atoms its subjob would have
     * @param useful the typical time in which they would run
     * @param total the bound of the whole subjob's time
     */
    public record Claim(long firstAtom, long atoms, Duration useful, Duration total) {

        private double usefulNanos() {
            return Math.max(1, useful.toNanos());
        }
    }

    /** Refuses a doubt that would favour a job. */
    public ServiceRecord {
        if (!(doubt >= 1)) {
            throw new IllegalArgumentException("a doubt is at least 1, was " + doubt);
        }
    }

    /** Returns the record of a job that has won a grant for a subjob whose time per atom it knows. */
    ServiceRecord won(Claim told) {
        return new ServiceRecord(attained, fruitless, doubt, firstLooks, Optional.of(told));
    }

    /** Returns the record of a job that has won a grant and does not know its time per atom yet. */
    ServiceRecord wonFirstLook() {
        return new ServiceRecord(attained, fruitless, doubt, firstLooks + 1, Optional.empty());
    }

    /** Returns the record of the same job registered anew: what it held is remembered, and what it claimed is void. */
    public ServiceRecord inherited() {
        return new ServiceRecord(attained, fruitless, doubt, firstLooks, Optional.empty());
    }

    /**
     * Returns the record after a lease.
     *
     * <p>The lease's time, less the overhead that the job had declared, is compared with the time that the job had declared for the atoms it
     * gained. Less than half of a lease is never taken for work, so declaring a large overhead gains at most a factor of 2. A lease that
     * brought no atom counts as if its claimed time came on top, and its time is added to the next one that brings some.
     *
     * @param held the time from the start of the lease to its end
     * @param nextAtom the first atom that is not in a committed checkpoint
     */
    public ServiceRecord after(Duration held, long nextAtom) {
        Duration all = attained.plus(held);
        if (claim.isEmpty()) {
            return new ServiceRecord(all, fruitless, doubt, firstLooks, Optional.empty());
        }
        Claim told = claim.get();
        double overhead = Math.min(told.total().minus(told.useful()).toNanos(), MOST_OVERHEAD * held.toNanos());
        double worked = fruitless.toNanos() + held.toNanos() - overhead;
        long gained = nextAtom - told.firstAtom();
        boolean gains = gained > 0;
        double ratio = gains
                ? worked / (told.usefulNanos() / told.atoms() * gained)
                : 1 + worked / told.usefulNanos();
        return new ServiceRecord(
                all,
                gains ? Duration.ZERO : Duration.ofNanos((long) worked),
                Math.max(ratio, 1 + (doubt - 1) * FADING),
                firstLooks,
                Optional.empty());
    }
}
