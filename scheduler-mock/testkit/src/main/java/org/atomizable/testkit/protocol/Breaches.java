package org.atomizable.testkit.protocol;

import java.util.ArrayList;
import java.util.List;

/** The breaches that were found, in order. Guarded by the monitor's lock. */
final class Breaches {

    private static final int MOST = 1000;

    private final List<Breach> found = new ArrayList<>();

    @SuppressWarnings("AnnotateFormatMethod")
    void unless(boolean kept, ProtocolRule rule, String seen, Object... values) {
        if (!kept && found.size() < MOST) {
            found.add(new Breach(rule, seen.formatted(values)));
        }
    }

    List<Breach> all() {
        return List.copyOf(found);
    }
}
