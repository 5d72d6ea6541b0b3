package org.atomizable.core.agent;

/**
 * Which share of the windows that a job wanted it has won lately. A job is likely to win the next window if it won at least a third:
 * then a worker that was got ready is used after three windows at the latest, on average.
 *
 * @param won how many of the windows counted it has won
 * @param wanted how many it has bid on or signalled for
 */
record WonShare(double won, double wanted) {

    /** Nothing is known: one window of two is believed to be won. */
    static final WonShare UNKNOWN = new WonShare(1, 2);

    private static final double LIKELY = 1.0 / 3;

    /** After so many windows a window counts half. */
    private static final double HALF_LIFE = 20;

    private static final double KEPT = Math.pow(0.5, 1 / HALF_LIFE);

    /** Returns the share after one more window was wanted. */
    WonShare afterWanted() {
        return new WonShare(won * KEPT, wanted * KEPT + 1);
    }

    /** Returns the share after a window that was wanted is won. */
    WonShare afterWon() {
        return new WonShare(Math.min(won + 1, wanted), wanted);
    }

    /** Tells whether the job is likely to win the next window. */
    boolean likely() {
        return won >= LIKELY * wanted;
    }
}
