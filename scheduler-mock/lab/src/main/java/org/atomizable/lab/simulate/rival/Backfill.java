package org.atomizable.lab.simulate.rival;

/** How tasks start while one before them waits. */
enum Backfill {
    /** They wait, too. */
    NONE,
    /** They start on any slice where they fit, as if it were their turn. */
    SLICES,
    /**
     * The first waiting task is planned on the slice where it can start first, and with it the whole node, as in Slurm. Another task starts
     * on a slice of that node only if it ends by the planned start.
     */
    NODES,
    /**
     * They get the shortest time that they ask for, as in Slurm from 20.02.5 to 25.05.2. The first task gets the longest time that it asks
     * for if a slice is free for so long; otherwise it gets the shortest one, too.
     */
    MINIMUM
}
