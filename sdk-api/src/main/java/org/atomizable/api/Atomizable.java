package org.atomizable.api;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * A job that can stop between any two of its atoms and continue in another process, with the same result bit for bit.
 *
 * <p>An implementation says how much work there is, runs one atom, saves its whole state and restores it. It needs no
 * thread of its own and knows nothing of scheduling. A new instance is at atom 0. Calls never overlap, but may come
 * from different threads. {@link #save} and {@link #restore} are called only at safe points.
 *
 * <p>The result of an atom may depend only on the spec, the atom's number and the state. It must not depend on a clock,
 * on unseeded random numbers or on the order of threads. Under that rule, a run that is interrupted anywhere equals an
 * uninterrupted run bit for bit.
 *
 * <pre>{@code
 * public final class Sum implements Atomizable {
 *     private double sum;
 *     public JobSpec spec() { return JobSpec.of("sum", 1_000_000); }
 *     public void run(long atom) { sum += 1.0 / ((atom + 1.0) * (atom + 1.0)); }
 *     public void save(StateWriter to) throws IOException { to.doubles("sum", sum); }
 *     public void restore(StateReader from) throws IOException { sum = from.doubles("sum")[0]; }
 * }
 * }</pre>
 */
public interface Atomizable extends AutoCloseable {

    /**
     * Makes a job of a loop that stays where it is, in {@code main}: each turn is an atom. Without a scheduler the loop runs
     * straight to its end. {@link Run} shows how.
     *
     * @throws IllegalStateException if this {@code main} has made a loop before
     */
    static Run loop(JobSpec spec) {
        return Run.of(spec, StraightHost.ofThisThread(spec));
    }

    /** Returns how much work the job is. The result is the same on every call and in every process. */
    JobSpec spec();

    /**
     * Runs one atom.
     *
     * @param atom the atom's number, from 0. It is one more than the number of the previous call, unless
     *     {@link #restore} was called between them
     * @throws Exception if the atom fails; the runtime then discards the state and restores the last checkpoint
     */
    void run(long atom) throws Exception;

    /**
     * Writes the whole state, so that {@link #restore} on a new instance gives an equal job.
     *
     * @throws IOException if {@code to} fails; do not catch it
     */
    void save(StateWriter to) throws IOException;

    /**
     * Replaces the state of this instance by a state that {@link #save} wrote.
     *
     * @throws IOException if {@code from} fails or does not contain what this job wrote
     */
    void restore(StateReader from) throws IOException;

    /**
     * Returns notes that explain the state to people and tools, such as seeds, the position in the data, and versions.
     * Called whenever the state is saved. A restore never reads them.
     *
     * @return short texts by key, such as {@code seed} and {@code epoch}
     */
    default Map<String, String> notes() {
        return Map.of();
    }

    /**
     * Returns whether an open-ended job is finished. Called at safe points, and only if the spec has no total. The
     * result must depend only on the state and {@code nextAtom}.
     */
    default boolean enough(long nextAtom) {
        return false;
    }

    /**
     * Returns the most memory that this job has held since the last call, as the job itself counts it; empty if it does
     * not count. Called after each atom, restore and save, so it must be cheap.
     */
    default Optional<Bytes> memoryUsed() {
        return Optional.empty();
    }

    /**
     * Evaluates what the job has achieved. Called on a finished job; must not change its state.
     *
     * @throws Exception if the evaluation fails
     */
    default Optional<Metric> evaluate() throws Exception {
        return Optional.empty();
    }

    /** Releases what the job holds outside the heap. Called once, at the end. The state need not survive it. */
    @Override
    default void close() {}
}
