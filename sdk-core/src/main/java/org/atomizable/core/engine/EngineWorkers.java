package org.atomizable.core.engine;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.window.Slice;
import org.atomizable.core.worker.Elsewhere;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts workers on the slices of an engine, each as a claim of its own, under the account of the user of this process. */
public final class EngineWorkers implements Elsewhere {

    /** Engines look at what waits for a slice so rarely: Slurm each half minute by default. */
    public static final Duration LONGEST_WAIT = Duration.ofSeconds(45);

    private static final Duration LEAST = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(EngineWorkers.class);

    private final Engine engine;

    /** Makes one that has started nothing yet. */
    public EngineWorkers(Engine engine) {
        this.engine = engine;
    }

    /**
     * Refuses slices on which this engine starts nothing, and wishes that it never grants.
     *
     * @throws EngineException naming the first of them; or if the engine does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    public void require(List<Slice> slices) throws EngineException, InterruptedException {
        for (Slice slice : slices) {
            engine.start(new SubjobStart("none", slice.id(), LEAST, LEAST));
        }
        engine.tryStart();
    }

    @Override
    public Entrance to(Slice slice, Duration left) throws WorkerException {
        Duration within = LinkLength.shorter(left.dividedBy(2), LONGEST_WAIT);
        if (left.compareTo(LEAST) < 0) {
            throw new WorkerException(
                    "too little is left of the grant of %s to start a worker".formatted(slice.id()),
                    "The job goes on with its next window");
        }
        String name = "subjob-" + UUID.randomUUID();
        try {
            List<String> command = engine.start(new SubjobStart(name, slice.id(), within, left));
            return new Claimant(name, slice, within, command);
        } catch (EngineException e) {
            throw new WorkerException(String.valueOf(e.getMessage()), e.remedy(), e);
        }
    }

    private final class Claimant implements Entrance {

        private final String name;
        private final Slice slice;
        private final Duration within;
        private final List<String> command;

        Claimant(String name, Slice slice, Duration within, List<String> command) {
            this.name = name;
            this.slice = slice;
            this.within = within;
            this.command = command;
        }

        @Override
        public List<String> command() {
            return command;
        }

        @Override
        public void clear() throws InterruptedException {
            try {
                for (Claimed left : engine.claims(name)) {
                    engine.cancel(left.id());
                }
            } catch (EngineException e) {
                LOG.warn("what may be left of a subjob on {} ends with its grant: {}", slice.id(), e.getMessage());
            }
        }

        @Override
        public WorkerException notStarted(String said) {
            return new WorkerException(
                    "%s did not start a worker on %s within %s s%s"
                            .formatted(
                                    engine.name(),
                                    slice.id(),
                                    within.toSeconds(),
                                    said.isEmpty() ? "" : "; its last lines: \"" + said + "\""),
                    "The job goes on with its next window");
        }
    }
}
