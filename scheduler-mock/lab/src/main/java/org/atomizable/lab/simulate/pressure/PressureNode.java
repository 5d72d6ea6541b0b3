package org.atomizable.lab.simulate.pressure;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.lab.simulate.pressure.SimulatedWorker.Doing;
import org.atomizable.lab.simulate.workload.Draws;
import org.atomizable.scheduler.node.airlock.Airlock;
import org.atomizable.scheduler.node.airlock.AirlockAction;
import org.atomizable.scheduler.node.airlock.AirlockRules;
import org.atomizable.scheduler.node.airlock.Resident;
import org.atomizable.scheduler.node.airlock.ResidentEvent;
import org.atomizable.scheduler.node.airlock.ResidentState;
import org.atomizable.scheduler.node.pressure.PressureReading;
import org.atomizable.scheduler.node.pressure.WatchedMemory;

/** A node under one surge after another, with jobs that come from a list. Between surges jobs run undisturbed. */
final class PressureNode {

    static final int CAPACITY = 81_920;
    private static final double STEP = 0.1;
    private static final double PAUSE = 600;
    private static final double MOVE = 5;
    private static final double ADMITTED = 0.95;

    private final PressurePolicy policy;
    private final PressureFigures figures;
    private final Deque<SimulatedWorker> queue = new ArrayDeque<>();
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final Map<String, Double> away = new HashMap<>();
    private final Draws jobDraws;
    private final Draws chance;
    private final double horizon;
    private Airlock airlock = new Airlock(AirlockRules.DEFAULT);
    private double now;
    private double others;
    private int born;

    private PressureNode(PressurePolicy policy, PressureFigures figures, Draws draws, int surges) {
        this.policy = policy;
        this.figures = figures;
        this.jobDraws = draws.fork();
        this.chance = draws.fork();
        this.horizon = surges * (PAUSE + 60);
    }

    /** Lets a node live through surges; the same draws give the same jobs and surges to each policy. */
    static void run(PressurePolicy policy, PressureFigures figures, int surges, Draws draws) {
        Draws surgeDraws = draws.fork();
        PressureNode node = new PressureNode(policy, figures, draws, surges);
        for (int i = 0; i < surges; i++) {
            node.fill();
            node.surge(Surge.draw(surgeDraws));
            node.pause();
        }
    }

    private void fill() {
        workers.removeIf(it -> it.doing() == Doing.ENDED);
        airlock = new Airlock(AirlockRules.DEFAULT);
        long promised = workers.stream().mapToLong(it -> it.job.peak()).sum();
        while (true) {
            if (queue.isEmpty()) {
                queue.add(new SimulatedWorker(PressureJob.draw(born++, jobDraws), 0, now));
            }
            SimulatedWorker next = queue.getFirst();
            promised += next.job.peak();
            if (promised > ADMITTED * CAPACITY) {
                break;
            }
            queue.removeFirst();
            workers.add(new SimulatedWorker(next.job, next.saved(), now));
        }
        workers.forEach(it -> airlock.arrived(resident(it)));
    }

    private void pause() {
        double seconds = PAUSE;
        for (SimulatedWorker each : workers) {
            if (each.doing() != Doing.ENDED) {
                each.advance(seconds);
                finish(each);
            }
        }
        now += seconds;
    }

    private void finish(SimulatedWorker worker) {
        if (worker.complete() && worker.doing() == Doing.RUNS) {
            worker.become(Doing.ENDED, Double.POSITIVE_INFINITY);
            if (now <= horizon) {
                figures.completed(worker.job, false);
            }
            airlock.apply(name(worker), ResidentEvent.DIED, instant());
        }
    }

    private void surge(Surge surge) {
        double began = now;
        double last = began + surge.ends();
        while (now < last || !quiet()) {
            double step = used() > 0.8 * CAPACITY || !quiet() ? STEP : 5 * STEP;
            now += step;
            others = surge.at(now - began) * CAPACITY;
            for (SimulatedWorker each : workers) {
                if (each.doing() != Doing.ENDED) {
                    each.advance(step);
                    answer(each);
                    finish(each);
                }
            }
            kernel();
            if (policy == PressurePolicy.AIRLOCK) {
                decide();
            }
        }
        others = 0;
    }

    private boolean quiet() {
        return policy != PressurePolicy.AIRLOCK
                || workers.stream().allMatch(it -> it.doing() == Doing.RUNS || it.doing() == Doing.ENDED);
    }

    private double used() {
        double sum = others;
        for (SimulatedWorker each : workers) {
            sum += each.holds(now);
        }
        return sum;
    }

    /** No memory is left: the host's rule, or the order of worth that the airlock gives to the kernel. */
    private void kernel() {
        while (used() > CAPACITY) {
            Comparator<SimulatedWorker> first = switch (policy) {
                case KERNEL ->
                    Comparator.<SimulatedWorker>comparingInt(it -> it.holds(now))
                            .reversed();
                case NEWEST ->
                    Comparator.<SimulatedWorker>comparingDouble(it -> it.started)
                            .thenComparingInt(it -> it.job.id())
                            .reversed();
                case AIRLOCK -> Comparator.comparing(it -> it.job.worth());
            };
            Optional<SimulatedWorker> victim =
                    workers.stream().filter(it -> it.holds(now) > 0).min(first);
            if (victim.isEmpty()) {
                return;
            }
            kill(victim.get(), true);
        }
    }

    private void kill(SimulatedWorker victim, boolean byKernel) {
        figures.killed(victim, byKernel, spared(victim));
        requeue(victim);
    }

    /** Tells whether a job of less worth holds memory. */
    private boolean spared(SimulatedWorker victim) {
        return workers.stream()
                .anyMatch(it -> it.holds(now) > 0 && it.job.worth().compareTo(victim.job.worth()) < 0);
    }

    private void requeue(SimulatedWorker worker) {
        worker.become(Doing.ENDED, Double.POSITIVE_INFINITY);
        left(worker);
        queue.addFirst(worker);
        airlock.apply(name(worker), ResidentEvent.DIED, instant());
    }

    private void left(SimulatedWorker worker) {
        Double since = away.remove(name(worker));
        if (since != null) {
            double most = AirlockRules.DEFAULT.waits().most().toMillis() / 1000.0;
            figures.suspendedFor(now - since, now - since <= most + 2 * STEP);
        }
    }

    private void answer(SimulatedWorker worker) {
        if (worker.shrinksAt() <= now) {
            worker.shrink();
            airlock.changed(resident(worker));
            airlock.shrunk(name(worker));
        }
        if (worker.changesAt() > now) {
            return;
        }
        switch (worker.doing()) {
            case SAVES -> {
                worker.save();
                worker.become(Doing.WAITS, Double.POSITIVE_INFINITY);
                airlock.apply(name(worker), ResidentEvent.SUSPENDED, instant());
                away.put(name(worker), now);
            }
            case RESTORES -> {
                worker.become(Doing.RUNS, Double.POSITIVE_INFINITY);
                airlock.apply(name(worker), ResidentEvent.RESUMED, instant());
            }
            case WAITS -> moved(worker);
            case RUNS, ENDED -> {
                // Nothing is due.
            }
        }
    }

    /** Another node has it: it completes there if there is time. */
    private void moved(SimulatedWorker worker) {
        if (chance.uniform() < 0.8) {
            if (now + worker.job.save() + worker.left() <= horizon) {
                figures.completed(worker.job, true);
            }
            left(worker);
            worker.become(Doing.ENDED, Double.POSITIVE_INFINITY);
            airlock.apply(name(worker), ResidentEvent.MOVED, instant());
        } else {
            worker.become(Doing.WAITS, Double.POSITIVE_INFINITY);
            airlock.apply(name(worker), ResidentEvent.FAILED, instant());
        }
    }

    private void decide() {
        for (SimulatedWorker each : workers) {
            if (each.doing() != Doing.ENDED) {
                airlock.changed(resident(each));
            }
        }
        Bytes used = Bytes.of((long) (used() * (1 << 20)));
        List<AirlockAction> actions = airlock.decide(
                PressureReading.of(new WatchedMemory(PressureJob.MEMORY, used, Bytes.mebi(CAPACITY))), instant());
        for (AirlockAction each : actions) {
            figures.acted(each.kind().name());
            each.job().flatMap(this::worker).ifPresent(it -> act(each, it));
        }
    }

    private Optional<SimulatedWorker> worker(String name) {
        return workers.stream()
                .filter(it -> it.doing() != Doing.ENDED && name(it).equals(name))
                .findFirst();
    }

    private void act(AirlockAction action, SimulatedWorker worker) {
        switch (action.kind()) {
            case SUSPEND -> {
                figures.inversion(sparedOf(worker));
                double answer = now + worker.job.gap() * chance.uniform() + worker.job.save();
                worker.become(Doing.SAVES, worker.job.silent() ? Double.POSITIVE_INFINITY : answer);
            }
            case SHRINK ->
                worker.shrinkAt(
                        worker.job.silent() ? Double.POSITIVE_INFINITY : now + worker.job.gap() * chance.uniform());
            case FREEZE -> worker.freeze(true);
            case CARRY_ON -> {
                worker.freeze(false);
                worker.become(Doing.RUNS, Double.POSITIVE_INFINITY);
            }
            case KILL -> kill(worker, false);
            case RECLAIM -> requeue(worker);
            case RESUME -> {
                left(worker);
                worker.become(Doing.RESTORES, now + worker.job.save());
            }
            case READDRESS -> worker.become(Doing.WAITS, now + MOVE);
            case CLOSE_OFFERS, OPEN_OFFERS, EXHAUSTED -> {
                // Concerns no job.
            }
        }
    }

    /** Tells whether a job of less worth runs that was not asked. */
    private boolean sparedOf(SimulatedWorker asked) {
        return workers.stream()
                .anyMatch(it -> airlock.state(name(it))
                                .filter(state -> state == ResidentState.RUNNING)
                                .isPresent()
                        && it.holds(now) > 0
                        && it.job.worth().compareTo(asked.job.worth()) < 0);
    }

    private Resident resident(SimulatedWorker worker) {
        return worker.job.resident(worker.holds(now), worker.shrunk(), instant(worker.started));
    }

    private static String name(SimulatedWorker worker) {
        return "j" + worker.job.id();
    }

    private Instant instant() {
        return instant(now);
    }

    private static Instant instant(double seconds) {
        return Instant.ofEpochMilli((long) (seconds * 1000));
    }
}
