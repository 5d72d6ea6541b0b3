package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.market.answer.MemoryClaim;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.job.Jobs;

/**
 * Which jobs may stay on slices between their subjobs, with how much memory, and until when. One may only where every other job fits beside
 * all that stay, so that nobody waits for it, and only as long as nothing else has the slice. Guarded by the market's lock.
 */
final class Residents {

    /** For the turn of another job, and for the next window to be announced and cleared. */
    private static final int WINDOWS = 2;

    private static final Duration SHORTEST = Duration.ofSeconds(10);

    /** One job on one slice; {@code leaves} if it was told to go. */
    private record Resident(String job, String grant, Bytes memory, Instant until, boolean leaves) {

        Resident notAfter(Instant end) {
            return until.isAfter(end) ? new Resident(job, grant, memory, end, leaves) : this;
        }

        Resident leaving() {
            return new Resident(job, grant, memory, until, true);
        }
    }

    private final SliceSource source;
    private final Jobs jobs;
    private final Leases leases;
    private final boolean any;
    private final Map<String, List<Resident>> bySlice = new HashMap<>();
    /** Jobs that could not use what others left of a slice, until they have one. */
    private final Set<String> outside = new HashSet<>();

    /** Makes one that lets nobody stay unless {@code any}. */
    Residents(SliceSource source, Jobs jobs, Leases leases, boolean any) {
        this.source = source;
        this.jobs = jobs;
        this.leases = leases;
        this.any = any;
    }

    /** Restores what grants of an earlier incarnation have allowed. */
    void restore(List<Lease> kept, Instant now) {
        kept.forEach(lease -> note(lease.grant(), lease.job(), now));
        jobs.all().filter(it -> it.state() == JobState.FINISHED).forEach(it -> finished(it.id));
    }

    /** A job has said that it is finished: its workers let go of it before they say so. */
    void finished(String job) {
        bySlice.values().forEach(there -> there.removeIf(it -> it.job().equals(job)));
    }

    /** Until the job has a grant, nobody else may stay anew. */
    void makeRoomFor(Job job) {
        outside.add(job.id);
    }

    /** Returns a window as a job may use it, beside those that stay; empty if they leave nothing. */
    Optional<Window> beside(Window window, Job job, Instant now) {
        Bytes others = held(window.slice().id(), job, now);
        if (!window.capacity().exceeds(others)) {
            return Optional.empty();
        }
        return Optional.of(
                others.equals(Bytes.ZERO)
                        ? window
                        : new Window(
                                window.id(),
                                window.slice(),
                                less(window.capacity(), others),
                                window.opens(),
                                window.length()));
    }

    private Bytes held(String slice, Job job, Instant now) {
        return others(slice, job, now).map(Resident::memory).reduce(Bytes.ZERO, Bytes::plus);
    }

    private Stream<Resident> others(String slice, Job job, Instant now) {
        return bySlice.getOrDefault(slice, List.of()).stream()
                .filter(it -> it.until().isAfter(now) && !it.job().equals(job.id));
    }

    /**
     * Returns a grant with what its job may leave on the slice after it, and notes that.
     *
     * @param followed whether another job gets a part of the window after it, which was offered whole
     */
    Grant allow(Grant grant, boolean followed, Duration window, Job job, Instant now) {
        outside.remove(job.id);
        outside.removeIf(it -> jobs.kept(it).filter(Residents::isThere).isEmpty());
        Optional<Instant> stay = followed || !outside.isEmpty() ? Optional.empty() : stay(grant, window, job, now);
        Grant allowed = stay.map(until -> grant.leaving(least(most(job), grant.capacity()), until))
                .orElse(grant);
        note(allowed, job.id, now);
        return allowed;
    }

    /** Returns until when the job may stay. */
    private Optional<Instant> stay(Grant grant, Duration window, Job job, Instant now) {
        Bytes memory = most(job);
        if (!any || source.engine().isPresent() || memory.equals(Bytes.ZERO) || !othersFit(grant, memory, job, now)) {
            return Optional.empty();
        }
        Duration twice = window.multipliedBy(WINDOWS);
        Interval after = Interval.of(grant.ends(), twice.compareTo(SHORTEST) < 0 ? SHORTEST : twice);
        // With its reservations, a slice may be the job's for a part of that only.
        return source.calendar(grant.slice().id(), after).holes().stream()
                .filter(it -> it.from().equals(grant.ends()))
                .map(Interval::to)
                .findFirst()
                .or(() -> Optional.of(grant.ends()));
    }

    private boolean othersFit(Grant grant, Bytes memory, Job job, Instant now) {
        String slice = grant.slice().id();
        Bytes room = grant.slice().memory();
        Bytes stay = held(slice, job, now).plus(memory);
        // What is leased already is leased whole.
        boolean leased = leases.living()
                .filter(it -> it.grant().slice().id().equals(slice) && !it.job().equals(job.id))
                .anyMatch(it -> it.grant().ends().isAfter(grant.ends()));
        return !leased
                && jobs.all().filter(it -> !it.id.equals(job.id) && isThere(it)).allMatch(it -> {
                    Bytes own = most(it);
                    Bytes itself = others(slice, job, now)
                            .filter(resident -> resident.job().equals(it.id))
                            .map(Resident::memory)
                            .reduce(Bytes.ZERO, Bytes::plus);
                    // One that needs more than all of the slice never runs there.
                    return own.exceeds(room)
                            || (own.exceeds(Bytes.ZERO)
                                    && !less(stay, itself).plus(own).exceeds(room));
                });
    }

    /** One that was silent for long may be gone. */
    private static boolean isThere(Job job) {
        return job.state() == JobState.RUNNING || job.awaited();
    }

    /** Returns the most memory that a subjob of the job will use, so far as is known; a first look claims all there is. */
    private static Bytes most(Job job) {
        return job.claimed()
                .map(it -> MemoryClaim.filling(job.peak(), it.most()))
                .map(it -> it.max(job.needed().orElse(Bytes.ZERO)))
                .orElse(Bytes.ZERO);
    }

    private void note(Grant grant, String job, Instant now) {
        List<Resident> there = bySlice.computeIfAbsent(grant.slice().id(), slice -> new ArrayList<>());
        // From its start only the newest grant of a job says what may stay.
        there.replaceAll(it -> it.job().equals(job) ? it.notAfter(grant.starts()) : it);
        there.removeIf(it -> !it.until().isAfter(now));
        if (grant.resident().exceeds(Bytes.ZERO) && grant.residentUntil().isAfter(now)) {
            there.add(new Resident(job, grant.id(), grant.resident(), grant.residentUntil(), false));
        }
        if (there.isEmpty()) {
            bySlice.remove(grant.slice().id());
        }
    }

    /** Returns until when jobs may stay on each slice; it must not be given to anything but jobs before. */
    Map<String, Instant> until(Instant now) {
        Map<String, Instant> until = new HashMap<>();
        bySlice.forEach((slice, there) -> there.stream()
                .map(Resident::until)
                .filter(now::isBefore)
                .max(Instant::compareTo)
                .ifPresent(it -> until.put(slice, it)));
        return until;
    }

    /** Has every job go whose subjob has ended. What it held counts until it had to go anyway: nobody says that it went. */
    void takeBack(Mailbox mailbox, Instant now) {
        bySlice.values()
                .forEach(there -> there.replaceAll(it -> {
                    if (it.leaves() || !it.until().isAfter(now) || runs(it)) {
                        return it;
                    }
                    mailbox.revoked(it.job(), it.grant(), LeaseEvent.WITHDRAW);
                    return it.leaving();
                }));
    }

    private boolean runs(Resident resident) {
        return leases.living().anyMatch(it -> it.grant().id().equals(resident.grant()));
    }

    private static Bytes less(Bytes from, Bytes what) {
        return Bytes.of(Math.max(0, from.count() - what.count()));
    }

    private static Bytes least(Bytes one, Bytes other) {
        return one.exceeds(other) ? other : one;
    }
}
