package org.atomizable.checkpoint.disk;

/**
 * Decides whether large files on one file system bypass the page cache. It measures both ways, because the faster one
 * depends on the disk, the file system and the kernel. It starts with direct writing, tries the other way with the
 * second file and then with one file in 64, and changes only if the other way is clearly faster, because one
 * measurement is not reliable.
 */
final class CacheChoice {

    private static final int TRIED_FIRST = 2;
    private static final int TRIED_AGAIN = 64;
    private static final double CLEARLY = 0.8;

    /** How much the newest measurement weighs among those before it. */
    private static final double NEWEST = 0.3;

    private boolean past = true;
    private boolean impossible;
    private long files;
    private double pastCost = Double.NaN;
    private double cachedCost = Double.NaN;

    /** Tells how the next file should be written. */
    synchronized boolean pastTheCache() {
        if (impossible) {
            return false;
        }
        files++;
        return (files == TRIED_FIRST || files % TRIED_AGAIN == 0) != past;
    }

    /** From now on nothing is written past the cache. */
    synchronized void cannot() {
        impossible = true;
    }

    /** Learns what a file has cost, written and forced. */
    synchronized void measured(boolean pastTheCache, long bytes, long nanos) {
        double cost = (double) nanos / bytes;
        if (pastTheCache) {
            pastCost = smoothed(pastCost, cost);
        } else {
            cachedCost = smoothed(cachedCost, cost);
        }
        // Comparisons with what was not measured yet are false.
        if (past && cachedCost < CLEARLY * pastCost) {
            past = false;
        } else if (!past && pastCost < CLEARLY * cachedCost) {
            past = true;
        }
    }

    private static double smoothed(double before, double now) {
        return Double.isNaN(before) ? now : before + NEWEST * (now - before);
    }
}
