package org.atomizable.scheduler.market.pressure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.node.airlock.Airlock;
import org.atomizable.scheduler.node.airlock.AirlockAction;
import org.atomizable.scheduler.node.airlock.Resident;
import org.atomizable.scheduler.node.airlock.ResidentEvent;
import org.atomizable.scheduler.node.airlock.ResidentState;
import org.atomizable.scheduler.node.pressure.PressureReading;

/**
 * Tells the airlock which jobs have workers on the node, and carries out what it decides. What is known of residents is
 * compared with the leases at each reading, so that nothing is missed after a restart. Guarded by the market's lock.
 */
public final class MemoryPressure {

    private final PressureRules rules;
    private final Jobs jobs;
    private final Leases leases;
    private final PressureOrders orders;
    private final PressureLog log;
    private final Airlock airlock;
    private final ResidentFigures figures;
    private final Map<String, Lease> grants = new HashMap<>();
    private PressureReading reading = PressureReading.of();
    private Instant due = Instant.MIN;

    /** Makes one without residents, which keeps a record of what it does. */
    public MemoryPressure(PressureRules rules, Jobs jobs, Leases leases, Mailbox mailbox, PressureLog log) {
        this.rules = rules;
        this.jobs = jobs;
        this.leases = leases;
        this.orders = new PressureOrders(mailbox);
        this.log = log;
        this.airlock = new Airlock(rules.airlock());
        this.figures = new ResidentFigures(rules);
    }

    /** A job with a grant says how much memory it uses, and how much it has given back if it was asked. */
    public void memoryReported(String grant, Bytes memory, Optional<Bytes> freed, Instant now) throws Refused {
        String job = leases.find(grant).job();
        figures.uses(job, memory);
        if (freed.isPresent()) {
            figures.gaveBack(job, freed.get());
            changed(job);
            airlock.shrunk(job);
            Map<String, Bytes> amounts = new HashMap<>();
            rules.memory().of(leases.find(grant).grant().slice().id()).forEach(it -> amounts.put(it, freed.get()));
            log.add(PressureRecord.of("SHRUNK", job, amounts, airlock.level().name(), now));
        }
    }

    private void changed(String job) {
        Lease lease = grants.get(job);
        if (lease != null) {
            airlock.changed(figures.of(jobs.known(job), lease));
        }
    }

    /**
     * Reads the memories if that is due, and does what follows.
     *
     * @return whether windows are to be looked at again
     */
    public boolean moveOn(Instant now) {
        if (now.isBefore(due)) {
            return false;
        }
        due = rules.after(now);
        compare(now);
        reading = rules.memory().read(held(), now);
        List<AirlockAction> actions = airlock.decide(reading, now);
        boolean look = false;
        for (AirlockAction action : actions) {
            log.add(PressureRecord.of(action, airlock.level().name(), now));
            look |= carryOut(action, now);
        }
        orders.rank(running(), grants, reading);
        return look;
    }

    private Map<String, Bytes> held() {
        Map<String, Bytes> held = new HashMap<>();
        grants.forEach((job, lease) -> rules.memory()
                .of(lease.grant().slice().id())
                .forEach(memory -> held.merge(memory, figures.held(job), Bytes::plus)));
        return held;
    }

    private List<Resident> running() {
        List<Resident> running = new ArrayList<>(airlock.residents());
        running.removeIf(it -> !grants.containsKey(it.job()));
        return running;
    }

    private boolean carryOut(AirlockAction action, Instant now) {
        switch (action.kind()) {
            case SHRINK, SUSPEND, CARRY_ON, FREEZE, KILL ->
                action.job().map(grants::get).ifPresent(it -> orders.send(action, it, airlock.level(), now));
            case RECLAIM -> {
                // It holds nothing, and its checkpoint is where it was: from now on it waits like any other job.
                action.job().ifPresent(it -> airlock.apply(it, ResidentEvent.DIED, now));
                return true;
            }
            case OPEN_OFFERS, RESUME, READDRESS -> {
                return true;
            }
            case CLOSE_OFFERS, EXHAUSTED -> {
                // Whoever asks for a window is told, and the record is for operators.
            }
        }
        return false;
    }

    /** Compares the residents with the leases. */
    private void compare(Instant now) {
        Map<String, Lease> living = new LinkedHashMap<>();
        leases.living()
                .filter(it -> !it.grant().starts().isAfter(now))
                .filter(it -> !rules.memory().of(it.grant().slice().id()).isEmpty())
                .forEach(it -> living.merge(it.job(), it, MemoryPressure::earlier));
        Set<String> gone = new HashSet<>(grants.keySet());
        gone.removeAll(living.keySet());
        gone.forEach(it -> left(it, now));
        living.forEach((job, lease) -> holds(jobs.known(job), lease, now));
        // A suspended job may have been withdrawn.
        airlock.residents().stream()
                .map(Resident::job)
                .filter(it -> !living.containsKey(it))
                .filter(it -> jobs.kept(it).filter(job -> job.state().active()).isEmpty())
                .forEach(it -> die(it, now));
    }

    private static Lease earlier(Lease one, Lease other) {
        return one.grant().starts().isAfter(other.grant().starts()) ? other : one;
    }

    private void holds(Job job, Lease lease, Instant now) {
        Optional<ResidentState> state = airlock.state(job.id);
        if (state.isEmpty()) {
            airlock.arrived(figures.of(job, lease));
        } else if (state.get() == ResidentState.RESUMING && lease.acceptance().isPresent()) {
            happened(job.id, ResidentEvent.RESUMED, now);
        } else if (state.get() == ResidentState.READDRESSING
                && lease.acceptance().isPresent()) {
            happened(job.id, ResidentEvent.MOVED, now);
            airlock.arrived(figures.of(job, lease));
        }
        grants.put(job.id, lease);
        changed(job.id);
    }

    /** The lease of a job is over. */
    private void left(String job, Instant now) {
        Lease lease = grants.remove(job);
        figures.left(job);
        orders.forget(job);
        Optional<ResidentState> state = airlock.state(job);
        if (lease == null || state.isEmpty()) {
            return;
        }
        boolean waits = state.get() == ResidentState.RESUMING || state.get() == ResidentState.READDRESSING;
        if (waits) {
            // It handed its grant back, and may still get another one in time.
            return;
        }
        // A job whose grant ends while nothing is offered waits for room too, in the order of worth.
        boolean kept = state.get() == ResidentState.SUSPENDING || !airlock.offers();
        if (state.get() != ResidentState.RECLAIMING && kept && stopped(lease)) {
            airlock.residents().stream()
                    .filter(it -> it.job().equals(job))
                    .findFirst()
                    .ifPresent(it -> airlock.changed(ResidentFigures.suspended(it)));
            happened(job, ResidentEvent.SUSPENDED, now);
        } else {
            die(job, now);
        }
    }

    /** Returns whether a job stopped at a safe point, and has more to do. */
    private boolean stopped(Lease lease) {
        try {
            return leases.find(lease.grant().id())
                    .end()
                    .filter(it -> it.kind() == SubjobEnd.Kind.YIELDED || it.kind() == SubjobEnd.Kind.HANDED_BACK)
                    .isPresent();
        } catch (Refused forgotten) {
            return false;
        }
    }

    private void die(String job, Instant now) {
        boolean asked = airlock.state(job).orElse(ResidentState.RUNNING) != ResidentState.RUNNING;
        airlock.apply(job, ResidentEvent.DIED, now);
        figures.forget(job);
        if (asked) {
            log.add(PressureRecord.of("GONE", job, Map.of(), airlock.level().name(), now));
        }
    }

    private void happened(String job, ResidentEvent event, Instant now) {
        if (airlock.apply(job, event, now).isPresent()) {
            log.add(PressureRecord.of(
                    event.name(), job, Map.of(), airlock.level().name(), now));
        }
    }

    /** Returns whether a job may get a window on a slice. What a job needs of which nothing is known is told by its first subjob. */
    public boolean admits(Job job, Slice slice) {
        Set<String> memories = rules.memory().of(slice.id());
        if (memories.isEmpty()) {
            return true;
        }
        Optional<ResidentState> state = airlock.state(job.id);
        if (state.isEmpty()) {
            // A job that may need more than there is gets on alone, and gives way like any other.
            return airlock.offers()
                    && (grants.isEmpty()
                            || airlock.fits(figures.newcomer(job, slice.id(), slice.memory(), due), reading, due));
        }
        return switch (state.get()) {
            case RUNNING -> airlock.offers();
            case RESUMING -> true;
            case READDRESSING -> isElsewhere(job, memories);
            case SUSPENDING, SUSPENDED, RECLAIMING, MOVED, DEAD -> false;
        };
    }

    /** Returns whether a job had nothing in those memories. */
    private boolean isElsewhere(Job job, Set<String> memories) {
        return airlock.residents().stream()
                .filter(it -> it.job().equals(job.id))
                .noneMatch(it -> it.memory().peak().keySet().stream().anyMatch(memories::contains));
    }

    /** Returns how scarce memory was at the last reading. */
    public NodePressure now() {
        return new NodePressure(airlock.level(), reading.pressure(), airlock.offers());
    }

    /** Returns in words why scarce memory keeps a job from all of these slices; empty if it does not. */
    public Optional<String> holdsUp(String id, List<Slice> slices) {
        Optional<Job> job = jobs.kept(id).filter(it -> it.state() == JobState.WAITING);
        if (job.isEmpty()) {
            return Optional.empty();
        }
        Optional<ResidentState> state = airlock.state(id);
        if (state.filter(it -> it != ResidentState.RUNNING && it != ResidentState.RESUMING)
                .isPresent()) {
            return Optional.of(
                    "It gave way to others because memory is scarce, and its checkpoint is kept. It goes on, "
                            + "in the order of worth, when there is room.");
        }
        if (reading.pressure().isEmpty()) {
            return Optional.of("The memory that jobs share cannot be read: the scheduler's log says why.");
        }
        if (!airlock.offers()) {
            return Optional.of(
                    "Memory is scarce (level %s): no window is offered until the level is green and no job that gave way waits."
                            .formatted(airlock.level().name().toLowerCase(Locale.ROOT)));
        }
        return slices.stream().anyMatch(it -> admits(job.get(), it))
                ? Optional.empty()
                : Optional.of("What it may need of memory does not fit beside what the running jobs may need.");
    }

    /** Returns when the memories are to be read again; nothing while no job is there. */
    public Optional<Instant> nextDue() {
        return jobs.tenants().isEmpty() ? Optional.empty() : Optional.of(due);
    }
}
