package org.atomizable.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.window.Slice;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.scheduler.cluster.ClusterTextException;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;

/**
 * The plan of a demonstration: its jobs, and the node on which they run.
 *
 * @param size {@code quick} or {@code full}
 * @param seed of the jobs and of the node's load
 * @param mode how the jobs negotiate
 * @param slices of the simulated node
 * @param load how busy that is
 * @param jobs in the order of their registration
 */
record DemoPlan(String size, long seed, Mode mode, List<Slice> slices, Load load, List<NamedJob> jobs) {

    /**
     * A job's own count of its memory is multiplied by this, so that slices of a big GPU matter to models that a laptop
     * trains in a minute.
     */
    static final double MEMORY_SCALE = 800;

    /** With two cores, a simulated slice is isolated only if the other core has what else the demo does. */
    private static final int OPEN_AT_ONCE = 1;

    private static final String GPUS = "sim:A100-80GB*1";

    static DemoPlan quick(long seed, Mode mode) throws ClusterTextException {
        return new DemoPlan("quick", seed, mode, node(), load(4000, 8000, 60), jobs(seed, 200, 1800, 1800));
    }

    static DemoPlan full(long seed, Mode mode) throws ClusterTextException {
        return new DemoPlan("full", seed, mode, node(), load(8000, 20000, 120), jobs(seed, 300, 4400, 4800));
    }

    private static List<Slice> node() throws ClusterTextException {
        return SimulatedGpus.parse(GPUS).slices();
    }

    private static List<NamedJob> jobs(long seed, long cnnSteps, long mlpSteps, long pathBatches) {
        return List.of(
                job("names-cnn", seed, cnnSteps),
                job("names-mlp", seed, mlpSteps),
                job("option-pricer", seed, pathBatches));
    }

    private static NamedJob job(String name, long seed, long atoms) {
        return new NamedJob(name, Map.of("seed", Long.toString(seed), "atoms", Long.toString(atoms)));
    }

    /** A machine too slow for the holes that this was drawn up for is met by longer ones in the end. */
    private static Load load(long shortestHoleMillis, long longestHoleMillis, long doublingSeconds) {
        return new Load(
                new Load.Lengths(Duration.ofMillis(shortestHoleMillis), Duration.ofMillis(longestHoleMillis)),
                new Load.Lengths(Duration.ofMillis(500), Duration.ofMillis(2500)),
                OPEN_AT_ONCE,
                Duration.ofSeconds(doublingSeconds));
    }
}
