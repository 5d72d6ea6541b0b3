package org.atomizable.testkit.conformance;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.testkit.protocol.Breach;
import org.atomizable.testkit.protocol.ProtocolRule;

/** The verdicts so far; a rule that was broken once stays broken. Used by one thread. */
final class Findings {

    private final Map<ProtocolRule, Verdict> verdicts = new EnumMap<>(ProtocolRule.class);

    void kept(ProtocolRule rule) {
        Verdict before = verdicts.get(rule);
        if (before == null || before.outcome() == Verdict.Outcome.NOT_TRIED) {
            verdicts.put(rule, new Verdict(rule, Verdict.Outcome.PASSED, ""));
        }
    }

    void broken(ProtocolRule rule, String why) {
        Verdict before = verdicts.get(rule);
        if (before == null || before.outcome() != Verdict.Outcome.FAILED) {
            verdicts.put(rule, new Verdict(rule, Verdict.Outcome.FAILED, why));
        }
    }

    boolean isBroken(ProtocolRule rule) {
        return Optional.ofNullable(verdicts.get(rule))
                .filter(it -> it.outcome() == Verdict.Outcome.FAILED)
                .isPresent();
    }

    void notTried(ProtocolRule rule, String why) {
        verdicts.putIfAbsent(rule, new Verdict(rule, Verdict.Outcome.NOT_TRIED, why));
    }

    void broken(List<Breach> breaches, ProtocolRule.Side side) {
        breaches.stream().filter(it -> it.rule().side() == side).forEach(it -> broken(it.rule(), it.seen()));
    }

    List<Verdict> of(ProtocolRule.Side side) {
        return ProtocolRule.of(side).stream()
                .map(rule -> Optional.ofNullable(verdicts.get(rule))
                        .orElseGet(() -> new Verdict(rule, Verdict.Outcome.NOT_TRIED, "no scenario came so far")))
                .toList();
    }
}
