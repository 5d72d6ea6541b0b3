package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.Device;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;

/** Where the market's business is done: jobs, desks and leases together. Guarded by the market's lock. */
final class Floor {

    private final MarketRules rules;
    private final Mailbox mailbox;
    private final Watch watch;
    private final Names names;
    private final Jobs jobs;
    private final Leases leases;
    private final Windows windows;

    Floor(Device device, MarketRules rules, Mailbox mailbox, Observer observer, Instant began) {
        this.rules = rules;
        this.mailbox = mailbox;
        this.watch = new Watch(new Tally(device, began), observer);
        this.names = new Names(began);
        this.jobs = new Jobs(rules.mostJobs(), names);
        this.leases = new Leases(rules.leases());
        this.windows = new Windows(device, rules, mailbox, watch, names);
    }

    JobFacts register(JobRequest request, Instant now) throws Refused {
        Optional<Job> same = request.key().flatMap(jobs::withKey);
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
        Optional<Job> namesake = jobs.activeNamed(request.name());
        Job job = jobs.enter(request, now, this::forget);
        if (namesake.isPresent()) {
            withdraw(namesake.get().id, now);
        }
        beginToWait(job, now);
        return facts(job);
    }

    JobFacts withdraw(String id, Instant now) throws Refused {
        Job job = jobs.find(id);
        if (job.state.active()) {
            leases.withdraw(id, now).ifPresent(lease -> lost(lease, now));
            job.state = JobState.WITHDRAWN;
        }
        return facts(job);
    }

    boolean answer(String window, Signal signal) throws Refused {
        Job job = jobs.find(signal.job());
        if (windows.wasSaid(window, job, signal)) {
            return false;
        }
        Collecting collecting = windows.collecting(window, job);
        if (!job.state.active()) {
            throw over(job);
        }
        if (!signal.fits(collecting.window.length())) {
            throw new Refused(
                    Refused.Reason.DOES_NOT_FIT,
                    "a signal of %d atoms, %s useful of %s in all, makes no sense for window %s of %s"
                            .formatted(
                                    signal.atoms(),
                                    signal.useful(),
                                    signal.total(),
                                    window,
                                    collecting.window.length()),
                    "Signal a subjob of 1 atom or more that fits the window.");
        }
        if (signal.interested() && !collecting.answers().containsKey(job)) {
            job.signals++;
        }
        collecting.answer(job, signal);
        return true;
    }

    boolean accept(String grant, Acceptance told, Instant now) throws Refused {
        Job job = jobs.find(leases.find(grant).job());
        requireWithin(job, told.firstAtom() + Math.max(0, told.atoms()));
        leases.accept(grant, told, now);
        return true;
    }

    boolean heartbeat(String grant, long nextAtom, Bytes memory, Instant now) throws Refused {
        requireWithin(jobs.find(leases.find(grant).job()), nextAtom);
        Optional<Lease> ended = leases.heartbeat(grant, memory, now);
        if (ended.isPresent()) {
            lost(ended.get(), now);
            throw new Refused(
                    Refused.Reason.GRANT_LOST,
                    "grant %s has ended: %s were used, and %s granted"
                            .formatted(grant, memory, ended.get().grant().capacity()),
                    "Stop the subjob and let the profile learn from it.");
        }
        return true;
    }

    boolean report(String grant, SubjobEnd told, Instant now) throws Refused {
        Job job = jobs.find(leases.find(grant).job());
        requireWithin(job, told.nextAtom());
        Optional<Lease> ended = leases.report(grant, told, now);
        if (ended.isPresent()) {
            job.nextAtom = told.nextAtom();
            Duration left = Duration.between(now, ended.get().grant().ends());
            watch.ended(new GrantEnded(
                    ended.get(), job.name(), left.compareTo(rules.offers().shortest()) >= 0));
            if (told.kind() == SubjobEnd.Kind.FINISHED) {
                job.state = JobState.FINISHED;
            } else {
                beginToWait(job, now);
            }
        }
        return ended.isPresent();
    }

    JobFacts facts(String id) throws Refused {
        return facts(jobs.find(id));
    }

    List<JobFacts> facts() {
        return jobs.all().map(this::facts).toList();
    }

    Statistics statistics(Instant now) {
        return watch.tally().snapshot(now, jobs.all(), leases.living().toList());
    }

    List<Stretch> timeline(Interval time, Instant now) {
        List<Stretch> running = new ArrayList<>();
        leases.living()
                .forEach(lease -> Interval.between(lease.grant().starts(), now)
                        .ifPresent(until -> running.add(new Stretch(
                                lease.grant().slice().id(), Stretch.Kind.SUBJOB, name(lease.job()), until))));
        return watch.tally().timeline(time, running);
    }

    /** Ends every lease whose time has come. */
    void runOut(Instant now) {
        leases.runOut(now).forEach(lease -> lost(lease, now));
    }

    /** Clears what can be cleared and announces what is due; returns when there is something to do again. */
    Optional<Instant> moveOn(Instant now) {
        Predicate<String> leased = slice -> leases.onSlice(slice).isPresent();
        // Each clearing may take a job away that another window still waits for.
        while (windows.clearOne(now, this::grant)) {}
        windows.announce(now, jobs, leased);
        return Stream.concat(leases.nextRunsOut().stream(), windows.nextDue(now, jobs, leased))
                .min(Comparator.naturalOrder());
    }

    private Grant grant(Window window, String id, Instant now) {
        Job job = known(id);
        Grant grant = leases.issue(names.next("grant"), window, id, job.name(), now);
        job.state = JobState.RUNNING;
        job.grants++;
        mailbox.granted(id, grant);
        return grant;
    }

    private void lost(Lease lease, Instant now) {
        Job job = known(lease.job());
        LeaseEvent why = lease.ended().map(Lease.Ended::by).orElse(LeaseEvent.WITHDRAW);
        mailbox.revoked(job.id, lease.grant().id(), why);
        watch.ended(new GrantEnded(lease, job.name(), false));
        if (why != LeaseEvent.WITHDRAW) {
            beginToWait(job, now);
        }
    }

    private void beginToWait(Job job, Instant now) {
        job.state = JobState.WAITING;
        windows.arrived(job, now);
    }

    private void forget(Job job) {
        mailbox.forgotten(job.id);
        if (!jobs.knowsName(job.name())) {
            leases.forget(job.name());
        }
    }

    private JobFacts facts(Job job) {
        return new JobFacts(job.id, job.request, job.state, job.nextAtom, job.registered, leases.newest(job.name()));
    }

    private String name(String job) {
        return known(job).name();
    }

    private Job known(String id) {
        try {
            return jobs.find(id);
        } catch (Refused absent) {
            throw new IllegalStateException("job %s is active and must be known".formatted(id), absent);
        }
    }

    private static void requireWithin(Job job, long nextAtom) throws Refused {
        if (nextAtom < 0 || nextAtom > job.request.totalAtoms().orElse(Long.MAX_VALUE)) {
            throw new Refused(
                    Refused.Reason.NONSENSE,
                    "job \"%s\" has no atom %d".formatted(job.name(), nextAtom),
                    "Count atoms from 0 to the total that was registered.");
        }
    }

    private static Refused over(Job job) {
        return new Refused(
                Refused.Reason.JOB_OVER,
                "job %s is %s".formatted(job.id, job.state),
                "Register it anew if it has more to do.");
    }
}
