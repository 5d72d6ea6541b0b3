package org.atomizable.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;

/** A scheduler of one simulated GPU that others use for most of the time, and runs of jobs on what is left. */
public record SmallCluster(Scheduler scheduler, Path directory) implements AutoCloseable {

    /** Starts one whose windows are about a second long; stores and profiles of its runs are in the directory. */
    public static SmallCluster ofShortWindows(Path directory) throws AtomizableException {
        return of(directory, Duration.ofMillis(700), Duration.ofMillis(1500));
    }

    /** Starts one whose windows are so long. */
    static SmallCluster of(Path directory, Duration shortest, Duration longest) throws AtomizableException {
        return of(directory, shortest, longest, it -> it);
    }

    static SmallCluster of(Path directory, Duration shortest, Duration longest, UnaryOperator<SchedulerOptions> options)
            throws AtomizableException {
        Load load = new Load(
                new Load.Lengths(shortest, longest),
                new Load.Lengths(Duration.ofMillis(100), Duration.ofMillis(200)),
                3,
                Duration.ZERO);
        SimulatedNode node = new SimulatedNode(
                SimulatedGpus.parse("sim:A100-80GB*1").slices(),
                load,
                5,
                TimeSource.system().now());
        return new SmallCluster(
                Scheduler.start(options.apply(SchedulerOptions.of(node)), TimeSource.system()), directory);
    }

    /** Runs a job against the scheduler in this JVM. */
    CommandRun run(String... more) {
        return CommandRun.of((Object[]) arguments(more));
    }

    /** Returns the arguments of such a run. */
    String[] arguments(String... more) {
        return arguments(scheduler.uri().toString(), directory, more);
    }

    /** Returns the arguments of a run against another scheduler. */
    static String[] arguments(String scheduler, Path directory, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--scheduler",
                scheduler,
                "--store",
                directory.resolve("store").toString(),
                "--profiles",
                directory.resolve("profiles").toString()));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
