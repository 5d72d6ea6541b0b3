package org.atomizable.scheduler.market;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The windows that were cleared: the ids of many, and for some of them the answers and the reasons. Guarded by the
 * market's lock.
 */
final class ClearedWindows {

    private static final int MOST_NAMES = 1000;

    private static final int MOST_TOLD = 100;

    /** They are large, and every job bids several. */
    private static final int MOST_VARIANTS = 40_000;

    private record Told(ClearingRound collecting, Cleared cleared) {}

    private final Set<String> names = new LinkedHashSet<>();
    private final Map<String, Told> told = new LinkedHashMap<>();
    private int variants;

    void keep(ClearingRound collecting, Cleared cleared) {
        names.add(cleared.window().id());
        if (names.size() > MOST_NAMES) {
            names.remove(names.iterator().next());
        }
        told.put(cleared.window().id(), new Told(collecting, cleared));
        variants += collecting.variants();
        while (told.size() > MOST_TOLD || (variants > MOST_VARIANTS && told.size() > 1)) {
            Told oldest = told.remove(told.keySet().iterator().next());
            variants -= oldest == null ? 0 : oldest.collecting().variants();
        }
    }

    boolean knows(String window) {
        return names.contains(window);
    }

    Optional<Cleared> find(String window) {
        return Optional.ofNullable(told.get(window)).map(Told::cleared);
    }

    boolean wasSaid(String window, Job job, JobAnswer answer) {
        Told over = told.get(window);
        return over != null && answer.equals(over.collecting().answers().get(job));
    }
}
