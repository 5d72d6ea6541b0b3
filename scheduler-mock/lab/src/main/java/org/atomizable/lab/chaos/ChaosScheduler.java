package org.atomizable.lab.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.ParentWatch;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.GpuNode;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.RepartitioningNode;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.JournalOwnership;
import org.atomizable.scheduler.gpu.PartitionRules;
import org.atomizable.scheduler.gpu.Partitions;
import org.atomizable.scheduler.gpu.simulated.Misfortune;
import org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.atomizable.scheduler.server.connection.AccessMode;

/** The scheduler of a chaos run, a process of its own: the ordinary one, but for its clock. */
final class ChaosScheduler {

    /** A node whose load began long ago, so that it is the same after each start. */
    private static final Duration BEFORE = Duration.ofMinutes(1);

    private static final int TRIES = 50;

    private ChaosScheduler() {}

    /** Instances are held by something unseen, and are created and destroyed by halves. */
    private static final Misfortune MISFORTUNE = new Misfortune(
            Misfortune.ONLY_SLOW.delays(),
            new Misfortune.Odds(0.3, 0.2),
            new Misfortune.Errors(Optional.of(Duration.ofSeconds(20)), Optional.of(Duration.ofMinutes(2))));

    /**
     * Runs until it is killed. Arguments: port, journal, file with the clock's error, seed, start of the node's load, file in which the
     * driver's errors are counted, and the number of this incarnation. Every second incarnation repartitions its GPUs with a faulty driver,
     * and its GPUs have lost their earlier instances.
     */
    public static void main(String[] args) throws Exception {
        ParentWatch.begin();
        TimeSource time = SteppedTime.by(Path.of(args[2]));
        Instant origin = Instant.parse(args[4]).minus(BEFORE);
        long seed = Long.parseLong(args[3]);
        int life = Integer.parseInt(args[6]);
        SliceSource node = life % 2 == 0
                ? new SimulatedNode(
                        SimulatedGpus.parse("sim:A100-80GB*2").slices(), Load.DEFAULT.withOpenAtOnce(3), seed, origin)
                : erring(seed + life, Path.of(args[1]), Path.of(args[5]), time);
        Scheduler scheduler = Scheduler.start(
                SchedulerOptions.of(node)
                        .onPort(Integer.parseInt(args[0]))
                        .leasing(new LeaseRules(Duration.ofSeconds(3), Duration.ofMillis(100)))
                        .keptIn(Path.of(args[1]))
                        .accessedBy(AccessMode.BY_TOKEN),
                time);
        System.out.println("listening " + scheduler.uri().getPort());
        System.out.flush();
        Thread.currentThread().join();
    }

    /** Two whole GPUs, which are not enough for all who wait. A driver may err at the start, too; then it is asked again. */
    private static SliceSource erring(long seed, Path journal, Path errors, TimeSource time)
            throws AtomizableException {
        MigGeometry product = MigGeometry.of("A100-80GB");
        GpuDriver driver =
                CountedErrors.of(new SimulatedGpuDriver(List.of(product, product), MISFORTUNE, seed, time), errors);
        Partitions owner = new Partitions(
                driver,
                PartitionRules.OWN,
                new JournalOwnership(SqliteJournal.visitOrMake(journal, TimeSource.system())),
                time);
        for (int tries = 1; ; tries++) {
            try {
                GpuNode node = GpuNode.of(driver, owner, List.of("7g.80gb"), time);
                node.listen();
                return RepartitioningNode.of(driver, owner, node, time);
            } catch (GpuException refused) {
                if (tries == TRIES) {
                    throw refused;
                }
            }
        }
    }
}
