package org.atomizable.cli;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable scheduler}. */
@Command(
        name = "scheduler",
        mixinStandardHelpOptions = true,
        description = "Runs the reference scheduler over a simulated MIG node, until it is interrupted.")
final class SchedulerCommand implements Callable<Integer> {

    /** What machines are told once it listens. */
    record Started(String uri, String gpus, String layout, String policy, long seed) {}

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            defaultValue = "8080",
            description = "Port to listen on, 0 for any (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--gpus",
            defaultValue = "sim:A100-80GB*1",
            description = "Simulated GPUs (default: ${DEFAULT-VALUE}).")
    private String gpus = "sim:A100-80GB*1";

    @Option(
            names = "--layout",
            defaultValue = SimulatedGpus.DEFAULT_LAYOUT,
            description = "MIG instances of each (default: ${DEFAULT-VALUE}).")
    private String layout = SimulatedGpus.DEFAULT_LAYOUT;

    @Option(
            names = "--policy",
            defaultValue = "efficiency",
            description = "Who gets a window: efficiency or fifo (default: ${DEFAULT-VALUE}).")
    private String policy = "efficiency";

    @Option(names = "--seed", defaultValue = "1", description = "Seed of the node's load (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--json", description = "Say in JSON where it listens.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        TimeSource time = TimeSource.system();
        List<Slice> slices = SimulatedGpus.parse(gpus, layout).slices();
        Instant origin = time.now();
        SchedulerOptions options = SchedulerOptions.of(new SimulatedNode(slices, Load.DEFAULT, seed, origin))
                .onHost(host)
                .onPort(port)
                .clearedBy(policy);
        CountDownLatch asked = new CountDownLatch(1);
        Scheduler scheduler = Scheduler.start(options, time);
        Runtime.getRuntime().addShutdownHook(new Thread(scheduler::close, "atomizable-shutdown"));
        Started started = new Started(scheduler.uri().toString(), gpus, layout, policy, seed);
        System.out.println(
                json
                        ? WireJson.mapper().writeValueAsString(started)
                        : "the scheduler listens on %s (%s as %s, policy %s); stop it with Ctrl-C"
                                .formatted(started.uri(), gpus, layout, policy));
        System.out.flush();
        asked.await();
        return 0;
    }
}
