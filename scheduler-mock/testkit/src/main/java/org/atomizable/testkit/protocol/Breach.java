package org.atomizable.testkit.protocol;

import java.util.List;

/**
 * A message that breaks a rule.
 *
 * @param rule which
 * @param seen the message, and what is wrong with it
 */
public record Breach(ProtocolRule rule, String seen) {

    /**
     * Requires that there are none.
     *
     * @throws AssertionError that lists them
     */
    public static void requireNone(List<Breach> breaches) {
        if (!breaches.isEmpty()) {
            StringBuilder text = new StringBuilder("messages break the protocol's rules:");
            breaches.forEach(
                    each -> text.append(System.lineSeparator()).append("  ").append(each));
            throw new AssertionError(text.toString());
        }
    }

    @Override
    public String toString() {
        return "%s breaks %s: %s (%s)"
                .formatted(
                        rule.side() == ProtocolRule.Side.AGENT ? "the agent" : "the scheduler",
                        rule.word(),
                        seen,
                        rule.statement());
    }
}
