package org.atomizable.scheduler.market;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.job.Job;

/**
 * The windows that were cleared: the ids of many, and for some of them the answers and the reasons. Guarded by the
 * market's lock.
 */
final class ClearedWindows {

    private static final int MOST_NAMES = 1000;

    private static final int MOST_TOLD = 100;

    /** They are large, and every job bids several. */
    private static final int MOST_VARIANTS = 40_000;

    private record Told(Map<Job, JobAnswer> answers, Cleared cleared) {

        /** Returns how many subjobs were bid. */
        int variants() {
            int variants = 0;
            for (JobAnswer answer : answers.values()) {
                variants += answer instanceof Bids bids ? bids.variants().size() : 1;
            }
            return variants;
        }
    }

    private final Set<String> names = new LinkedHashSet<>();
    private final Map<String, Told> told = new LinkedHashMap<>();
    private int variants;

    void keep(Map<Job, JobAnswer> answers, Cleared cleared) {
        String window = cleared.window().id();
        names.add(window);
        if (names.size() > MOST_NAMES) {
            names.remove(names.iterator().next());
        }
        Told newest = new Told(Map.copyOf(answers), cleared);
        told.put(window, newest);
        variants += newest.variants();
        while (told.size() > MOST_TOLD || (variants > MOST_VARIANTS && told.size() > 1)) {
            Told oldest = told.remove(told.keySet().iterator().next());
            variants -= oldest == null ? 0 : oldest.variants();
        }
    }

    /** Tells whether a window was cleared not long ago. */
    boolean knows(String window) {
        return names.contains(window);
    }

    /** Returns what became of a window, if it is still kept. */
    Optional<Cleared> find(String window) {
        return Optional.ofNullable(told.get(window)).map(Told::cleared);
    }

    /** Tells whether a job had given just this answer before the window was cleared. */
    boolean wasSaid(String window, Job job, JobAnswer answer) {
        Told over = told.get(window);
        return over != null && answer.equals(over.answers().get(job));
    }
}
