package org.atomizable.lab.simulate.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.rival.TextbookBackfill.Reserving;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Workload;

class RivalProperties {

    private static final double[] SIZES = {10, 20, 40};

    @Property(tries = 150)
    void everyRivalFinishesEveryTaskAndKeepsTheLaws(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 14) int tasks,
            @ForAll @IntRange(min = 1, max = 4) int slices)
            throws AtomizableException {
        Workload workload = workload(seed, tasks, slices);
        for (String name : Rivals.names()) {
            finished(name, workload);
        }
    }

    /** Returns the schedule of a rival, which finishes every task and keeps the laws. */
    private static Schedule finished(String name, Workload workload) throws AtomizableException {
        Schedule schedule = Rivals.named(name).run(workload, RivalRules.DEFAULT);
        assertThat(Conservation.broken(workload, schedule)).as(name).isEmpty();
        assertThat(schedule.executions())
                .as("%s places a task by the memory that it asks for", name)
                .allMatch(it -> workload.slices().get(it.slice()).gib()
                        >= workload.tasks().get(it.task()).classGib());
        assertThat(schedule.completions()).as(name).allMatch(OptionalDouble::isPresent);
        return schedule;
    }

    @Property(tries = 60)
    void failuresDelayTasksAndLoseNone(@ForAll long seed, @ForAll @IntRange(min = 1, max = 10) int tasks)
            throws AtomizableException {
        Workload workload = failing(workload(seed, tasks, 3), seed);
        for (String name : Rivals.names()) {
            Schedule schedule = finished(name, workload);
            for (Execution each : schedule.executions()) {
                boolean failed = workload.slices().get(each.slice()).nextFailureAfter(each.from()) < each.to() - 1e-6;
                assertThat(failed && !name.equals("ideal") && !name.equals("srpt-preemptive"))
                        .as("%s runs through a failure: %s", name, each)
                        .isFalse();
            }
        }
    }

    private static Workload failing(Workload workload, long seed) {
        Random random = new Random(seed);
        return new Workload(
                workload.name(),
                workload.horizonSeconds(),
                workload.tasks(),
                workload.slices().stream()
                        .map(it -> it.failingAt(
                                random.doubles(3, 1, 9000).sorted().boxed().toList()))
                        .toList());
    }

    @Property(tries = 40)
    void theSameWorkloadGivesTheSameSchedule(@ForAll long seed) throws AtomizableException {
        for (String name : Rivals.names()) {
            assertThat(Rivals.named(name).run(workload(seed, 10, 3), RivalRules.DEFAULT))
                    .as(name)
                    .isEqualTo(Rivals.named(name).run(workload(seed, 10, 3), RivalRules.DEFAULT));
        }
    }

    @Property(tries = 100)
    void noRivalIsBetterThanTheFluidBound(@ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int tasks)
            throws AtomizableException {
        Workload workload = workload(seed, tasks, 3);
        double bound = sum(Rivals.named("fluid").run(workload, RivalRules.DEFAULT));
        for (String name : Rivals.names()) {
            assertThat(sum(Rivals.named(name).run(workload, RivalRules.DEFAULT)))
                    .as(name)
                    .isGreaterThan(bound - 1e-6);
        }
    }

    /** The dispatcher keeps no reservations of slices, as they never delay anybody here. */
    @Property(tries = 300)
    void backfillEqualsTheTextbook(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 14) int tasks,
            @ForAll @IntRange(min = 1, max = 4) int slices)
            throws AtomizableException {
        Workload workload = workload(seed, tasks, slices);
        assertSameEnds(workload, "easy", new TextbookBackfill(workload, 1, Reserving.SLICE).ends());
        assertSameEnds(workload, "easy-2x", new TextbookBackfill(workload, 2, Reserving.SLICE).ends());
        assertSameEnds(workload, "easy-node", new TextbookBackfill(workload, 1, Reserving.NODE).ends());
        RivalRules twice = new RivalRules(RivalRules.DEFAULT.overheads(), 2);
        assertSameEnds(workload, "easy-node", twice, new TextbookBackfill(workload, 2, Reserving.NODE).ends());
        assertSameEnds(workload, "cons", new TextbookBackfill(workload, 1, Reserving.SLICE_FOR_EACH).ends());
        assertSameEnds(workload, "cons-2x", new TextbookBackfill(workload, 2, Reserving.SLICE_FOR_EACH).ends());
    }

    private static void assertSameEnds(Workload workload, String name, List<Double> expected)
            throws AtomizableException {
        assertSameEnds(workload, name, RivalRules.DEFAULT, expected);
    }

    private static void assertSameEnds(Workload workload, String name, RivalRules rules, List<Double> expected)
            throws AtomizableException {
        List<OptionalDouble> ends = Rivals.named(name).run(workload, rules).completions();
        for (int i = 0; i < expected.size(); i++) {
            assertThat(ends.get(i).orElseThrow()).as("%s, task %s", name, i).isCloseTo(expected.get(i), within(1e-6));
        }
    }

    private static double sum(Schedule schedule) {
        return schedule.completions().stream()
                .mapToDouble(it -> it.orElse(Double.POSITIVE_INFINITY))
                .sum();
    }

    private static Workload workload(long seed, int tasks, int slices) {
        Random random = new Random(seed);
        Tiny tiny = new Tiny();
        double largest = 0;
        for (int i = 0; i < slices; i++) {
            double gib = SIZES[random.nextInt(SIZES.length)];
            largest = Math.max(largest, gib);
            double[] reserved = new double[2 * random.nextInt(6)];
            double now = 0;
            for (int j = 0; j < reserved.length; j++) {
                now += 1 + random.nextDouble() * (random.nextBoolean() ? 100 : 2000);
                reserved[j] = now;
            }
            (i % 2 == 0 ? tiny.node() : tiny).slice(gib, reserved);
        }
        for (int i = 0; i < tasks; i++) {
            double submit = random.nextDouble() * 3000;
            double work = 1 + random.nextDouble() * (random.nextBoolean() ? 300 : 3000);
            double gib = Math.min(largest, SIZES[random.nextInt(SIZES.length)]);
            Optional<Double> deadline = random.nextBoolean() ? Optional.of(submit + 2 * work) : Optional.empty();
            tiny.task(submit, work, gib, deadline);
        }
        return tiny.workload();
    }
}
