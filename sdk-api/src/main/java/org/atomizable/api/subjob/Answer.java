package org.atomizable.api.subjob;

import java.util.function.Function;

/** What a job says to a window. */
public sealed interface Answer {

    /**
     * The job has nothing for this window.
     *
     * @param because why, in a few words
     */
    record Silence(String because) implements Answer {}

    /**
     * SJA: the job can build a safe subjob here.
     *
     * @param best the subjob it would build
     */
    record Signal(Variant best) implements Answer {}

    /** Applies the function that belongs to this answer. */
    default <R> R match(Function<Silence, R> silence, Function<Signal, R> signal) {
        if (this instanceof Signal it) {
            return signal.apply(it);
        }
        return silence.apply((Silence) this);
    }
}
