package org.atomizable.core.plan;

import java.util.List;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.subjob.Variant;

/** Converts scored variants into an answer of the mode of negotiation. */
public final class Answers {

    /** Why a job that holds a grant is silent. */
    public static final String ALREADY_RUNS = "already runs";

    private Answers() {}

    /** Returns the answer of that mode; silence if there is no variant. */
    public static Answer of(Mode mode, List<Variant> variants, String becauseNot) {
        if (variants.isEmpty()) {
            return new Answer.Silence(becauseNot);
        }
        return switch (mode) {
            case SJA -> new Answer.Signal(mostWanted(variants));
            case JASDA -> new Answer.Bid(variants);
        };
    }

    /** Of the variants that continue none, returns the one of the greatest score for each second; the first of equals. */
    static Variant mostWanted(List<Variant> variants) {
        Variant best = variants.get(0);
        for (Variant variant : variants) {
            if (variant.after().isEmpty() && worth(variant) > worth(best)) {
                best = variant;
            }
        }
        return best;
    }

    private static double worth(Variant variant) {
        return variant.score() * variant.length().toNanos();
    }
}
