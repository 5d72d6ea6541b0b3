package org.atomizable.scheduler.market.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.Signals;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.event.PressureOrder;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.node.pressure.NodeMemory;
import org.atomizable.scheduler.node.pressure.PressureReading;
import org.atomizable.scheduler.node.pressure.WatchedMemory;
import org.atomizable.scheduler.offer.OfferRules;

/** Three slices that share the memory of one GPU, jobs on them, and something else that takes memory. In virtual time. */
final class PressedNode implements Mailbox {

    static final Bytes CAPACITY = Bytes.gibi(30);
    private static final Duration ATOM = Duration.ofMillis(250);

    /** A job as its author made it: each atom uses {@code base + elastic}. */
    record Made(String name, int priority, long atoms, long base, long elastic, boolean deaf) {}

    /** An order that a job was sent. */
    record Told(Instant at, String job, PressureOrder order, Set<String> lesser) {}

    private static final class Running {
        final Made job;
        final Grant grant;
        long nextAtom;
        final long firstAtom;
        long elastic;
        Optional<Bytes> freed = Optional.empty();
        Optional<Bytes> wanted = Optional.empty();
        boolean accepted;
        boolean stops;
        boolean asked;
        boolean frozen;
        boolean over;
        Instant since = Instant.MAX;

        Running(Made job, Grant grant, long nextAtom) {
            this.job = job;
            this.grant = grant;
            this.nextAtom = nextAtom;
            this.firstAtom = nextAtom;
            this.elastic = job.elastic();
        }

        long uses() {
            return accepted && !over ? job.base() + elastic : 0;
        }
    }

    final VirtualTime time = VirtualTime.create();
    final RowsInMemory rows = new RowsInMemory();
    final List<Told> told = new ArrayList<>();
    final Map<String, Long> done = new HashMap<>();
    final List<String> finished = new ArrayList<>();
    long others;
    Market market;
    private final Map<String, Made> made = new LinkedHashMap<>();
    private final Map<String, Running> running = new LinkedHashMap<>();

    private final NodeMemory memory = new NodeMemory() {
        @Override
        public Set<String> of(String slice) {
            return Set.of("g0");
        }

        @Override
        public PressureReading read(Map<String, Bytes> held, Instant now) {
            return PressureReading.of(new WatchedMemory("g0", Bytes.of(used()), CAPACITY));
        }
    };

    PressedNode() throws JournalException {
        market = open();
    }

    private Market open() throws JournalException {
        List<Slice> slices = List.of(slice(0), slice(1), slice(2));
        LeaseRules leases = new LeaseRules(Duration.ofSeconds(30), Duration.ofMillis(100));
        return Market.resume(
                time,
                new AlwaysFree(slices),
                new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), leases, 50)
                        .watching(PressureRules.of(memory)),
                this,
                Observer.NONE,
                Incarnation.begin(rows, time.now()),
                JournalWriter.atOnce(rows));
    }

    private static Slice slice(int number) {
        return new Slice("g0." + number, new SliceKind("1g.10gb"), Bytes.gibi(10));
    }

    void restartScheduler() throws JournalException {
        market.close();
        market = open();
    }

    String register(Made job) throws Refused {
        String id = market.register(new JobRequest(
                        job.name(),
                        Mode.SJA,
                        "t",
                        job.priority(),
                        Optional.empty(),
                        Optional.of(job.atoms()),
                        0,
                        Optional.empty()))
                .id();
        made.put(id, job);
        done.put(id, 0L);
        return id;
    }

    long used() {
        return others + running.values().stream().mapToLong(Running::uses).sum();
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        Made it = made.get(job);
        if (it == null || running.containsKey(job)) {
            return;
        }
        long atoms = Math.max(1, Math.min(it.atoms() - done.get(job), 30));
        Duration useful = ATOM.multipliedBy(atoms);
        Duration total = useful.compareTo(window.length()) > 0 ? window.length() : useful;
        time.schedule(Duration.ofMillis(1), () -> {
            try {
                market.answer(window.id(), Signals.of(job, true, atoms, total, total, "fits"));
            } catch (Refused late) {
                // It was cleared, or the scheduler started again.
            }
        });
    }

    @Override
    public void granted(String job, Grant grant) {
        if (!running.containsKey(job)) {
            Running run = new Running(made.get(job), grant, done.get(job));
            running.put(job, run);
            Duration until = Duration.between(time.now(), grant.starts());
            time.schedule(until.plusMillis(50), () -> begin(job, run));
        }
    }

    private void begin(String job, Running run) {
        if (run.over) {
            return;
        }
        try {
            Bytes most = Bytes.of(run.job.base() + run.job.elastic());
            long atoms = Math.max(1, Math.min(30, run.job.atoms() - run.nextAtom));
            market.accept(run.grant.id(), new Acceptance(run.nextAtom, atoms, most, ATOM.multipliedBy(atoms)));
            run.accepted = true;
            run.since = time.now();
            time.schedule(ATOM, () -> atom(job, run));
        } catch (Refused lost) {
            leave(job, run);
        }
    }

    private void atom(String job, Running run) {
        if (run.over) {
            return;
        }
        if (run.frozen || run.job.deaf() && run.stops) {
            // A deaf job goes on with one long atom once it is asked to stop.
            time.schedule(ATOM, () -> atom(job, run));
            return;
        }
        run.nextAtom++;
        run.wanted.ifPresent(wanted -> {
            long free = Math.min(run.elastic, wanted.count());
            run.elastic -= free;
            run.freed = Optional.of(Bytes.of(free));
            run.wanted = Optional.empty();
        });
        boolean ends = run.nextAtom >= run.job.atoms()
                || run.stops
                || time.now().plus(ATOM.multipliedBy(2)).isAfter(run.grant.ends());
        try {
            if (ends) {
                report(job, run, run.nextAtom >= run.job.atoms() ? SubjobEnd.Kind.FINISHED : SubjobEnd.Kind.YIELDED);
            } else {
                market.heartbeat(run.grant.id(), run.nextAtom, Bytes.of(run.uses()), run.freed);
                run.freed = Optional.empty();
                time.schedule(ATOM, () -> atom(job, run));
            }
        } catch (Refused lost) {
            leave(job, run);
        }
    }

    private void report(String job, Running run, SubjobEnd.Kind kind) throws Refused {
        boolean committed = kind != SubjobEnd.Kind.FAILED;
        long next = committed ? run.nextAtom : run.firstAtom;
        Duration useful = ATOM.multipliedBy(next - run.firstAtom);
        done.put(job, next);
        Bytes peak = Bytes.of(run.job.base() + run.job.elastic());
        leave(job, run);
        if (kind == SubjobEnd.Kind.FINISHED) {
            finished.add(job);
        }
        market.report(run.grant.id(), new SubjobEnd(kind, "", next, useful, useful, peak));
    }

    private void leave(String job, Running run) {
        run.over = true;
        running.remove(job, run);
    }

    @Override
    public void pressed(String job, PressureOrder order) {
        Running run = running.get(job);
        if (run == null || !run.grant.id().equals(order.grant())) {
            return;
        }
        told.add(new Told(time.now(), job, order, lesser(run)));
        switch (order.kind()) {
            case SHRINK -> run.wanted = order.pressure().map(it -> it.wanted());
            case SUSPEND -> {
                run.stops = true;
                run.asked = true;
            }
            case CARRY_ON -> {
                run.frozen = false;
                run.asked = false;
                run.stops = run.job.deaf() && run.stops;
            }
            case FREEZE -> run.frozen = true;
            case KILL -> time.schedule(Duration.ofMillis(10), () -> killed(job, run));
            case RANK -> assertThat(order.oomScore()).isBetween(0, 1000);
        }
    }

    private void killed(String job, Running run) {
        if (!run.over) {
            try {
                report(job, run, SubjobEnd.Kind.FAILED);
            } catch (Refused lost) {
                leave(job, run);
            }
        }
    }

    /** Returns the jobs of lower priority that could have gone instead. */
    private Set<String> lesser(Running than) {
        Set<String> lesser = new TreeSet<>();
        running.forEach((job, it) -> {
            boolean rested = it.accepted && it.since.plusMillis(1500).isBefore(time.now());
            // What is awaited after that is a report alone.
            boolean holds = it.grant.ends().isAfter(time.now());
            if (rested && holds && !it.asked && !it.over && it.uses() > 0 && it.job.priority() < than.job.priority()) {
                lesser.add(it.job.name());
            }
        });
        return lesser;
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        Optional.ofNullable(running.get(job))
                .filter(it -> it.grant.id().equals(grant))
                .ifPresent(it -> leave(job, it));
    }

    @Override
    public void forgotten(String job) {}
}
