package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;

/** Jobs come, answer windows, and go. Guarded by the market's lock. */
final class Registrations {

    private final Mailbox mailbox;
    private final MarketEvents events;
    private final Jobs jobs;
    private final Leases leases;
    private final Windows windows;
    private final JobLeases grants;

    Registrations(Mailbox mailbox, MarketEvents events, Jobs jobs, Leases leases, Windows windows, JobLeases grants) {
        this.mailbox = mailbox;
        this.events = events;
        this.jobs = jobs;
        this.leases = leases;
        this.windows = windows;
        this.grants = grants;
    }

    /** Tells whether a job was registered with the same key. */
    boolean knows(JobRequest request) {
        return jobs.withKeyOf(request).isPresent();
    }

    JobFacts register(JobRequest request, Instant now) throws Refused {
        Optional<Job> same = jobs.withKeyOf(request);
        if (same.isPresent()) {
            if (!same.get().name().equals(request.name())) {
                throw new Refused(
                        Refused.Reason.CONTRADICTION,
                        "job \"%s\" was registered with this key"
                                .formatted(same.get().name()),
                        "Use another key for job \"%s\".".formatted(request.name()));
            }
            return facts(same.get());
        }
        Optional<Job> namesake = jobs.activeNamesake(request);
        Job job = jobs.enter(request, now, this::forget);
        if (namesake.isPresent()) {
            grants.end(namesake.get(), JobEnd.replaced(job.id), now);
        }
        grants.beginToWait(job, now);
        return facts(job);
    }

    JobFacts withdraw(String id, String by, Instant now) throws Refused {
        Job job = jobs.find(id);
        if (job.state().active()) {
            grants.end(job, JobEnd.withdrawn(by), now);
        }
        return facts(job);
    }

    boolean answer(String window, JobAnswer answer) throws Refused {
        Job job = jobs.find(answer.job());
        if (windows.wasSaid(window, job, answer)) {
            return false;
        }
        if (windows.wasCleared(window)) {
            // The answer is late, but it is a sign of life.
            job.spoke();
        }
        ClearingRound round = windows.collecting(window);
        if (!job.state().active()) {
            throw over(job);
        }
        requireSense(answer, job, round.window);
        job.answered(answer, !round.answers().containsKey(job));
        round.answer(job, answer);
        return true;
    }

    private static void requireSense(JobAnswer answer, Job job, Window window) throws Refused {
        String mode = answer instanceof Bids ? Jobs.JASDA : Jobs.SJA;
        if (!job.request.mode().equals(mode)) {
            throw new Refused(
                    Refused.Reason.CONTRADICTION,
                    "job %s was registered as %s and speaks %s".formatted(job.id, job.request.mode(), mode),
                    "Register it as %s, or answer as it was registered.".formatted(mode));
        }
        if (answer instanceof Bids bids) {
            BidValidation.of(window, job, bids);
        } else if (answer instanceof Signal signal && !signal.fits(window.length())) {
            throw new Refused(
                    Refused.Reason.DOES_NOT_FIT,
                    "a signal of %d atoms, %s useful of %s in all, is impossible in window %s of %s"
                            .formatted(signal.atoms(), signal.useful(), signal.total(), window.id(), window.length()),
                    "Signal a subjob of 1 atom or more that fits the window.");
        }
    }

    JobFacts facts(String id) throws Refused {
        return facts(jobs.find(id));
    }

    JobHistory history(String id) throws Refused {
        Job job = jobs.find(id);
        return events.histories()
                .of(
                        job.id,
                        leases.living().filter(it -> it.job().equals(job.id)).toList());
    }

    List<JobFacts> facts() {
        return jobs.all().map(this::facts).toList();
    }

    private void forget(Job job) {
        mailbox.forgotten(job.id);
        events.histories().forget(job.id);
        if (!jobs.knowsLineage(job.lineage())) {
            leases.forget(job.lineage());
        }
    }

    private JobFacts facts(Job job) {
        return new JobFacts(
                job.id,
                job.request,
                job.state(),
                job.nextAtom(),
                job.registered,
                job.reliability().rho(),
                leases.newest(job.lineage()),
                job.peak(),
                job.claimed(),
                job.idleSince(),
                job.safePoint(),
                new JobFacts.Part(
                        job.waitingSince(), job.missed(), job.offered(), job.signals(), job.grants(), job.needed()));
    }

    private static Refused over(Job job) {
        return new Refused(
                Refused.Reason.JOB_OVER,
                "job %s is %s".formatted(job.id, job.state()),
                "Register it again if it has more to do.");
    }
}
