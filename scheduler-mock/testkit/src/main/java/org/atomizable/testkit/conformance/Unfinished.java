package org.atomizable.testkit.conformance;

import java.util.Optional;
import org.atomizable.testkit.protocol.ProtocolRule;

/** A scenario cannot go on: a rule is broken, or what it needs did not come. */
final class Unfinished extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Optional<ProtocolRule> broken;

    private Unfinished(Optional<ProtocolRule> broken, String why) {
        super(why);
        this.broken = broken;
    }

    static Unfinished breaks(ProtocolRule rule, String why) {
        return new Unfinished(Optional.of(rule), why);
    }

    static Unfinished lacks(String what) {
        return new Unfinished(Optional.empty(), what);
    }

    Optional<ProtocolRule> broken() {
        return broken;
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
