package org.atomizable.scheduler.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;

/** All leases: the live ones, and the last few thousand that have ended. Not safe for use by several threads. */
public final class Leases {

    private static final int MOST_ENDED = 2000;

    private final LeaseRules rules;
    private final LeaseKeeping keeping;
    private final Tokens tokens;
    private final Living live = new Living();
    private final Awaited awaited;
    private final Map<String, Lease> ended = new LinkedHashMap<>();
    private Instant returned = Instant.MIN;

    /** Creates the leases of a scheduler; the first token of every job is greater than {@code floor}. */
    public Leases(LeaseRules rules, LeaseKeeping keeping, FencingToken floor) {
        this.rules = rules;
        this.keeping = keeping;
        this.tokens = new Tokens(keeping, floor);
        this.awaited = new Awaited(rules.awaited());
    }

    /**
     * Restores the durable leases. The scheduler could not receive messages while it was down, so the patience of every
     * holder starts again, and reports of leases that have ended since are awaited from now on.
     *
     * @param kept in the order in which they were issued
     * @param newest tokens by the jobs' names
     */
    public void restore(List<Lease> kept, Map<String, Long> newest, Instant now) {
        returned = now;
        for (Lease lease : kept) {
            if (lease.state().live()) {
                live.put(lease.heardAt(now).recovered());
            } else if (lease.state() == LeaseState.AWAITED) {
                await(lease.missedUntil(now));
            } else {
                ended.put(lease.grant().id(), lease);
            }
        }
        tokens.restore(newest);
    }

    /**
     * Leases what is left of a part of a window to a job.
     *
     * @param id the grant's
     * @param job the job's id
     * @param lineage the key of the job's token counter: the same for a job that is registered again
     * @param part of the window
     * @param allowed adds what may stay on the slice after it
     * @throws IllegalStateException if the slice or the job has a live lease at that time
     * @throws IllegalArgumentException if the time is over
     */
    public Grant issue(
            String id,
            Window window,
            Interval part,
            String job,
            String lineage,
            UnaryOperator<Grant> allowed,
            Instant now) {
        String slice = window.slice().id();
        if (Stream.concat(live.ofJob(job), live.onSlice(slice))
                .anyMatch(it -> it.time().overlaps(part))) {
            throw new IllegalStateException("slice %s and job %s must be free for grant %s".formatted(slice, job, id));
        }
        Grant grant = allowed.apply(new Grant(
                id,
                window.id(),
                window.slice(),
                window.capacity(),
                now.isAfter(part.from()) ? now : part.from(),
                part.to(),
                tokens.next(lineage),
                rules.patience()));
        keep(Lease.issued(grant, job, now));
        return grant;
    }

    /** Records which subjob a holder runs; repeating the call has no further effect. */
    public void accept(String id, Acceptance told, Instant now) throws Refused {
        Lease lease = find(id);
        if (lease.acceptance().filter(told::sameSubjob).isPresent()) {
            return;
        }
        if (lease.acceptance().isPresent() && lease.state().live()) {
            throw new Refused(
                    Refused.Reason.CONTRADICTION,
                    "grant %s was accepted already, with another subjob".formatted(id),
                    "Run the first one, or report it.");
        }
        requireLive(lease);
        requireFit(lease.grant(), told, now);
        keep(step(lease, LeaseEvent.ACCEPT, now).with(told));
    }

    /**
     * Records a heartbeat.
     *
     * @param memory the most memory used since the last one
     * @return the lease as it ended, if that was more than was granted
     */
    public Optional<Lease> heartbeat(String id, Bytes memory, Instant now) throws Refused {
        Lease lease = find(id);
        requireLive(lease);
        if (memory.exceeds(lease.grant().capacity())) {
            return Optional.of(close(step(lease, LeaseEvent.OUT_OF_MEMORY, now)));
        }
        live.put(step(lease, LeaseEvent.HEARTBEAT, now));
        return Optional.empty();
    }

    /**
     * Records how a subjob ended. Of a lease whose end has come it is taken for as long as it is awaited.
     *
     * @return the lease as it ended; empty if the same was said before
     */
    public Optional<Lease> report(String id, SubjobEnd told, Instant now) throws Refused {
        Lease lease = find(id);
        if (lease.end().filter(told::equals).isPresent()) {
            return Optional.empty();
        }
        if (lease.end().isPresent()) {
            throw new Refused(
                    Refused.Reason.CONTRADICTION,
                    "grant %s was already reported, with another result".formatted(id),
                    "The first report stands; wait for the next window.");
        }
        if (lease.state() != LeaseState.AWAITED) {
            requireLive(lease);
        }
        return Optional.of(close(step(lease, told.event(), now).with(told)));
    }

    /** Nothing of a subjob runs any more, as its holder has said, or as its time is over by one clock. */
    public void vacate(String id) {
        Optional<Lease> lease = known(id).filter(Lease::doubtful).map(Lease::vacated);
        lease.ifPresent(it -> {
            if (it.state().live()) {
                live.put(it);
            } else if (it.state() == LeaseState.AWAITED) {
                awaited.put(it);
            } else {
                ended.put(id, it);
            }
            keeping.changed(it);
        });
    }

    /** Ends the leases that a job holds, if it holds any. */
    public List<Lease> withdraw(String job, Instant now) {
        return Stream.concat(awaited.ofJob(job), live.ofJob(job)).toList().stream()
                .map(lease -> close(step(lease, LeaseEvent.WITHDRAW, now)))
                .toList();
    }

    /** Ends the live leases that start after an instant. */
    public List<Lease> withdrawAfter(Instant latest, Instant now) {
        return live.all().filter(it -> it.grant().starts().isAfter(latest)).toList().stream()
                .map(lease -> close(step(lease, LeaseEvent.WITHDRAW, now)))
                .toList();
    }

    /**
     * Ends every lease whose end or whose holder's time has come, in order of their running out, and then those whose reports were
     * awaited for long enough. The slice of a lease whose end has come is free; its holder's report is awaited from now on.
     *
     * <p>Time that is noticed so late that reports would be awaited no more passed while the scheduler was away, and could hear nothing:
     * it counts as nobody's silence.
     */
    public List<Lease> runOut(Instant now) {
        List<Lease> due = new ArrayList<>();
        for (Lease lease : live.runningOut(now).toList()) {
            boolean away = wasAwaySince(lease.runsOut(), now);
            if (away && now.isBefore(lease.grant().ends())) {
                live.put(lease.heardAt(now));
            } else if (away || lease.runsOutByItsEnd()) {
                boolean missed = away || !lease.grant().ends().isAfter(returned);
                due.add(await(step(lease, missed ? LeaseEvent.SCHEDULER_AWAY : LeaseEvent.END, now)));
            } else {
                due.add(close(step(lease, LeaseEvent.SILENCE, lease.runsOut())));
            }
        }
        for (Lease lease : awaited.givenUp(now)) {
            if (wasAwaySince(awaited.until(lease), now)) {
                await(lease.missedUntil(now));
            } else {
                due.add(close(step(
                        lease,
                        lease.wasMissed() ? LeaseEvent.SCHEDULER_AWAY : LeaseEvent.SILENCE,
                        awaited.until(lease))));
            }
        }
        return due;
    }

    private boolean wasAwaySince(Instant due, Instant now) {
        return !now.isBefore(due.plus(rules.awaited()));
    }

    private Lease await(Lease lease) {
        live.remove(lease.grant().id());
        awaited.put(lease);
        keeping.changed(lease);
        return lease;
    }

    /** Returns the next instant at which a lease runs out, or is awaited no longer. */
    public Optional<Instant> nextRunsOut() {
        return Stream.concat(live.nextRunsOut().stream(), awaited.nextGivenUp().stream())
                .min(Comparator.naturalOrder());
    }

    /** Returns when a slice is leased. */
    public List<Interval> onSlice(String slice) {
        return live.onSlice(slice).map(Lease::time).toList();
    }

    /** Tells whether a job holds a live lease, or has still to report one. */
    public boolean holds(String job) {
        return live.ofJob(job).findAny().isPresent()
                || awaited.ofJob(job).findAny().isPresent();
    }

    /** Returns the lease, live or ended not long ago. */
    public Lease find(String id) throws Refused {
        return known(id).orElseThrow(() -> Refused.unknownGrant(id));
    }

    private Optional<Lease> known(String id) {
        return live.find(id).or(() -> awaited.find(id)).or(() -> Optional.ofNullable(ended.get(id)));
    }

    /** Returns the live leases. */
    public Stream<Lease> living() {
        return live.all();
    }

    /** Returns the leases whose end has come and whose report is still awaited. */
    public Stream<Lease> awaited() {
        return awaited.all();
    }

    /** Returns those that have ended, of which the oldest may be forgotten. */
    public Stream<Lease> ended() {
        return ended.values().stream();
    }

    /** Returns the newest token given to a job of that name. */
    public FencingToken newest(String lineage) {
        return tokens.newest(lineage);
    }

    /** The store of jobs of that name has seen a token: theirs are greater from now on. */
    public void fenced(String lineage, FencingToken seen) {
        tokens.fenced(lineage, seen);
    }

    /** Lets go of a name that is not used any more; later tokens still grow beyond its own. */
    public void forget(String lineage) {
        tokens.forget(lineage);
    }

    private void requireFit(Grant grant, Acceptance told, Instant now) throws Refused {
        Instant sent = now.minus(rules.transit());
        Duration left = Duration.between(sent.isAfter(grant.starts()) ? sent : grant.starts(), grant.ends());
        if (told.atoms() < 1 || told.firstAtom() < 0) {
            throw unfit(grant, "has %s atoms from atom %s".formatted(told.atoms(), told.firstAtom()));
        }
        if (told.memory().exceeds(grant.capacity())) {
            throw unfit(grant, "may need %s of %s".formatted(told.memory(), grant.capacity()));
        }
        if (told.total().compareTo(left) > 0) {
            throw unfit(grant, "may need %s, and %s is left".formatted(told.total(), left));
        }
    }

    private static Refused unfit(Grant grant, String how) {
        return new Refused(
                Refused.Reason.DOES_NOT_FIT,
                "the subjob for grant %s %s".formatted(grant.id(), how),
                "Build a smaller one, or hand the grant back.");
    }

    private static void requireLive(Lease lease) throws Refused {
        if (!lease.state().live()) {
            throw new Refused(
                    Refused.Reason.GRANT_LOST,
                    "grant %s has ended: %s"
                            .formatted(
                                    lease.grant().id(),
                                    lease.ended().map(end -> end.by().name()).orElse("")),
                    "Stop here; what is committed is kept, and the next window comes.");
        }
    }

    private static Lease step(Lease lease, LeaseEvent event, Instant now) {
        LeaseState next = LeaseStates.next(lease.state(), event)
                .orElseThrow(
                        () -> new IllegalStateException("%s leads nowhere from %s".formatted(event, lease.state())));
        return lease.after(event, next, now);
    }

    private void keep(Lease lease) {
        live.put(lease);
        keeping.changed(lease);
    }

    private Lease close(Lease lease) {
        live.remove(lease.grant().id());
        awaited.remove(lease.grant().id());
        ended.put(lease.grant().id(), lease);
        keeping.changed(lease);
        while (ended.size() > MOST_ENDED) {
            String oldest = ended.keySet().iterator().next();
            ended.remove(oldest);
            keeping.forgotten(oldest);
        }
        return lease;
    }
}
