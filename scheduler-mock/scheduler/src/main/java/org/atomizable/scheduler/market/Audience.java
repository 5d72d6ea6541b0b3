package org.atomizable.scheduler.market;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Chooses which jobs are asked about a window if more jobs wait than can be asked. Tenants take turns, whatever the
 * number of their jobs, and of each tenant the jobs that were asked least recently come first. No job is therefore
 * passed over forever. Guarded by the market's lock.
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
    boolean hasRoom(ClearingRound round) {
        return round.asked() < most;
    }

    /** Returns the jobs to ask next: in turn, or in the order of registration if all of them can be asked. */
    List<Job> next(Predicate<Job> eligible) {
        List<Job> turns = new ArrayList<>(jobs.waiting().inTurn(eligible.and(Job::awaited), most));
        // Who was silent for long may be gone, and may come back: of those one has its turn where places are few.
        int silent = Math.max(most > 1 ? 1 : 0, most - turns.size());
        List<Job> others = jobs.waiting().inTurn(eligible.and(job -> !job.awaited()), silent);
        turns.subList(Math.min(turns.size(), most - others.size()), turns.size())
                .clear();
        turns.addAll(others);
        if (turns.size() < most) {
            turns.sort(Comparator.comparingLong(job -> job.number()));
        }
        return turns;
    }

    /** Notes that a job is asked now. */
    void ask(Job job) {
        jobs.waiting().asked(job);
    }
}
