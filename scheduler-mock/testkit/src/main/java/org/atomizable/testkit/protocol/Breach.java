package org.atomizable.testkit.protocol;

/**
 * A message that breaks a rule.
 *
 * @param rule which
 * @param seen the message, and what is wrong with it
 */
public record Breach(ProtocolRule rule, String seen) {

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
