package org.atomizable.lab.simulate.rival;

/** Which of the free slices of the smallest sufficient size a task takes. */
enum Placement {
    /** The first one that has enough time left, or the one with most time. */
    FIRST,
    /** The one with the least time of those that have enough, or the one with most time. */
    BEST_FIT
}
