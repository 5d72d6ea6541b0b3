package org.atomizable.core.answer;

import java.util.List;
import java.util.Locale;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Variant;

/** How a job negotiates. */
public enum Mode {

    /** By signals: the scheduler picks one job for a window. */
    SJA {
        @Override
        Answer say(List<Variant> variants) {
            return new Answer.Signal(Answers.mostWanted(variants));
        }
    },

    /** By bids: the scheduler picks, of all jobs' variants, those that are worth most together. */
    JASDA {
        @Override
        Answer say(List<Variant> variants) {
            return new Answer.Bid(variants);
        }
    };

    abstract Answer say(List<Variant> variants);

    /** Returns what the protocol calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
