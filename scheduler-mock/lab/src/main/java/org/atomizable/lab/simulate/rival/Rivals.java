package org.atomizable.lab.simulate.rival;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * The rivals by name.
 *
 * <table>
 * <caption>Rules</caption>
 * <tr><td>ideal</td><td>shortest remaining work first, without any cost, in any hole; a waiting task
 * stops a running one that has more work left</td></tr>
 * <tr><td>fill-srpt, fill-fcfs</td><td>in any hole with at least 330 s left (with -60: 60 s), until 20 s before its end; a task that finishes
 * in the hole runs to its end, and needs no longer hole than that. These lengths are for the usual overheads; they grow by what a
 * restore or a checkpoint takes longer</td></tr>
 * <tr><td>fifo-rigid, sjf-rigid</td><td>a task runs whole in one hole; in order of arrival without overtaking, or the shortest first</td></tr>
 * <tr><td>easy, easy-2x</td><td>EASY backfill; the request is as the rules say, or twice too long. cons, cons-2x:
 * conservative backfill</td></tr>
 * <tr><td>easy-node</td><td>as easy, but the first waiting task is planned on a whole node, as in Slurm: no other task runs beyond the
 * planned start on any slice of that node</td></tr>
 * <tr><td>chain-10m, -30m, -1h</td><td>every job requests the same time under EASY, stops 60 s before its end, and is queued again</td></tr>
 * <tr><td>chain-best</td><td>the chain whose length, of twelve from 5 min to 4 h, has the least mean completion time on the workload</td></tr>
 * <tr><td>timemin, -2m, -srpt</td><td>as fill, for 600 s (-2m: 150 s) to 4 h and until 60 s before the end; a task that stops is queued again</td></tr>
 * <tr><td>timemin-real</td><td>as timemin, as Slurm from 20.02.5 to 25.05.2 treats it: a task starts in its turn where 4 h, or all that it has
 * left, are free, and gets them. Every other start is by backfill and gets exactly 600 s, or all that the task has left</td></tr>
 * <tr><td>fill-srpt-bestfit, fill-fcfs-bestfit</td><td>as fill, in the shortest of the holes in which the task finishes</td></tr>
 * <tr><td>fill-srpt-fgd, fill-fcfs-fgd</td><td>as fill, on the slice of any sufficient size where the fragmentation of the free slices
 * grows least</td></tr>
 * <tr><td>edf, slack</td><td>as fill, the earliest deadline or the least slack first; tasks without a deadline last</td></tr>
 * <tr><td>srpt-preemptive</td><td>as fill-srpt; a waiting task stops a running one that has more work left, if the difference is more than a
 * restore and a checkpoint; both are paid</td></tr>
 * <tr><td>fluid</td><td>a bound on the mean completion time: all free slices as one fast machine</td></tr>
 * </table>
 *
 * <p>A task takes a slice of the smallest sufficient size of which one is free. Among these it takes the first that has enough time left
 * (fill, timemin, cons, ideal, srpt-preemptive), or the one with the shortest sufficient hole (the others). If none has enough time, it
 * takes the one with most time.
 *
 * <p>A reservation of EASY or conservative backfill for one slice never delays anybody here: a task needs one whole slice, so a task
 * that could delay the reservation of another one could only start where that one could start, too. What is left of backfilling is that
 * tasks start in the order of the queue wherever their request fits; the two differ in the slice that they take.
 */
public final class Rivals {

    private static final double FOREVER = Double.POSITIVE_INFINITY;
    private static final double FOUR_HOURS = 14_400;

    /** In seconds, from 5 min to 4 h. */
    private static final List<Double> CHAIN_LENGTHS =
            List.of(300.0, 450.0, 600.0, 900.0, 1200.0, 1800.0, 2700.0, 3600.0, 5400.0, 7200.0, 10_800.0, FOUR_HOURS);

    private static final Map<String, Rival> ALL = all();

    private Rivals() {}

    /** Returns the names of all rivals in alphabetical order. */
    public static List<String> names() {
        return new ArrayList<>(ALL.keySet());
    }

    /**
     * Returns a rival.
     *
     * @throws AtomizableException if there is none of that name
     */
    public static Rival named(String name) throws AtomizableException {
        Rival rival = ALL.get(name);
        if (rival == null) {
            throw new AtomizableException(
                    "there is no rival called %s".formatted(name),
                    "Use one of %s.".formatted(String.join(", ", names())));
        }
        return rival;
    }

    private static Map<String, Rival> all() {
        Map<String, Rival> all = new TreeMap<>();
        all.put("ideal", (workload, rules) -> new Dispatcher(workload, RivalRules.FREE, ideal()).run("ideal"));
        add(all, "fill-srpt", Rivals::fillSrpt);
        add(all, "fill-fcfs", rules -> fill(rules, Order.SUBMITTED, 300));
        add(all, "fill-srpt-60", rules -> fill(rules, Order.REMAINING, 30));
        add(all, "fill-fcfs-60", rules -> fill(rules, Order.SUBMITTED, 30));
        add(all, "fill-srpt-bestfit", rules -> placed(Placement.BEST_FIT, fill(rules, Order.REMAINING, 300)));
        add(all, "fill-fcfs-bestfit", rules -> placed(Placement.BEST_FIT, fill(rules, Order.SUBMITTED, 300)));
        add(all, "fill-srpt-fgd", rules -> placed(Placement.LEAST_FRAGMENTATION, fill(rules, Order.REMAINING, 300)));
        add(all, "fill-fcfs-fgd", rules -> placed(Placement.LEAST_FRAGMENTATION, fill(rules, Order.SUBMITTED, 300)));
        add(all, "edf", rules -> fill(rules, Order.DEADLINE, 300));
        add(all, "slack", rules -> fill(rules, Order.SLACK, 300));
        add(all, "srpt-preemptive", rules -> preemptive(fill(rules, Order.REMAINING, 300), rules.overheadSeconds()));
        add(all, "timemin", rules -> timemin(rules, Backfill.SLICES, Order.QUEUED, 570));
        add(all, "timemin-2m", rules -> timemin(rules, Backfill.SLICES, Order.QUEUED, 120));
        add(all, "timemin-srpt", rules -> timemin(rules, Backfill.SLICES, Order.REMAINING, 570));
        add(all, "timemin-real", rules -> timemin(rules, Backfill.MINIMUM, Order.QUEUED, 570));
        add(all, "fifo-rigid", rules -> rigid(Order.SUBMITTED, Backfill.NONE, Placement.BEST_FIT, requested(rules)));
        add(all, "sjf-rigid", rules -> rigid(Order.REMAINING, Backfill.SLICES, Placement.BEST_FIT, requested(rules)));
        add(all, "easy", rules -> rigid(Order.SUBMITTED, Backfill.SLICES, Placement.BEST_FIT, requested(rules)));
        add(all, "easy-node", rules -> rigid(Order.SUBMITTED, Backfill.NODES, Placement.BEST_FIT, requested(rules)));
        add(
                all,
                "easy-2x",
                rules -> rigid(Order.SUBMITTED, Backfill.SLICES, Placement.BEST_FIT, new Demand.Whole(rules, 2)));
        add(all, "cons", rules -> rigid(Order.SUBMITTED, Backfill.SLICES, Placement.FIRST, requested(rules)));
        add(
                all,
                "cons-2x",
                rules -> rigid(Order.SUBMITTED, Backfill.SLICES, Placement.FIRST, new Demand.Whole(rules, 2)));
        add(all, "chain-10m", rules -> chain(rules, 600));
        add(all, "chain-30m", rules -> chain(rules, 1800));
        add(all, "chain-1h", rules -> chain(rules, 3600));
        all.put("chain-best", Rivals::bestChain);
        all.put("fluid", (workload, rules) -> Fluid.run(workload));
        return all;
    }

    private static void add(Map<String, Rival> all, String name, Function<RivalRules, Policy> policy) {
        all.put(name, (workload, rules) -> new Dispatcher(workload, rules, policy.apply(rules)).run(name));
    }

    private static Policy ideal() {
        Demand demand = new Demand.Part(RivalRules.FREE, 0, FOREVER, 0, 0);
        return new Policy(Order.REMAINING, Backfill.SLICES, Placement.FIRST, demand, OptionalDouble.of(0));
    }

    /** Returns the policy of {@code fill-srpt}. */
    static Policy fillSrpt(RivalRules rules) {
        return fill(rules, Order.REMAINING, 300);
    }

    /** With the usual overheads, a hole of 300 s more than they take has 330 s, and atoms stop 20 s before its end. */
    private static Policy fill(RivalRules rules, Order order, double worth) {
        double stop = rules.checkpointSeconds() + 10;
        Demand demand = new Demand.Part(rules, worth + rules.overheadSeconds(), FOREVER, stop, 20);
        return new Policy(order, Backfill.SLICES, Placement.FIRST, demand, OptionalDouble.empty());
    }

    private static Policy placed(Placement placement, Policy policy) {
        return new Policy(policy.order(), policy.backfill(), placement, policy.demand(), policy.preemption());
    }

    private static Policy preemptive(Policy policy, double seconds) {
        return new Policy(
                policy.order(), policy.backfill(), policy.placement(), policy.demand(), OptionalDouble.of(seconds));
    }

    /** With the usual overheads, a hole of 570 s more than they take has 600 s, and atoms stop 60 s before its end. */
    private static Policy timemin(RivalRules rules, Backfill backfill, Order order, double worth) {
        Demand demand = new Demand.Part(rules, worth + rules.overheadSeconds(), FOUR_HOURS, stop(rules), 0);
        return new Policy(order, backfill, Placement.FIRST, demand, OptionalDouble.empty());
    }

    /** How long before its limit a job is told to stop, if Slurm tells it: in time for a checkpoint. */
    private static double stop(RivalRules rules) {
        return rules.checkpointSeconds() + 50;
    }

    private static Policy rigid(Order order, Backfill backfill, Placement placement, Demand demand) {
        return new Policy(order, backfill, placement, demand, OptionalDouble.empty());
    }

    private static Demand requested(RivalRules rules) {
        return new Demand.Whole(rules, rules.estimates());
    }

    /** Runs the chain of every length that leaves time for work. Of equally good ones, the shortest is returned. */
    private static Schedule bestChain(Workload workload, RivalRules rules) {
        Optional<Schedule> best = Optional.empty();
        double least = FOREVER;
        for (double length : CHAIN_LENGTHS) {
            if (length <= stop(rules) + rules.restoreSeconds() && length < FOUR_HOURS) {
                continue;
            }
            Schedule schedule = new Dispatcher(workload, rules, chain(rules, length)).run("chain-best");
            double sum = schedule.completions().stream()
                    .mapToDouble(it -> it.orElse(FOREVER))
                    .sum();
            if (best.isEmpty() || sum < least) {
                best = Optional.of(schedule);
                least = sum;
            }
        }
        return best.orElseThrow();
    }

    private static Policy chain(RivalRules rules, double length) {
        Demand demand = new Demand.Link(rules, length, stop(rules));
        return rigid(Order.QUEUED, Backfill.SLICES, Placement.BEST_FIT, demand);
    }
}
