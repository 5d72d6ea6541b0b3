package org.atomizable.core.answer;

import java.util.Comparator;
import java.util.List;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Variant;

/** Puts scored variants into the answer that a mode of negotiation asks for. */
public final class Answers {

    private Answers() {}

    /** Returns SJA's answer: a signal with the best variant, the first of equals; silence if there is none. */
    public static Answer signal(List<Variant> variants, String becauseNot) {
        // Collections.max would take any of equals; the order of the variants says which is liked better.
        return variants.stream()
                .sorted(Comparator.comparingDouble(Variant::score).reversed())
                .findFirst()
                .<Answer>map(Answer.Signal::new)
                .orElse(new Answer.Silence(becauseNot));
    }
}
