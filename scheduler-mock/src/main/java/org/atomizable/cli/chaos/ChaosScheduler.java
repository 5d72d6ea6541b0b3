package org.atomizable.cli.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.server.Entrance;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;

/** The scheduler of a chaos run, a process of its own: the ordinary one, but for its clock. */
final class ChaosScheduler {

    /** A node whose load began long ago, so that it is the same after each start. */
    private static final Duration BEFORE = Duration.ofMinutes(1);

    private ChaosScheduler() {}

    /** Runs until it is killed: port, journal, file of the clock's error, seed, when the node's load began. */
    public static void main(String[] args) throws Exception {
        SteppedTime time = new SteppedTime(Path.of(args[2]));
        Instant origin = Instant.parse(args[4]).minus(BEFORE);
        SimulatedNode node = new SimulatedNode(
                SimulatedGpus.parse("sim:A100-80GB*2").slices(),
                Load.DEFAULT.withOpenAtOnce(3),
                Long.parseLong(args[3]),
                origin);
        Scheduler scheduler = Scheduler.start(
                SchedulerOptions.of(node)
                        .onPort(Integer.parseInt(args[0]))
                        .leasing(new LeaseRules(Duration.ofSeconds(3), Duration.ofMillis(100)))
                        .keptIn(Path.of(args[1]))
                        .entered(Entrance.BY_TOKEN),
                time);
        System.out.println("listening " + scheduler.uri().getPort());
        System.out.flush();
        Thread.currentThread().join();
    }
}
