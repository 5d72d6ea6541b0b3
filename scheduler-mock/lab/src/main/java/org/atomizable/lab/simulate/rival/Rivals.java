package org.atomizable.lab.simulate.rival;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.atomizable.api.AtomizableException;

/**
 * The rivals by name.
 *
 * <table>
 * <caption>Rules</caption>
 * <tr><td>ideal</td><td>shortest remaining work first, preemptive, without any cost, in any hole</td></tr>
 * <tr><td>fill-srpt, fill-fcfs</td><td>in any hole with at least 330 s left (with -60: 60 s), until 20 s before its end; a task that finishes
 * in the hole runs to its end, and needs no longer hole than that</td></tr>
 * <tr><td>fifo-rigid, sjf-rigid</td><td>a task runs whole in one hole; in order of arrival without overtaking, or the shortest first</td></tr>
 * <tr><td>easy, easy-2x</td><td>EASY backfill; the request is exact, or twice too long. cons, cons-2x: conservative backfill</td></tr>
 * <tr><td>chain-10m, -30m, -1h</td><td>every job requests the same time under EASY, stops 60 s before its end, and is queued again</td></tr>
 * <tr><td>timemin, -2m, -srpt</td><td>as fill, for 600 s (-2m: 150 s) to 4 h and until 60 s before the end; a task that stops is queued again</td></tr>
 * </table>
 */
public final class Rivals {

    private static final double FOREVER = Double.POSITIVE_INFINITY;
    private static final double FOUR_HOURS = 14_400;

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
                    "there is no rival called %s".formatted(name), "Use one of %s.".formatted(String.join(", ", names())));
        }
        return rival;
    }

    private static Map<String, Rival> all() {
        Map<String, Rival> all = new TreeMap<>();
        all.put("ideal", (workload, rules) -> new Dispatcher(workload, RivalRules.FREE, ideal()).run("ideal"));
        add(all, "fill-srpt", rules -> fill(rules, Order.REMAINING, 330));
        add(all, "fill-fcfs", rules -> fill(rules, Order.SUBMITTED, 330));
        add(all, "fill-srpt-60", rules -> fill(rules, Order.REMAINING, 60));
        add(all, "fill-fcfs-60", rules -> fill(rules, Order.SUBMITTED, 60));
        add(all, "timemin", rules -> timemin(rules, Order.QUEUED, 600));
        add(all, "timemin-2m", rules -> timemin(rules, Order.QUEUED, 150));
        add(all, "timemin-srpt", rules -> timemin(rules, Order.REMAINING, 600));
        add(all, "fifo-rigid", rules -> rigid(Order.SUBMITTED, false, Placement.BEST_FIT, new Demand.Whole(rules, 1)));
        add(all, "sjf-rigid", rules -> rigid(Order.REMAINING, true, Placement.BEST_FIT, new Demand.Whole(rules, 1)));
        add(all, "easy", rules -> rigid(Order.SUBMITTED, true, Placement.BEST_FIT, new Demand.Whole(rules, 1)));
        add(all, "easy-2x", rules -> rigid(Order.SUBMITTED, true, Placement.BEST_FIT, new Demand.Whole(rules, 2)));
        add(all, "cons", rules -> rigid(Order.SUBMITTED, true, Placement.FIRST, new Demand.Whole(rules, 1)));
        add(all, "cons-2x", rules -> rigid(Order.SUBMITTED, true, Placement.FIRST, new Demand.Whole(rules, 2)));
        add(all, "chain-10m", rules -> chain(rules, 600));
        add(all, "chain-30m", rules -> chain(rules, 1800));
        add(all, "chain-1h", rules -> chain(rules, 3600));
        return all;
    }

    private static void add(Map<String, Rival> all, String name, Function<RivalRules, Policy> policy) {
        all.put(name, (workload, rules) -> new Dispatcher(workload, rules, policy.apply(rules)).run(name));
    }

    private static Policy ideal() {
        Demand demand = new Demand.Part(RivalRules.FREE, 0, FOREVER, 0, 0);
        return new Policy(Order.REMAINING, true, Placement.FIRST, demand, Optional.of(new Preemption(2, 60)));
    }

    private static Policy fill(RivalRules rules, Order order, double least) {
        return new Policy(order, true, Placement.FIRST, new Demand.Part(rules, least, FOREVER, 20, 20), Optional.empty());
    }

    private static Policy timemin(RivalRules rules, Order order, double least) {
        return new Policy(order, true, Placement.FIRST, new Demand.Part(rules, least, FOUR_HOURS, 60, 0), Optional.empty());
    }

    private static Policy rigid(Order order, boolean overtaking, Placement placement, Demand demand) {
        return new Policy(order, overtaking, placement, demand, Optional.empty());
    }

    /** The chain whose jobs all request so many seconds. */
    static Policy chain(RivalRules rules, double length) {
        return rigid(Order.QUEUED, true, Placement.BEST_FIT, new Demand.Link(rules, length, 60));
    }
}
