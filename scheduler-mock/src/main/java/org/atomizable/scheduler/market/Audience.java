package org.atomizable.scheduler.market;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Who is asked about a window, where more jobs wait than can be asked: tenants in turn, whatever the number of their jobs, and of
 * each tenant the jobs that were asked least lately. So nobody is passed over for ever. Guarded by the market's lock.
 */
final class Audience {

    private record Turn(Job job, int rank) {}

    /** Those who were asked least lately come first. */
    private static final Comparator<Job> LEAST_LATELY = Comparator.comparingLong(job -> job.lastAsked);

    private final Jobs jobs;
    private final int most;
    private long asked;

    /**
     * Makes one.
     *
     * @param most jobs asked at a time
     */
    Audience(Jobs jobs, int most) {
        this.jobs = jobs;
        this.most = most;
    }

    /** Tells whether one more may be asked about a window without another wave. */
    boolean hasRoom(Collecting collecting) {
        return collecting.asked() < most;
    }

    /** Returns whom to ask next, in the order of registration if that is everybody. */
    List<Job> next(Predicate<Job> eligible) {
        List<Job> waiting = jobs.waiting().filter(eligible).toList();
        if (waiting.size() <= most) {
            return waiting;
        }
        Map<String, Integer> ranks = new HashMap<>();
        List<Turn> turns = new ArrayList<>();
        for (Job job : waiting.stream().sorted(LEAST_LATELY).toList()) {
            turns.add(new Turn(job, ranks.merge(job.request.tenant(), 1, Integer::sum)));
        }
        return turns.stream()
                .sorted(Comparator.comparingInt(Turn::rank).thenComparing(Turn::job, LEAST_LATELY))
                .limit(most)
                .map(Turn::job)
                .toList();
    }

    /** Notes that a job is asked now. */
    void ask(Job job) {
        job.lastAsked = ++asked;
    }
}
