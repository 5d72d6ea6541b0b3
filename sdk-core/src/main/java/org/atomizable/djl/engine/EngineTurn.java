package org.atomizable.djl.engine;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import java.io.IOException;

/**
 * A lock on the two things that the engine has once per process: its random number generator, and the right to record
 * gradients, which DJL gives to one collector at a time.
 *
 * <p>Several jobs may run in one JVM. Between seeding and the last draw no other job may seed or draw. Therefore the
 * loading of a batch and its forward pass are one locked section. The backward pass draws nothing and needs no
 * recording; it runs in parallel with the locked sections of other jobs.
 */
public final class EngineTurn {

    private static final String THREADS = "ai.djl.pytorch.num_threads";
    private static final Object TURN = new Object();
    private static boolean owning;

    private EngineTurn() {}

    /** Something done during a turn. */
    @FunctionalInterface
    public interface EngineWork<T> {
        T run(GradientCollector collector) throws IOException;
    }

    /** Returns the engine, with defaults that keep the bits of a job the same from machine to machine. */
    public static Engine engine() {
        synchronized (TURN) {
            // More threads add in another order. Whoever wants them sets them before: what is set stays.
            boolean unset = System.getProperty(THREADS) == null;
            setIfAbsent(THREADS, "1");
            setIfAbsent("ai.djl.pytorch.num_interop_threads", "1");
            // It rewrites a script after its first runs in a process, and so knows a resumed run from a straight one.
            setIfAbsent("ai.djl.pytorch.graph_optimizer", "false");
            Engine engine = Engine.getEngine("PyTorch");
            if (unset) { // it may have been loaded before, by a model that was made outside of the job
                Environment.setThreads(engine, 1);
            }
            if (!owning) {
                Environment.warnOfInstructions(engine);
                try (NDManager manager = engine.newBaseManager(Device.cpu());
                        NDArray probe = manager.create(1f)) {
                    ArrayOwnership.require(probe);
                }
                owning = true;
            }
            return engine;
        }
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /**
     * Runs an action with the engine seeded and recording. Recording is on even if no gradients are needed: without a
     * collector it depends on the thread, and some kernels depend on it.
     */
    public static <T> T take(Engine engine, int seed, EngineWork<T> work) throws IOException {
        synchronized (TURN) {
            engine.setRandomSeed(seed);
            try (GradientCollector collector = engine.newGradientCollector()) {
                return work.run(collector);
            }
        }
    }

    /** Runs an action with the engine seeded and not recording. */
    public static void draw(Engine engine, int seed, Runnable work) {
        synchronized (TURN) {
            engine.setRandomSeed(seed);
            work.run();
        }
    }

    /**
     * A forward pass that has been recorded. The collector is closed already, which ends its claim on the process; the
     * recording itself hangs on the loss.
     */
    public record Recorded(GradientCollector collector, NDArray loss) {

        /** Computes the gradients and adds them to those of the parameters. */
        public void backward() {
            collector.backward(loss);
        }

        /** Returns the loss. On a GPU, this waits until all that was asked for is done, so that the time of an atom is that of its work. */
        public double value() {
            return loss.toArray()[0].doubleValue();
        }
    }
}
