package org.atomizable.api;

import java.time.Duration;

/**
 * A job that can give back memory between two atoms, such as caches, buffers of results that can be computed again, or a pool
 * of its framework. A class implements it beside {@link Atomizable}. A job that does not implement it is not asked, and is
 * stopped at a safe point sooner than others of its value.
 *
 * <p>What the job computes must not depend on whether and when it was asked: with the same atoms it ends in the same bits.
 *
 * <pre>{@code
 * public Bytes shrink(Pressure pressure) {
 *     long cached = cache.bytes();
 *     cache.clear();
 *     return Bytes.of(cached);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface Shrinkable {

    /**
     * Gives back memory. Called at a safe point, on the thread that runs the atoms; it takes of the time of the subjob.
     *
     * @return how much was given back; zero if there is nothing to give
     * @throws Exception if it fails; the subjob then fails as if an atom had failed
     */
    Bytes shrink(Pressure pressure) throws Exception;

    /**
     * A node's request to a job to give back memory.
     *
     * @param level how scarce memory is there
     * @param wanted how much the job is asked to give back; 0 or more. Less helps too
     * @param within until when, from the moment at which the request was made; more than 0. A job that has given back too little
     *     by then may be stopped at a safe point
     */
    record Pressure(Level level, Bytes wanted, Duration within) {

        /** How scarce memory is, from plenty to almost none. Operators set where each level begins. */
        public enum Level {
            /** There is enough. */
            GREEN,
            /** No further subjob is begun; jobs are asked to give back what they can do without. */
            WATCH,
            /** Subjobs of little value are stopped at their next safe point. */
            PRESSURE,
            /** Subjobs that do not stop in time are ended. */
            CRITICAL
        }

        /** Rejects a time that is not more than zero. */
        public Pressure {
            if (within.isNegative() || within.isZero()) {
                throw new IllegalArgumentException("a job needs time to give back memory, was " + within);
            }
        }
    }
}
