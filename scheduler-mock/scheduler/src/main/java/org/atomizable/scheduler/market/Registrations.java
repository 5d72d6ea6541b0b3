package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.window.FencingToken;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.Century;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.Jobs;

/** Jobs come and go. Guarded by the market's lock. */
final class Registrations {

    private final Mailbox mailbox;
    private final Histories histories;
    private final Jobs jobs;
    private final Leases leases;
    private final JobLeases grants;

    Registrations(Mailbox mailbox, Histories histories, Jobs jobs, Leases leases, JobLeases grants) {
        this.mailbox = mailbox;
        this.histories = histories;
        this.jobs = jobs;
        this.leases = leases;
        this.grants = grants;
    }

    /** Tells whether a job was registered with the same key. */
    boolean knows(JobRequest request) {
        return jobs.withKeyOf(request).isPresent();
    }

    JobFacts register(JobRequest request, FencingToken seen, Instant now) throws Refused {
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
        requireSense(request, seen, now);
        Optional<Job> namesake = jobs.activeNamesake(request);
        Job job = jobs.enter(request, now, this::forget);
        leases.fenced(request.lineage(), seen);
        if (namesake.isPresent()) {
            job.replaces(namesake.get());
            grants.end(namesake.get(), JobEnd.replaced(job.id), now);
        }
        grants.beginToWait(job, now);
        return facts(job);
    }

    /** Tokens count milliseconds as a clock does, so that only a clock that is far off has brought one that lies far ahead. */
    private static void requireSense(JobRequest request, FencingToken seen, Instant now) throws Refused {
        Instant at = Instant.ofEpochMilli(seen.value());
        if (new Century(now).nearest(at).isBefore(at)) {
            throw new Refused(
                    Refused.Reason.NONSENSE,
                    "the store of job \"%s\" has seen token %s, which is more than a century of milliseconds ahead of the clock, %s"
                            .formatted(request.name(), seen.value(), now),
                    "Set the scheduler's clock right. If it is right, make sure that no worker of this job runs, and delete "
                            + "fence.json in its store.");
        }
    }

    JobFacts withdraw(String id, String by, Instant now) throws Refused {
        Job job = jobs.find(id);
        if (job.state().active()) {
            grants.end(job, JobEnd.withdrawn(by), now);
        }
        return facts(job);
    }

    JobFacts facts(String id) throws Refused {
        return facts(jobs.find(id));
    }

    JobHistory history(String id) throws Refused {
        Job job = jobs.find(id);
        return histories.of(
                job.id,
                Stream.concat(leases.awaited(), leases.living())
                        .filter(it -> it.job().equals(job.id))
                        .toList());
    }

    List<JobFacts> facts() {
        return jobs.all().map(this::facts).toList();
    }

    private void forget(Job job) {
        mailbox.forgotten(job.id);
        histories.forget(job.id);
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
}
