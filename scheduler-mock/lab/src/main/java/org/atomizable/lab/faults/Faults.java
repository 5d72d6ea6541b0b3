package org.atomizable.lab.faults;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Decides whether something goes wrong, and counts it. */
final class Faults {

    private final Scenario scenario;
    private final SimulatedTime time;
    private final Map<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);

    Faults(Scenario scenario, SimulatedTime time) {
        this.scenario = scenario;
        this.time = time;
    }

    /** Returns whether a fault strikes now; draws one number in any case. */
    boolean strikes(FaultKind kind, SplittableRandom chance) {
        double drawn = chance.nextDouble();
        boolean struck = drawn < kind.rate()
                && scenario.kinds().contains(kind)
                && time.elapsed() < scenario.faultsEnd().toNanos();
        if (struck) {
            count(kind);
        }
        return struck;
    }

    void count(FaultKind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    Map<FaultKind, Long> counts() {
        return counts;
    }
}
