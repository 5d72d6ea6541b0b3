package org.atomizable.testkit.check;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How long atoms took. */
final class AtomTimes {

    /** Shorter ones are lost in the time that a subjob keeps in reserve. */
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private static final int TIMES_THE_MEDIAN = 20;

    /** The first ones of an instance load classes and data. */
    private static final int WARM_UP = 2;

    private static final int FEWEST = 20;

    /** More of them are known to a profile. */
    private static final int MOST_SLOW = 2;

    private final Map<Long, Duration> times = new HashMap<>();

    /** Adds one; of an atom that runs several times, the shortest counts. */
    void add(long atom, Duration took) {
        times.merge(atom, took, (one, other) -> one.compareTo(other) < 0 ? one : other);
    }

    Duration of(long atom) {
        return times.getOrDefault(atom, Duration.ZERO);
    }

    Duration median() {
        List<Duration> sorted = times.values().stream().sorted().toList();
        return sorted.isEmpty() ? Duration.ZERO : sorted.get(sorted.size() / 2);
    }

    boolean isSlow(long atom) {
        return atom >= WARM_UP
                && of(atom).compareTo(SHORTEST) >= 0
                && of(atom).compareTo(median().multipliedBy(TIMES_THE_MEDIAN)) >= 0;
    }

    /** Returns an atom that takes much longer than the others, if there is one, or two. */
    Optional<Long> slow() {
        List<Long> slow = times.keySet().stream().filter(this::isSlow).sorted().toList();
        return times.size() < FEWEST || slow.size() > MOST_SLOW
                ? Optional.empty()
                : slow.stream().findFirst();
    }
}
