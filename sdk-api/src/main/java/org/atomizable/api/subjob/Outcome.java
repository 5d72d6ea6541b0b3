package org.atomizable.api.subjob;

import java.util.function.Function;

/** How a subjob ended. To have finished the job and to have yielded are different things. */
public sealed interface Outcome {

    /** Returns the first atom that no committed checkpoint holds yet, as far as the worker knows. */
    long nextAtom();

    /** The whole job is done, and its final state committed. */
    record Finished(long nextAtom) implements Outcome {}

    /** The job has more to do; the state up to {@code nextAtom} is committed. */
    record Yielded(long nextAtom, StopReason why) implements Outcome {}

    /**
     * The subjob broke off. What it had committed on its way is kept; what came after is not.
     *
     * @param message what happened, for a person
     */
    record Failed(long nextAtom, FailureKind kind, String message) implements Outcome {}

    /** Applies the function that belongs to this outcome. */
    default <R> R match(Function<Finished, R> finished, Function<Yielded, R> yielded, Function<Failed, R> failed) {
        if (this instanceof Finished it) {
            return finished.apply(it);
        }
        if (this instanceof Yielded it) {
            return yielded.apply(it);
        }
        return failed.apply((Failed) this);
    }
}
