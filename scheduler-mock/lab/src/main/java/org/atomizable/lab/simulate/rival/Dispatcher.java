package org.atomizable.lab.simulate.rival;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.atomizable.lab.simulate.rival.EventQueue.Event;
import org.atomizable.lab.simulate.rival.EventQueue.Kind;
import org.atomizable.lab.simulate.rival.Running.Subjob;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * A central scheduler that starts waiting tasks on free slices whenever something changes.
 *
 * <p>All events of one time are handled before tasks are started. Then the first waiting task that may start does so, until none may. A
 * waiting task can only begin to fit when a slice becomes free, as holes only get shorter. The effort for an event is logarithmic in the
 * numbers of slices and tasks, and linear in the few sizes of slices; with {@link Backfill#NODES}, it is linear in the number of slices.
 */
final class Dispatcher {

    private final Workload workload;
    private final RivalRules rules;
    private final Policy policy;
    private final double[] work;

    /** The smallest sufficient size of each task. */
    private final int[] sizes;

    private final EventQueue events;
    private final Cluster cluster;
    private final WaitingLines waiting;
    private final Running running;
    private final Recorder recorder;

    Dispatcher(Workload workload, RivalRules rules, Policy policy) {
        this(workload, rules, policy, new EventQueue());
    }

    Dispatcher(Workload workload, RivalRules rules, Policy policy, EventQueue events) {
        this.workload = workload;
        this.rules = rules;
        this.policy = policy;
        this.events = events;
        this.work = workload.tasks().stream()
                .mapToDouble(SimulatedTask::workSeconds)
                .toArray();
        this.cluster = new Cluster(workload, policy.placement(), policy.demand());
        this.sizes = workload.tasks().stream().mapToInt(cluster::smallest).toArray();
        this.waiting = new WaitingLines(cluster.sizes(), work.length);
        this.running = new Running(workload.slices().size(), cluster.sizes());
        this.recorder = new Recorder(work.length);
    }

    /** Runs every task to its end. */
    Schedule run(String name) {
        List<SimulatedTask> arrivals = workload.tasks().stream()
                .sorted(Comparator.comparingDouble(SimulatedTask::submit))
                .toList();
        arrivals.forEach(it -> events.add(it.submit(), Kind.SUBMITTED, it.index(), 0));
        for (int slice = 0; slice < workload.slices().size(); slice++) {
            events.add(cluster.nextOpening(slice), Kind.OPENED, slice, 0);
        }
        while (!recorder.isFinished()) {
            double now = events.time();
            while (events.hasNextAt(now)) {
                handle(events.next());
            }
            startAll(now);
        }
        return recorder.schedule(name);
    }

    private void handle(Event event) {
        switch (event.kind()) {
            case SUBMITTED, READY -> await(event.subject(), event.time());
            case ENDED -> running.on(event.subject(), event.run()).ifPresent(it -> ended(it, event.time()));
            case FAILED -> running.on(event.subject(), event.run()).ifPresent(it -> failed(it, event.time()));
            case RESTORED ->
                running.on(event.subject(), event.run())
                        .ifPresent(it -> running.mayBePreempted(it, cluster.size(it.slice())));
            case CLOSED -> {
                cluster.close(event.subject());
                events.add(cluster.nextOpening(event.subject()), Kind.OPENED, event.subject(), 0);
            }
            case OPENED -> {
                double end = cluster.open(event.subject());
                if (end < Double.POSITIVE_INFINITY) {
                    events.add(end, Kind.CLOSED, event.subject(), 0);
                }
            }
        }
    }

    private void await(int task, double now) {
        SimulatedTask each = workload.tasks().get(task);
        waiting.add(
                sizes[task],
                task,
                policy.order().key(each, work[task], now),
                policy.demand().shortest(work[task]));
    }

    private void startAll(double now) {
        while (startOne(now, policy.backfill() == Backfill.SLICES) || preemptOne(now)) {
            // Every start may leave room for another one.
        }
        if (policy.backfill() == Backfill.MINIMUM) {
            backfill(now);
        } else if (policy.backfill() == Backfill.NODES) {
            first(now, false).ifPresent(it -> backfillBeside(it, now));
        }
    }

    private void backfill(double now) {
        while (startOne(now, true)) {
            // The hole of a slice may satisfy more than one task.
        }
    }

    /**
     * Plans a waiting task on the slice where it can start first if all others run as long as they request. Then starts other tasks; on the
     * node of that slice only those that end by the planned start.
     */
    private void backfillBeside(int task, double now) {
        double seconds = policy.demand().shortest(work[task]);
        int planned = -1;
        double from = Double.POSITIVE_INFINITY;
        for (int slice = 0; slice < workload.slices().size(); slice++) {
            if (cluster.size(slice) >= sizes[task]) {
                double start = cluster.earliest(slice, requestedUntil(slice, now), seconds);
                if (start < from) {
                    planned = slice;
                    from = start;
                }
            }
        }
        cluster.limit(planned, from);
        backfill(now);
        cluster.limit(planned, Double.POSITIVE_INFINITY);
    }

    private double requestedUntil(int slice, double now) {
        return running.on(slice)
                .map(it -> Math.max(now, it.from() + policy.demand().shortest(it.work())))
                .orElse(now);
    }

    /** Returns the first waiting task; with overtaking, the first for which a slice is free for long enough. */
    private OptionalInt first(double now, boolean overtaking) {
        int best = -1;
        for (int size = 0; size < cluster.sizes(); size++) {
            int first = overtaking ? waiting.firstWithin(size, cluster.reach(size, now)) : waiting.first(size);
            if (first >= 0 && (best < 0 || waiting.isBefore(first, best))) {
                best = first;
            }
        }
        return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
    }

    /**
     * Starts the first waiting task if a slice is free for all the time that it asks for; with overtaking, the first for which a slice is
     * free for the shortest time that it asks for. Returns whether one was started.
     */
    private boolean startOne(double now, boolean overtaking) {
        OptionalInt first = first(now, overtaking);
        if (first.isEmpty()) {
            return false;
        }
        int best = first.getAsInt();
        int size = sizes[best];
        boolean least = overtaking && policy.backfill() == Backfill.MINIMUM;
        double asked = policy.demand().enough(work[best]);
        double shortest = overtaking ? policy.demand().shortest(work[best]) : asked;
        if (cluster.reach(size, now) < shortest) {
            return false;
        }
        int slice = cluster.choose(size, now, shortest, least ? shortest : asked);
        if (policy.placement() == Placement.LEAST_FRAGMENTATION) {
            double left = work[best];
            slice = cluster.leastFragmenting(size, now, shortest, slice, rest -> used(left, rest));
        }
        cluster.take(slice);
        start(best, slice, now, least ? shortest : cluster.holeEnd(slice) - now);
        return true;
    }

    /** Returns how much of the rest of a hole a task takes: what lies behind it, if it finishes there, is left. */
    private double used(double work, double rest) {
        return policy.demand().done(work, rest) < work ? rest : Math.min(rest, work + rules.overheadSeconds());
    }

    /** Starts a task that has a slice for so many seconds. */
    private void start(int task, int slice, double from, double seconds) {
        waiting.remove(sizes[task], task);
        double planned = policy.demand().done(work[task], seconds);
        Subjob subjob = running.start(task, slice, from, from + rules.restoreSeconds(), planned, work[task]);
        double end = subjob.until() + rules.checkpointSeconds();
        double failure = rules.losesNothing()
                ? Double.POSITIVE_INFINITY
                : workload.slices().get(slice).nextFailureAfter(from);
        events.add(Math.min(end, failure), failure < end ? Kind.FAILED : Kind.ENDED, slice, subjob.run());
        if (policy.preemption().isPresent()) {
            events.add(subjob.works(), Kind.RESTORED, slice, subjob.run());
        }
    }

    private void ended(Subjob subjob, double now) {
        record(subjob, subjob.until() - subjob.works(), now);
        cluster.release(subjob.slice(), now);
        if (subjob.until() < subjob.works() + subjob.work()) {
            await(subjob.task(), now);
        } else {
            recorder.completed(subjob.task(), now);
        }
    }

    /** The work of a subjob since its restore is lost; the task waits again. */
    private void failed(Subjob subjob, double now) {
        running.end(subjob, cluster.size(subjob.slice()));
        double lost = Math.max(0, Math.min(now, subjob.until()) - subjob.works());
        recorder.lost(
                subjob.run(),
                new Execution(
                        subjob.task(),
                        subjob.slice(),
                        subjob.from(),
                        now,
                        now,
                        Math.min(rules.restoreSeconds(), now - subjob.from()),
                        0,
                        0,
                        subjob.from(),
                        Execution.Stop.LOST,
                        false),
                Math.round(lost / workload.tasks().get(subjob.task()).atomSeconds()));
        cluster.release(subjob.slice(), now);
        await(subjob.task(), now);
    }

    private void record(Subjob subjob, double done, double end) {
        running.end(subjob, cluster.size(subjob.slice()));
        work[subjob.task()] = subjob.work() - done;
        recorder.executed(
                subjob.run(),
                new Execution(
                        subjob.task(),
                        subjob.slice(),
                        subjob.from(),
                        end,
                        end,
                        rules.restoreSeconds(),
                        done,
                        rules.checkpointSeconds(),
                        subjob.from(),
                        Execution.Stop.PLANNED,
                        false));
    }

    /** Lets the waiting task with least work stop the running one with most work, if that is worth it. Returns whether it did. */
    private boolean preemptOne(double now) {
        if (policy.preemption().isEmpty()) {
            return false;
        }
        for (int size = 0; size < cluster.sizes(); size++) {
            int task = waiting.first(size);
            if (task >= 0) {
                Optional<Subjob> victim = victim(task, size, policy.preemption().getAsDouble(), now);
                if (victim.isPresent()) {
                    preempt(victim.get(), task, now);
                    return true;
                }
            }
        }
        return false;
    }

    private Optional<Subjob> victim(int task, int smallest, double difference, double now) {
        Optional<Subjob> best = Optional.empty();
        for (int size = smallest; size < cluster.sizes(); size++) {
            double most = best.map(it -> it.left(now)).orElse(0.0);
            for (Subjob each : running.longestFirst(size)) {
                if (each.left(now) <= most || each.left(now) <= work[task] + difference) {
                    break;
                }
                if (each.until() > now
                        && cluster.left(each.slice(), now) - rules.checkpointSeconds()
                                >= policy.demand().shortest(work[task])) {
                    best = Optional.of(each);
                    break;
                }
            }
        }
        return best;
    }

    private void preempt(Subjob victim, int task, double now) {
        double free = now + rules.checkpointSeconds();
        record(victim, now - victim.works(), free);
        events.add(free, Kind.READY, victim.task(), 0);
        start(task, victim.slice(), free, cluster.holeEnd(victim.slice()) - free);
    }
}
