package org.atomizable.scheduler.market.pressure;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.market.answer.MemoryClaim;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.node.airlock.Resident;
import org.atomizable.scheduler.node.airlock.ResidentClass;
import org.atomizable.scheduler.node.airlock.ResidentMemory;
import org.atomizable.scheduler.node.airlock.Worth;

/** The figures of jobs for the airlock, from the jobs' messages to the market. Guarded by the market's lock. */
final class ResidentFigures {

    private static final Bytes LEAST = Bytes.mebi(1);
    private static final Duration UNKNOWN_ATOM = Duration.ofSeconds(1);

    private final PressureRules rules;
    private final Map<String, Bytes> held = new HashMap<>();
    private final Set<String> rigid = new HashSet<>();

    ResidentFigures(PressureRules rules) {
        this.rules = rules;
    }

    /** A job says how much it uses. */
    void uses(String job, Bytes memory) {
        held.put(job, memory);
    }

    /**
     * A job says how much it has given back; one that has nothing to give is not asked again. What it uses now comes with its heartbeats:
     * to subtract here what one of them may already lack would hide memory that it still holds.
     */
    void gaveBack(String job, Bytes freed) {
        if (freed.equals(Bytes.ZERO)) {
            rigid.add(job);
        }
    }

    /** A job uses nothing any more. */
    void left(String job) {
        held.remove(job);
    }

    /** A job is over. */
    void forget(String job) {
        held.remove(job);
        rigid.remove(job);
    }

    Bytes held(String job) {
        return held.getOrDefault(job, Bytes.ZERO);
    }

    /** Returns a job that has a worker. */
    Resident of(Job job, Lease lease) {
        Bytes uses = held.getOrDefault(job.id, lease.acceptance().isPresent() ? untold(job) : Bytes.ZERO);
        Bytes capacity = lease.grant().capacity();
        Bytes most = most(job, lease.acceptance().map(Acceptance::memory), capacity);
        Duration atom = lease.acceptance().map(ResidentFigures::atom).orElse(UNKNOWN_ATOM);
        Set<String> memories = rules.memory().of(lease.grant().slice().id());
        SortedMap<String, Bytes> now = in(memories, uses);
        ResidentMemory memory = new ResidentMemory(
                now, in(memories, most), now, rigid.contains(job.id) ? new TreeMap<>() : new TreeMap<>(now));
        return new Resident(
                job.id,
                worth(job, atom),
                lease.grant().starts(),
                memory,
                new Resident.Departure(
                        atom.plus(job.safePoint().map(Job.SafePoint::cost).orElse(Duration.ZERO)), job.nextAtom() > 0));
    }

    /** Returns a job that would get a worker on a slice. */
    Resident newcomer(Job job, String slice, Bytes capacity, Instant now) {
        Bytes most = most(job, job.claimed().map(MemoryClaim::most), capacity);
        Bytes likely = job.peak().equals(Bytes.ZERO) ? most : job.peak();
        Set<String> memories = rules.memory().of(slice);
        ResidentMemory memory =
                new ResidentMemory(new TreeMap<>(), in(memories, most), in(memories, likely), new TreeMap<>());
        return new Resident(
                job.id, worth(job, UNKNOWN_ATOM), now, memory, new Resident.Departure(Duration.ZERO, false));
    }

    /** A job whose subjob has not told yet what it uses can give way too. */
    private static Bytes untold(Job job) {
        return job.peak().max(LEAST);
    }

    /** A job that is not known yet claims all of its slice, which says nothing of what it needs of a memory that several slices share. */
    private static Bytes most(Job job, Optional<Bytes> claimed, Bytes capacity) {
        return claimed.filter(capacity::exceeds).orElse(job.peak());
    }

    /** Returns a job whose worker has released its memory: it will need again what it had. */
    static Resident suspended(Resident before) {
        ResidentMemory memory = before.memory();
        return new Resident(
                before.job(),
                before.worth(),
                before.since(),
                new ResidentMemory(new TreeMap<>(), memory.peak(), memory.reclaimable(), new TreeMap<>()),
                before.departure());
    }

    /** Of equal priority and class, the job in which more time was invested is worth more. */
    private Worth worth(Job job, Duration atom) {
        OptionalLong left = job.atomsLeft();
        boolean isShort = left.isPresent()
                && atom.toNanos() * 1e-9 * left.getAsLong() <= rules.shortJobs().toNanos() * 1e-9;
        return new Worth(
                job.request.priority(),
                isShort ? ResidentClass.SHORT : ResidentClass.LONG,
                atom.toNanos() * 1e-9 * job.nextAtom());
    }

    private static Duration atom(Acceptance accepted) {
        return accepted.atoms() > 0 ? accepted.total().dividedBy(accepted.atoms()) : UNKNOWN_ATOM;
    }

    private static SortedMap<String, Bytes> in(Set<String> memories, Bytes amount) {
        SortedMap<String, Bytes> amounts = new TreeMap<>();
        memories.forEach(it -> amounts.put(it, amount));
        return amounts;
    }
}
