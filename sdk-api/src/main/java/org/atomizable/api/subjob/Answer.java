package org.atomizable.api.subjob;

import java.util.List;
import java.util.function.Function;

/** A job's answer to a window. */
public sealed interface Answer {

    /**
     * The job does not want this window.
     *
     * @param because the reason, in a few words
     */
    record Silence(String because) implements Answer {}

    /**
     * SJA: the job can build a safe subjob in this window.
     *
     * @param best the subjob that it would build
     */
    record Signal(Variant best) implements Answer {}

    /**
     * JASDA: the job can build any of these subjobs in this window.
     *
     * @param variants 1 or more, with distinct ids
     */
    record Bid(List<Variant> variants) implements Answer {

        /** Copies the variants, and rejects an empty list; use {@link Silence} for that. */
        public Bid {
            if (variants.isEmpty()) {
                throw new IllegalArgumentException("a bid has a variant");
            }
            variants = List.copyOf(variants);
        }
    }

    /** Applies the function for this kind of answer. */
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
