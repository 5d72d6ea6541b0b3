package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The scheduler's own record of a job's leases, and how far it therefore believes the job's time per atom.
 *
 * @param attained how long the job has held slices
 * @param fruitless how long the newest leases took that brought no atom
 * @param doubt the factor, at least 1, by which its estimates are multiplied; 1 for a job that is as fast as it says
 * @param worked the time in which its leases can have run atoms, in seconds; older leases count less
 * @param claimed what it had said of the atoms that they brought, in seconds; older leases count less
 * @param longest the longest of the windows in which they were
 * @param firstLooks how many grants it has won before it knew its time per atom
 * @param claim what it said of the lease that it holds; empty if it holds none, or did not know its time per atom
 */
public record ServiceRecord(
        Duration attained,
        Duration fruitless,
        double doubt,
        double worked,
        double claimed,
        Duration longest,
        int firstLooks,
        Optional<Claim> claim) {

    /** A job that has held no lease is believed. */
    public static final ServiceRecord FRESH = attained(Duration.ZERO, 0);

    /** A job that does not know its time per atom is preferred for so many grants. */
    private static final int MOST_FIRST_LOOKS = 3;

    /** A hundred years, far from an overflow when it is added to. */
    private static final double LONGEST_NANOS = 36_525 * 86_400e9;

    /** At most this part of a lease is taken for restore and checkpoint; a job that declares more is not believed more. */
    private static final double MOST_OVERHEAD = 0.5;

    /** So much of a window says nothing: in a short lease, the overhead may be nearly all. */
    private static final double NO_EVIDENCE = 0.25;

    /** A figure that is older than four leases counts half. */
    private static final double FADING = Math.pow(0.5, 0.25);

    /**
     * The estimates of a job when it won a grant.
     *
     * @param firstAtom its next atom then
     * @param atoms how many atoms its subjob would have
     * @param useful the typical time in which they would run
     * @param total the bound of the whole subjob's time
     * @param window the length of the window
     */
    public record Claim(long firstAtom, long atoms, Duration useful, Duration total, Duration window) {}

    /** Refuses a doubt that would favour a job. */
    public ServiceRecord {
        if (!(doubt >= 1)) {
            throw new IllegalArgumentException("a doubt is at least 1, was " + doubt);
        }
    }

    /** Returns the record of a job that is believed and has held slices for so long. */
    static ServiceRecord attained(Duration time, int firstLooks) {
        return new ServiceRecord(time, Duration.ZERO, 1, 0, 0, Duration.ZERO, firstLooks, Optional.empty());
    }

    /** Returns the record of a job that has won a grant for a subjob whose time per atom it knows. */
    public ServiceRecord won(Claim told) {
        return new ServiceRecord(attained, fruitless, doubt, worked, claimed, longest, firstLooks, Optional.of(told));
    }

    /** Tells whether the job may still be preferred because it does not know its time per atom. */
    boolean mayLookFirst() {
        return firstLooks < MOST_FIRST_LOOKS;
    }

    /** Returns the record of a job that has won a grant and does not know its time per atom yet. */
    public ServiceRecord wonFirstLook() {
        return new ServiceRecord(
                attained, fruitless, doubt, worked, claimed, longest, firstLooks + 1, Optional.empty());
    }

    /** Returns the record of the same job registered anew: what it held is remembered, and what it claimed is void. */
    public ServiceRecord inherited() {
        return new ServiceRecord(attained, fruitless, doubt, worked, claimed, longest, firstLooks, Optional.empty());
    }

    /**
     * Returns the record after a lease.
     *
     * <p>The doubt is how many times as long the atoms took as the job had said: in this lease, or in all with older
     * leases counting less, whichever is more. Of each lease, the declared overhead is not counted, but at most half
     * of the lease. What is left says nothing up to a quarter of the longest window so far, and counts in full from
     * half of it on. So a lease of less than half that window gives no reason for doubt by itself, and many such
     * leases do.
     *
     * @param held the time from the start of the lease to its end
     * @param nextAtom the first atom that is not in a committed checkpoint
     */
    public ServiceRecord after(Duration held, long nextAtom) {
        Duration all = attained.plus(held);
        if (claim.isEmpty()) {
            return new ServiceRecord(all, fruitless, doubt, worked, claimed, longest, firstLooks, Optional.empty());
        }
        Claim told = claim.get();
        double overhead = Math.min(seconds(told.total().minus(told.useful())), MOST_OVERHEAD * seconds(held));
        double newest = seconds(held) - overhead;
        long gained = Math.max(0, nextAtom - told.firstAtom());
        double said = Math.max(1e-9, seconds(told.useful())) / told.atoms() * gained;
        double workedInAll = FADING * worked + newest;
        double claimedInAll = FADING * claimed + said;
        Duration window = longest.compareTo(told.window()) > 0 ? longest : told.window();
        double forgiven = NO_EVIDENCE * seconds(window);
        // How fast atoms are cannot be told from a lease that brought none; its time is held against the next ones.
        double seen = gained == 0
                ? doubt
                : Math.max(
                        1, Math.max(evident(newest, forgiven) / said, evident(workedInAll, forgiven) / claimedInAll));
        return new ServiceRecord(
                all,
                gained == 0 ? fruitless.plus(held) : Duration.ZERO,
                seen,
                workedInAll,
                claimedInAll,
                window,
                firstLooks,
                Optional.empty());
    }

    /**
     * Returns the estimated time of the work that is left, by what a job says of one subjob: the time for its atoms,
     * multiplied by the doubt in it. {@link SelectionCandidate#remaining} tells the rules.
     *
     * @param atomsLeft how many atoms the job still has; empty if that or its time per atom is unknown
     * @param atoms how many atoms the subjob would have
     * @param useful the typical time in which they would run
     */
    Duration remaining(OptionalLong atomsLeft, long atoms, Duration useful) {
        if (atomsLeft.isEmpty()) {
            return longer(attained, useful);
        }
        // A job that waits has something left to do, whatever it counts.
        double left = Math.max(1, atomsLeft.getAsLong());
        double nanos = Math.max(1, useful.toNanos()) / (double) Math.max(1, atoms) * left * doubt;
        return longer(fruitless, Duration.ofNanos((long) Math.min(nanos, LONGEST_NANOS)));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Nothing up to what is forgiven, all from twice as much on. */
    private static double evident(double worked, double forgiven) {
        return Math.min(worked, Math.max(0, 2 * (worked - forgiven)));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
