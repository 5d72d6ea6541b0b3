package org.atomizable.api;

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
}
