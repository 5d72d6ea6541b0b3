package org.atomizable.scheduler.node.airlock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.node.airlock.AirlockAction.Kind;
import org.atomizable.scheduler.node.pressure.PressureReading;
import org.atomizable.scheduler.node.pressure.WatchedMemory;

/** A node with two memories and other users of them, whose jobs answer as chance has it. */
final class ModelNode {

    static final long CAPACITY = 100_000;
    static final List<String> MEMORIES = List.of("gpu", "host");

    /** A job as it really is, apart from what the airlock believes. */
    static final class ModelJob {
        final String name;
        final Worth worth;
        final Instant since;
        final Duration safePoint;
        final boolean movable;
        final boolean silent;
        final boolean refusesMoves;
        final Map<String, Long> plateau = new TreeMap<>();
        final Map<String, Long> peak = new TreeMap<>();
        final Map<String, Long> elastic = new TreeMap<>();
        boolean present = true;
        boolean frozen;
        boolean resident = true;
        double spike;

        ModelJob(String name, Random random, Instant since, double silentShare) {
            this.name = name;
            this.worth = new Worth(random.nextInt(3), ResidentClass.values()[random.nextInt(3)], random.nextInt(3));
            this.since = since;
            this.safePoint = Duration.ofMillis(20 + random.nextInt(3000));
            this.movable = random.nextBoolean();
            this.silent = random.nextDouble() < silentShare;
            this.refusesMoves = random.nextBoolean();
            for (String memory : MEMORIES) {
                long plateau = random.nextInt(4) == 0 ? 0 : random.nextInt(16_000);
                this.plateau.put(memory, plateau);
                this.peak.put(memory, plateau + random.nextInt(2_000));
                this.elastic.put(memory, random.nextBoolean() ? plateau / 4 : 0);
            }
        }

        long holds(String memory) {
            if (!present || !resident) {
                return 0;
            }
            long base = plateau.getOrDefault(memory, 0L);
            return base + (long) (spike * (peak.getOrDefault(memory, 0L) - base));
        }

        Resident told() {
            SortedMap<String, Bytes> held = new TreeMap<>();
            SortedMap<String, Bytes> most = new TreeMap<>();
            SortedMap<String, Bytes> back = new TreeMap<>();
            SortedMap<String, Bytes> gives = new TreeMap<>();
            for (String memory : MEMORIES) {
                held.put(memory, Bytes.of(holds(memory)));
                back.put(memory, Bytes.of(plateau.getOrDefault(memory, 0L)));
                most.put(memory, Bytes.of(peak.getOrDefault(memory, 0L)));
                gives.put(memory, Bytes.of(elastic.getOrDefault(memory, 0L)));
            }
            return new Resident(
                    name,
                    worth,
                    since,
                    new ResidentMemory(held, most, back, gives),
                    new Resident.Departure(safePoint, movable));
        }
    }

    private record Due(Instant at, String job, ResidentEvent event, boolean shrink) {}

    /** An action, and when it was decided. */
    record Done(Instant at, AirlockAction action) {}

    final Airlock airlock;
    final Map<String, ModelJob> jobs = new TreeMap<>();
    final List<Done> done = new ArrayList<>();
    final Map<String, Long> others = new TreeMap<>();
    private final List<Due> due = new ArrayList<>();
    private final Random random;
    Instant now = Instant.parse("2026-01-01T12:00:00Z");

    ModelNode(AirlockRules rules, Random random) {
        this.airlock = new Airlock(rules);
        this.random = random;
    }

    void add(ModelJob job) {
        jobs.put(job.name, job);
        airlock.arrived(job.told());
    }

    long used(String memory) {
        return others.getOrDefault(memory, 0L)
                + jobs.values().stream().mapToLong(it -> it.holds(memory)).sum();
    }

    PressureReading reading() {
        return PressureReading.of(MEMORIES.stream()
                .map(it -> new WatchedMemory(it, Bytes.of(used(it)), Bytes.of(CAPACITY)))
                .toArray(WatchedMemory[]::new));
    }

    /** Lets answers that are due arrive, tells all figures, and does what is decided. */
    List<AirlockAction> step(Duration passed) {
        now = now.plus(passed);
        for (Due each : List.copyOf(due)) {
            if (!each.at().isAfter(now)) {
                due.remove(each);
                answer(each);
            }
        }
        jobs.values().stream().filter(it -> it.present).forEach(it -> airlock.changed(it.told()));
        List<AirlockAction> actions = airlock.decide(reading(), now);
        for (AirlockAction each : actions) {
            done.add(new Done(now, each));
            act(each);
        }
        return actions;
    }

    private void answer(Due answer) {
        ModelJob job = jobs.get(answer.job());
        if (job == null || !job.present || (job.frozen && answer.event() != ResidentEvent.DIED)) {
            return;
        }
        if (answer.shrink()) {
            job.elastic.forEach((memory, bytes) -> job.plateau.merge(memory, -bytes, Long::sum));
            job.elastic.replaceAll((memory, bytes) -> 0L);
            airlock.changed(job.told());
            airlock.shrunk(job.name);
            return;
        }
        Optional<ResidentState> state = airlock.state(job.name);
        if (answer.event() == ResidentEvent.SUSPENDED
                && !state.equals(Optional.of(ResidentState.SUSPENDING))
                && !state.equals(Optional.of(ResidentState.RUNNING))) {
            return;
        }
        switch (answer.event()) {
            case SUSPENDED -> job.resident = false;
            case MOVED, DIED -> job.present = false;
            default -> {
                // Memory is as it was.
            }
        }
        airlock.changed(job.told());
        airlock.apply(job.name, answer.event(), now);
        if (!job.present) {
            jobs.remove(job.name);
        }
    }

    private void act(AirlockAction action) {
        Optional<ModelJob> job = action.job().map(jobs::get);
        if (job.isEmpty()) {
            return;
        }
        ModelJob its = job.get();
        switch (action.kind()) {
            case SUSPEND -> later(its, ResidentEvent.SUSPENDED, false);
            case SHRINK -> later(its, ResidentEvent.SUSPENDED, true);
            case FREEZE -> its.frozen = true;
            case CARRY_ON -> {
                its.frozen = false;
                // Sometimes the job has reached its safe point before it hears of this.
                if (random.nextBoolean()) {
                    due.removeIf(it -> it.job().equals(its.name) && it.event() == ResidentEvent.SUSPENDED);
                }
            }
            case RESUME -> {
                its.resident = true;
                its.frozen = false;
                due.add(new Due(now.plusMillis(500), its.name, ResidentEvent.RESUMED, false));
            }
            case READDRESS ->
                due.add(new Due(
                        now.plusMillis(3000),
                        its.name,
                        its.refusesMoves ? ResidentEvent.FAILED : ResidentEvent.MOVED,
                        false));
            case KILL, RECLAIM -> due.add(new Due(now.plusMillis(30), its.name, ResidentEvent.DIED, false));
            case CLOSE_OFFERS, OPEN_OFFERS, EXHAUSTED -> {
                // Concerns no job.
            }
        }
    }

    /** A job answers at its next safe point, or never. */
    private void later(ModelJob job, ResidentEvent event, boolean shrink) {
        if (!job.silent) {
            long millis = (long) (job.safePoint.toMillis() * random.nextDouble() * 1.5);
            due.add(new Due(now.plusMillis(millis), job.name, event, shrink));
        }
    }

    List<AirlockAction> of(Kind kind) {
        return done.stream().map(Done::action).filter(it -> it.kind() == kind).toList();
    }
}
