package org.atomizable.lab.simulate.rival;

/** Which of the free slices a task takes: one of the smallest sufficient size, if nothing else is said. */
enum Placement {
    /** The first one that has enough time left, or the one with most time. */
    FIRST,
    /** The one with the least time of those that have enough, or the one with most time. */
    BEST_FIT,
    /**
     * The one, of any sufficient size, where {@link HoleFragmentation} grows least; of equal ones, that of {@link #FIRST} or the smallest.
     */
    LEAST_FRAGMENTATION
}
