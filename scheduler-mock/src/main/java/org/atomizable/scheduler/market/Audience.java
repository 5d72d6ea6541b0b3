package org.atomizable.scheduler.market;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Who is asked about a window, where more jobs wait than can be asked: tenants in turn, whatever the number of their jobs, and of
 * each tenant the jobs that were asked least lately. So nobody is passed over for ever. Guarded by the market's lock.
 */
final class Audience {

    private final Jobs jobs;
    private final int most;

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
        List<Job> turns = jobs.waiting().inTurn(eligible, most + 1);
        return turns.size() > most
                ? turns.subList(0, most)
                : turns.stream()
                        .sorted(Comparator.comparingLong(job -> job.number))
                        .toList();
    }

    /** Notes that a job is asked now. */
    void ask(Job job) {
        jobs.waiting().asked(job);
    }
}
