package org.atomizable.lab.simulate;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.atomizable.lab.simulate.schedule.Schedule;

/** How many subjobs each scheduler starts in a second of CPU time. It differs from run to run, and so belongs to no result file. */
final class DecisionRates {

    private record Spent(long decisions, long nanos) {
        Spent plus(Spent other) {
            return new Spent(decisions + other.decisions, nanos + other.nanos);
        }
    }

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<String, Spent> spent = new LinkedHashMap<>();

    /** Returns the CPU time of this thread in nanoseconds, to begin a measurement. */
    long cpuNanos() {
        return threads.getCurrentThreadCpuTime();
    }

    /** A run has ended that began on this thread at that CPU time. */
    void ran(Schedule schedule, long began) {
        spent.merge(schedule.scheduler(), new Spent(schedule.executions().size(), cpuNanos() - began), Spent::plus);
    }

    /** Returns the rates in a line, in the order in which schedulers were first run; bounds make no decisions and are left out. */
    String summary() {
        return spent.entrySet().stream()
                .filter(it -> it.getValue().decisions() > 0)
                .map(it -> String.format(
                        Locale.ROOT,
                        "%s %.0f",
                        it.getKey(),
                        1e9
                                * it.getValue().decisions()
                                / Math.max(1, it.getValue().nanos())))
                .collect(Collectors.joining(", ", "decisions a second of CPU time: ", ""));
    }
}
