package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;

/** Takes the jobs' answers to windows. Guarded by the market's lock. */
final class AnswerIntake {

    private final Jobs jobs;
    private final Windows windows;
    private final Admission admission;
    private final MarketEvents events;
    private final ClearedWindows cleared;

    /** Makes one. */
    AnswerIntake(Jobs jobs, Windows windows, Admission admission, MarketEvents events) {
        this.jobs = jobs;
        this.windows = windows;
        this.admission = admission;
        this.events = events;
        this.cleared = events.windows();
    }

    /** Takes an answer; returns whether it was not there already. */
    boolean take(String window, JobAnswer answer, Instant now) throws Refused {
        Job job = jobs.find(answer.job());
        if (cleared.wasSaid(window, job, answer)) {
            return false;
        }
        boolean late = cleared.knows(window);
        boolean first = job.trips().answered(window, now, late);
        if (late) {
            // The answer is late, but it is a sign of life.
            job.spoke();
            if (first) {
                events.counters().late();
            }
            throw new Refused(
                    Refused.Reason.WINDOW_CLEARED,
                    "window %s is cleared already".formatted(window),
                    "Wait for the next one.");
        }
        Optional<ClearingRound> round = windows.collecting(window);
        if (round.isEmpty()) {
            throw new Refused(
                    Refused.Reason.UNKNOWN_WINDOW,
                    "there is no window %s, or no longer".formatted(window),
                    "Wait for the next one.");
        }
        if (!job.state().active()) {
            throw new Refused(
                    Refused.Reason.JOB_OVER,
                    "job %s is %s".formatted(job.id, job.state()),
                    "Register it again if it has more to do.");
        }
        Window offered = offered(round.get(), job, now);
        requireSense(answer, job, offered);
        JobAnswer taken = beside(round.get().window, offered, job, answer);
        job.answered(taken, !round.get().answers().containsKey(job));
        round.get().answer(job, taken);
        return true;
    }

    /** A job that cannot use what others leave of a slice, or does not know that, gets it whole when they have gone. */
    private JobAnswer beside(Window window, Window offered, Job job, JobAnswer answer) {
        if (!window.capacity().exceeds(offered.capacity())) {
            return answer;
        }
        boolean looks = answer.interested() && answer.looksFirst();
        if (looks
                || (!answer.interested()
                        && answer.needed()
                                .filter(it -> !it.exceeds(offered.capacity()))
                                .isEmpty())) {
            admission.residents().makeRoomFor(job);
        }
        return looks ? answer.declined("a first look needs the whole slice, and others stay there") : answer;
    }

    /** One that was not asked is offered no more than it would have been. */
    private Window offered(ClearingRound round, Job job, Instant now) throws Refused {
        if (!round.hasAsked(job)) {
            Optional<Window> offer = admission.offer(job, round.window, now);
            if (offer.isEmpty()) {
                throw new Refused(
                        Refused.Reason.DOES_NOT_FIT,
                        "window %s has no memory beside the jobs that stay on its slice".formatted(round.window.id()),
                        "Wait for the next one.");
            }
            round.ask(job, offer.get());
        }
        return round.offered(job);
    }

    private static void requireSense(JobAnswer answer, Job job, Window window) throws Refused {
        if (job.request.mode() != answer.mode()) {
            throw new Refused(
                    Refused.Reason.CONTRADICTION,
                    "job %s was registered as %s and speaks %s"
                            .formatted(
                                    job.id,
                                    job.request.mode().word(),
                                    answer.mode().word()),
                    "Register it as %s, or answer as it was registered."
                            .formatted(answer.mode().word()));
        }
        if (answer instanceof Bids bids) {
            BidValidation.of(window, job, bids);
        } else if (answer instanceof Signal signal && !signal.fits(window.length())) {
            throw new Refused(
                    Refused.Reason.DOES_NOT_FIT,
                    "a signal of %s atoms, %s useful of %s in all, is impossible in window %s of %s"
                            .formatted(signal.atoms(), signal.useful(), signal.total(), window.id(), window.length()),
                    "Signal a subjob of 1 atom or more that fits the window.");
        }
    }
}
