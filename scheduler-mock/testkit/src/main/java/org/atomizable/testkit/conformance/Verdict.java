package org.atomizable.testkit.conformance;

import java.util.Locale;
import org.atomizable.testkit.protocol.ProtocolRule;

/**
 * The result of a suite for one rule.
 *
 * @param why what broke it, or why it was not tried; empty if it was kept
 */
public record Verdict(ProtocolRule rule, Outcome outcome, String why) {

    /** How a rule came off. */
    public enum Outcome {
        /** It was tried and kept. */
        PASSED,
        /** It was broken. */
        FAILED,
        /** Nothing was found out. */
        NOT_TRIED;

        /** Returns it as a table shows it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
