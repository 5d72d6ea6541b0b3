package org.atomizable.api.subjob;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How a job and a scheduler negotiate. */
public enum Mode {

    /** By signals: the scheduler picks one job for a window, and that job gets all of it. */
    SJA,

    /** By bids: the scheduler picks, of all jobs' variants, those that are worth most together. */
    JASDA;

    /** Returns the mode that the protocol calls so; empty if there is none. */
    public static Optional<Mode> of(String word) {
        return Stream.of(values()).filter(mode -> mode.word().equals(word)).findFirst();
    }

    /** Returns its name in the protocol: {@code sja} or {@code jasda}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
