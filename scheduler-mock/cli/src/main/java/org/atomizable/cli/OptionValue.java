package org.atomizable.cli;

import org.atomizable.api.AtomizableException;
import org.atomizable.scheduler.clear.UnknownPolicyException;
import org.atomizable.scheduler.cluster.ClusterTextException;

/** What an option's text means. */
final class OptionValue {

    private OptionValue() {}

    /** Reads the text of an option. */
    @FunctionalInterface
    interface Reading<T> {
        T read() throws AtomizableException;
    }

    /**
     * Reads the text of an option.
     *
     * @throws IllegalArgumentException if it means nothing; its message begins with the option
     */
    static <T> T of(String option, Reading<T> reading) throws AtomizableException {
        try {
            return reading.read();
        } catch (IllegalArgumentException | UnknownPolicyException | ClusterTextException wrong) {
            throw new IllegalArgumentException("%s: %s".formatted(option, wrong.getMessage()), wrong);
        }
    }
}
