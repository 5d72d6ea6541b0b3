package org.atomizable.lab.bench;

import org.atomizable.cli.terminal.Board;

/** A bench: it measures one thing of this project, beside a reference. */
@FunctionalInterface
interface Measurement {

    /**
     * Measures, and shows on the board how far it is.
     *
     * @param rounds how many rounds count
     */
    Report measure(int rounds, Board board) throws Exception;

    /** Returns after the report is printed: at once, or never if there is something to look at. */
    default void linger() throws InterruptedException {}
}
