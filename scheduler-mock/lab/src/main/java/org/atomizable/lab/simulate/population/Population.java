package org.atomizable.lab.simulate.population;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How many jobs there are of each strategy.
 *
 * @param counts 0 or more each, 1 or more together
 */
record Population(Map<Strategy, Integer> counts) {

    private static final int MOST = 500;

    /** Copies the counts, and refuses too few and too many. */
    public Population {
        int jobs = counts.values().stream().mapToInt(Integer::intValue).sum();
        if (jobs < 1 || jobs > MOST || counts.values().stream().anyMatch(count -> count < 0)) {
            throw new IllegalArgumentException(
                    "a population is 1 to %s jobs, none fewer than 0 of a kind, was %s".formatted(MOST, counts));
        }
        counts = Collections.unmodifiableMap(new EnumMap<>(counts));
    }

    /** Returns the same jobs, all of which declare what is true. */
    public Population allHonest() {
        Map<Strategy, Integer> honest = new EnumMap<>(Strategy.class);
        counts.forEach(
                (strategy, count) -> honest.merge(strategy.honest() ? strategy : Strategy.HONEST, count, Integer::sum));
        return new Population(honest);
    }

    /** Returns the strategy of each job, the honest ones first. */
    List<Strategy> strategies() {
        List<Strategy> strategies = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            strategies.addAll(Collections.nCopies(counts.getOrDefault(strategy, 0), strategy));
        }
        return strategies;
    }
}
