package org.atomizable.core.answer;

import java.util.List;
import java.util.Locale;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Variant;
import org.atomizable.core.feasible.OverheadLimit;

/** The mode of negotiation. */
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

        /** A bid says how much of it is overhead, and if others make more of the window, they win it. */
        @Override
        public OverheadLimit grain(OverheadLimit strict) {
            return strict.loosened(1);
        }
    };

    abstract Answer say(List<Variant> variants);

    /** Returns how much of a subjob that takes a whole window may be overhead; {@code strict} is what may be of any other. */
    public OverheadLimit grain(OverheadLimit strict) {
        return strict;
    }

    /** Returns what the protocol calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
