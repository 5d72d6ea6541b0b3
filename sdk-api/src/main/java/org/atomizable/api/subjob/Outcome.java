package org.atomizable.api.subjob;

import java.util.function.Function;

/** How a subjob ended. A job that has finished and a subjob that has yielded are different outcomes. */
public sealed interface Outcome {

    /** Returns the first atom that is not in a committed checkpoint, as far as the worker knows. */
    long nextAtom();

    /** The whole job is finished, and its final state is committed. */
    record Finished(long nextAtom) implements Outcome {}

    /** The job has more to do; the state up to {@code nextAtom} is committed. */
    record Yielded(long nextAtom, StopReason why) implements Outcome {}

    /**
     * The subjob failed. Checkpoints that it had committed remain; later work is lost.
     *
     * @param message what happened, for a person to read
     */
    record Failed(long nextAtom, FailureKind kind, String message) implements Outcome {}

    /** Applies the function for this kind of outcome. */
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
