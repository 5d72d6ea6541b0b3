package org.atomizable.lab.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.checkpoint.disk.CrashingDisk;

/** Observes a simulation and checks its invariants. */
final class Witness {

    /** An agent stops a worker at the end of its lease by its own clock, which someone may have set a little later. */
    private static final Duration SLACK = Duration.ofMillis(50);

    /**
     * An invariant was broken.
     *
     * @param seconds since the beginning of the simulation
     */
    record Violation(Invariant invariant, double seconds, String what) {

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s at %.3f s: %s", invariant.word(), seconds, what);
        }
    }

    private final SimulatedTime time;
    private final List<Violation> violations = new ArrayList<>();
    private final Map<String, Long> fences = new LinkedHashMap<>();
    private final Map<String, Long> tokens = new LinkedHashMap<>();
    private final Map<String, Long> renamed = new LinkedHashMap<>();
    private final Map<String, Long> acknowledged = new LinkedHashMap<>();
    private final Map<String, Grant> live = new LinkedHashMap<>();
    private final Map<String, Instant> ends = new LinkedHashMap<>();
    private final Set<String> over = new HashSet<>();
    private final Set<String> doubtful = new HashSet<>();
    private final Set<String> toldOfLoss = new HashSet<>();
    private final Map<String, List<Hold>> running = new LinkedHashMap<>();
    /** Those of jobs whose restore takes long are longer than the rules of offers tell. */
    private Duration longestLease = SchedulerNode.OFFERS.limit();

    Witness(SimulatedTime time) {
        this.time = time;
    }

    List<Violation> violations() {
        return violations;
    }

    void broken(Invariant invariant, String what) {
        violations.add(new Violation(invariant, time.elapsed() / 1e9, what));
    }

    Duration longestLease() {
        return longestLease;
    }

    /** A store has acknowledged a fence. */
    void fenced(String job, FencingToken token) {
        fences.merge(job, token.value(), Math::max);
    }

    /** A draft has got its final name, which is the moment of a commit. */
    void commits(String job, Hold under) {
        long token = under.grant().token().value();
        long fence = fences.getOrDefault(job, 0L);
        if (token < fence) {
            broken(
                    Invariant.EXCLUSION,
                    "%s is committed under token %s after its store was fenced with %s".formatted(job, token, fence));
        }
        long before = renamed.getOrDefault(job, 0L);
        if (under.drafted() <= before) {
            broken(
                    Invariant.EXACTNESS,
                    "%s is committed before atom %s, and was before atom %s: atoms happen twice"
                            .formatted(job, under.drafted(), before));
        }
        renamed.put(job, under.drafted());
        requireTime(under, "commits");
    }

    /** A subjob begins an atom. */
    void beginsAtom(Hold under) {
        requireTime(under, "begins an atom");
    }

    private void requireTime(Hold under, String what) {
        Instant end = end(under);
        if (under.controlled() && time.now().isAfter(end.plus(SLACK))) {
            broken(
                    Invariant.NO_OVERRUN,
                    "a worker %s under %s, which has ended at %s"
                            .formatted(what, under.grant().id(), end));
        }
    }

    /** Returns when a grant ends, by the true time. */
    private Instant end(Hold hold) {
        return ends.getOrDefault(hold.grant().id(), Instant.MAX.minus(SLACK));
    }

    /** Takes back a commit that is not known to be durable. */
    void takesBack(String job) {
        renamed.put(job, acknowledged.getOrDefault(job, 0L));
    }

    /** A store has acknowledged a commit. */
    void committed(String job, long nextAtom) {
        acknowledged.merge(job, nextAtom, Math::max);
    }

    /** Checks that every acknowledged commit is on a job's disk. */
    Optional<Checkpoint> look(String job, CrashingDisk disk) {
        try {
            Optional<Checkpoint> latest = JobDisk.store(
                            disk.whole(), job, new NodeClock(time, Duration.ZERO, 0), () -> 0)
                    .latest();
            long next = latest.map(Checkpoint::nextAtom).orElse(0L);
            renamed.put(job, next);
            long said = acknowledged.getOrDefault(job, 0L);
            if (next < said) {
                broken(
                        Invariant.DURABILITY,
                        "%s was committed before atom %s, and its disk has it before atom %s"
                                .formatted(job, said, next));
            }
            return latest;
        } catch (CheckpointException lost) {
            broken(Invariant.DURABILITY, "%s cannot be read: %s".formatted(job, lost.getMessage()));
            return Optional.empty();
        }
    }

    /**
     * The scheduler sends a grant to a job, for the first time.
     *
     * @param off how much later the scheduler's clock shows than the true time
     */
    void granted(String job, Grant grant, Duration off) {
        ends.put(grant.id(), grant.ends().minus(off));
        Duration lease = Duration.between(grant.starts(), grant.ends());
        longestLease = lease.compareTo(longestLease) > 0 ? lease : longestLease;
        long token = grant.token().value();
        long newest = tokens.getOrDefault(job, 0L);
        if (token <= newest) {
            broken(Invariant.TOKENS_INCREASE, "%s is granted token %s after %s".formatted(job, token, newest));
        }
        tokens.put(job, Math.max(token, newest));
        for (Grant other : over.contains(grant.id()) ? List.<Grant>of() : live.values()) {
            if (other.slice().id().equals(grant.slice().id())
                    && other.starts().isBefore(grant.ends())
                    && grant.starts().isBefore(other.ends())) {
                broken(
                        Invariant.CAPACITY,
                        "%s and %s are granted for the same time on %s"
                                .formatted(other.id(), grant.id(), grant.slice().id()));
            }
        }
        // While the journal could not be written, a lease may have ended before its holder was told.
        if (!over.contains(grant.id())) {
            live.put(grant.id(), grant);
        }
    }

    /**
     * A lease has ended, in the scheduler's view.
     *
     * @param reported whether by its holder's report
     */
    void ended(String grant, boolean reported) {
        live.remove(grant);
        over.add(grant);
        if (reported) {
            doubtful.remove(grant);
        }
        boolean runs = running.values().stream()
                .flatMap(List::stream)
                .anyMatch(it -> it.controlled() && it.grant().id().equals(grant));
        if (reported && runs) {
            broken(Invariant.REPORT_ONCE, "%s was ended by a report while its subjob runs".formatted(grant));
        }
    }

    /** A worker begins a subjob. */
    void runs(Hold hold) {
        List<Hold> here = running.computeIfAbsent(hold.grant().slice().id(), any -> new ArrayList<>());
        for (Hold other : here) {
            if (other.controlled()
                    && (isLive(other) || toldOfLoss.contains(other.grant().id()))
                    && isLive(hold)
                    && time.now().isBefore(end(other).minus(SLACK))) {
                broken(
                        Invariant.CAPACITY,
                        "%s runs on %s beside %s"
                                .formatted(
                                        hold.grant().id(),
                                        hold.grant().slice().id(),
                                        other.grant().id()));
            }
        }
        here.add(hold);
    }

    /**
     * The scheduler will start by another clock: what it has granted by this one it may take for ended, or withdraw. But it must not give away
     * the slice.
     */
    void clockSet() {
        doubtful.addAll(live.keySet());
        over.addAll(live.keySet());
        live.clear();
    }

    /**
     * The scheduler will start from an older journal: it cannot know the leases that are missing there, and may give their slices away. Until
     * their holders are told, two subjobs may share a slice.
     */
    void forgets(Predicate<String> unknown) {
        List<String> forgotten = live.keySet().stream().filter(unknown).toList();
        live.keySet().removeAll(forgotten);
        over.addAll(forgotten);
        doubtful.removeIf(unknown);
    }

    /**
     * The scheduler starts from an older journal without a lock: of tokens that were ahead of its clock it can know nothing until a job's
     * agent tells them.
     */
    void losesCount(Instant clock) {
        tokens.values().removeIf(token -> token > clock.toEpochMilli());
    }

    /** A job is registered; its agent tells the newest token of its store. */
    void registered(String job, FencingToken newest) {
        tokens.merge(job, newest.value(), Math::max);
    }

    /** A holder has heard that its lease is over. */
    void toldOfLoss(String grant) {
        toldOfLoss.add(grant);
    }

    private boolean isLive(Hold hold) {
        return live.containsKey(hold.grant().id())
                || doubtful.contains(hold.grant().id());
    }

    /** A worker's subjob is over. */
    void stops(Hold hold) {
        running.getOrDefault(hold.grant().slice().id(), new ArrayList<>()).remove(hold);
    }
}
