package org.atomizable.api.subjob;

import java.util.List;
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

    /**
     * JASDA: the job can build any of these here.
     *
     * @param variants 1 or more, each of another id
     */
    record Bid(List<Variant> variants) implements Answer {

        /** Copies the variants, and refuses none at all: that would be silence. */
        public Bid {
            if (variants.isEmpty()) {
                throw new IllegalArgumentException("a bid has a variant");
            }
            variants = List.copyOf(variants);
        }
    }

    /** Applies the function that belongs to this answer. */
    default <R> R match(Function<Silence, R> silence, Function<Signal, R> signal, Function<Bid, R> bid) {
        if (this instanceof Signal it) {
            return signal.apply(it);
        }
        if (this instanceof Bid it) {
            return bid.apply(it);
        }
        return silence.apply((Silence) this);
    }
}
