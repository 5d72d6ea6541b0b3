package org.atomizable.lab.bench;

/** Two things that are measured in turns: the one that goes first alternates, since a machine changes its speed. */
final class Turns {

    private Turns() {}

    /** A measurement. */
    @FunctionalInterface
    interface Measured<E extends Exception> {
        double take() throws E;
    }

    /** Measures both, in an even round the first one first. Returns both values, that of the first one first. */
    static <E extends Exception> double[] take(int round, Measured<E> one, Measured<E> other) throws E {
        double early = round % 2 == 0 ? one.take() : Double.NaN;
        double second = other.take();
        return new double[] {round % 2 == 0 ? early : one.take(), second};
    }
}
