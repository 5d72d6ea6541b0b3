package org.atomizable.scheduler.market;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The windows that were cleared: the names of many, and of some what was said and why they went so. Guarded by the market's lock. */
final class Past {

    private static final int MOST_NAMES = 1000;

    /** A bid is large, and every job makes one. */
    private static final int MOST_TOLD = 100;

    private record Told(Collecting collecting, Cleared cleared) {}

    private final Set<String> names = new LinkedHashSet<>();
    private final Map<String, Told> told = new LinkedHashMap<>();

    void keep(Collecting collecting, Cleared cleared) {
        names.add(cleared.window().id());
        told.put(cleared.window().id(), new Told(collecting, cleared));
        shorten(names, MOST_NAMES);
        shorten(told.keySet(), MOST_TOLD);
    }

    private static void shorten(Collection<String> oldestFirst, int most) {
        if (oldestFirst.size() > most) {
            oldestFirst.remove(oldestFirst.iterator().next());
        }
    }

    boolean knows(String window) {
        return names.contains(window);
    }

    Optional<Cleared> find(String window) {
        return Optional.ofNullable(told.get(window)).map(Told::cleared);
    }

    boolean wasSaid(String window, Job job, Said said) {
        Told over = told.get(window);
        return over != null && said.equals(over.collecting().answers().get(job));
    }
}
