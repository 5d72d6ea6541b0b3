package org.atomizable.api;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * A job that can be cut between any two of its atoms and go on elsewhere, ending in the same bits.
 *
 * <p>An implementation says how much work there is, runs one atom, saves its whole state and restores it; it needs no
 * thread of its own and knows nothing of scheduling. A fresh instance stands before atom 0. All calls come from one thread
 * at a time, {@link #save} and {@link #restore} only at safe points.
 *
 * <p>What an atom does may depend on the spec, the atom's number and the state, and on nothing else: no clock, no unseeded
 * random numbers, no order of threads. Under that rule a run cut anywhere equals an uninterrupted one bit for bit.
 *
 * <pre>{@code
 * final class Sum implements Atomizable {
 *     private double sum;
 *     public JobSpec spec() { return JobSpec.of("sum", 1_000_000); }
 *     public void run(long atom) { sum += 1.0 / ((atom + 1.0) * (atom + 1.0)); }
 *     public void save(StateWriter to) throws IOException { to.doubles("sum", sum); }
 *     public void restore(StateReader from) throws IOException { sum = from.doubles("sum")[0]; }
 * }
 * }</pre>
 */
public interface Atomizable extends AutoCloseable {

    /** Returns how much work the job is; the same answer on every call and in every process. */
    JobSpec spec();

    /**
     * Runs one atom.
     *
     * @param atom the atom's number, from 0; each call follows the one before by 1, or a {@link #restore}
     * @throws Exception if the atom cannot be done; the state is then dropped and restored from the last checkpoint
     */
    void run(long atom) throws Exception;

    /**
     * Writes the whole state, such that {@link #restore} makes an equal job of a fresh instance.
     *
     * @throws IOException if {@code to} fails; pass it on
     */
    void save(StateWriter to) throws IOException;

    /**
     * Takes over a state that {@link #save} wrote, whatever state this instance was in.
     *
     * @throws IOException if {@code from} fails or holds something else than this job wrote
     */
    void restore(StateReader from) throws IOException;

    /**
     * Tells people and tools, beside the state, what explains it: seeds, the place in the data, versions. Asked whenever the
     * state is saved; a restore never reads it.
     *
     * @return short texts by key, such as {@code seed} and {@code epoch}
     */
    default Map<String, String> notes() {
        return Map.of();
    }

    /**
     * Tells at a safe point whether an open-ended job has done enough; asked only where the spec has no total. The answer
     * depends on the state and {@code nextAtom} alone.
     */
    default boolean enough(long nextAtom) {
        return false;
    }

    /**
     * Tells the most memory this job held at any instant since it was last asked, as the job itself counts it; empty if it
     * does not count. Called after each atom, restore and save; must be cheap.
     */
    default Optional<Bytes> memoryUsed() {
        return Optional.empty();
    }

    /**
     * Evaluates what the job has achieved; called on a finished job, and must leave its state as it was.
     *
     * @throws Exception if the evaluation fails
     */
    default Optional<Metric> evaluate() throws Exception {
        return Optional.empty();
    }

    /** Frees what the job holds outside the heap. Called once, at the end; the state may be lost with it. */
    @Override
    default void close() {}
}
