package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;

/**
 * Chooses which jobs are asked about a window if more jobs wait than can be asked, and asks them. Tenants take turns,
 * whatever the number of their jobs, and of each tenant the jobs that were asked least recently come first. No job is
 * therefore passed over forever. Guarded by the market's lock.
 */
final class Audience {

    private final Jobs jobs;
    private final Admission admission;
    private final Mailbox mailbox;
    private final int most;

    /**
     * Makes one.
     *
     * @param most jobs asked at a time
     */
    Audience(Jobs jobs, Admission admission, Mailbox mailbox, int most) {
        this.jobs = jobs;
        this.admission = admission;
        this.mailbox = mailbox;
        this.most = most;
    }

    /** Returns whether no job waits. */
    boolean isEmpty() {
        return jobs.waiting().isEmpty();
    }

    /** Returns whether a job waits that began to after a window had lapsed. */
    boolean hasNewcomers(SliceOffers.Lapse lapse) {
        return jobs.waiting().hasArrivedAfter(lapse.arrivals());
    }

    /**
     * Returns the jobs to ask first about a window.
     *
     * @param within if it was announced during its slice's pause, the window that lapsed: only newcomers are asked
     */
    List<Job> first(Window window, Optional<SliceOffers.Lapse> within, Instant now) {
        Predicate<Job> eligible = within.<Predicate<Job>>map(lapse -> job -> job.arrival() > lapse.arrivals())
                .orElse(job -> true);
        return next(eligible.and(job -> admits(job, window, now)));
    }

    /** Asks more jobs about a window. */
    void askMore(ClearingRound round, Instant now) {
        round.beginWave();
        next(job -> !round.hasAsked(job) && admits(job, round.window, now)).forEach(job -> ask(job, round, now));
    }

    /** Asks a job that has begun to wait, if one more can be asked without another wave. */
    void askNewcomer(Job job, ClearingRound round, Instant now) {
        if (now.isBefore(round.answersBy) && round.asked() < most && admits(job, round.window, now)) {
            ask(job, round, now);
        }
    }

    void ask(Job job, ClearingRound round, Instant now) {
        Optional<Window> beside = admission.offer(job, round.window, now);
        if (beside.isPresent() && round.ask(job, beside.get())) {
            job.offer(round.window.id(), now);
            jobs.waiting().asked(job);
            mailbox.offered(job.id, beside.get(), round.answersBy);
        }
    }

    private boolean admits(Job job, Window window, Instant now) {
        Interval time = new Interval(window.opens(), window.closes());
        return admission.admits(job, window, time, now);
    }

    /** Returns the jobs to ask next: in turn, or in the order of registration if all of them can be asked. */
    private List<Job> next(Predicate<Job> eligible) {
        List<Job> turns = new ArrayList<>(jobs.waiting().inTurn(eligible.and(Job::awaited), most));
        // A job that was silent for long may be gone, and may come back: one of them has its turn where places are few.
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
}
