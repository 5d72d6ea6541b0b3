package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.Pace;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.worker.NamedJob;

/**
 * By how much checkpoints make a training longer. Stretches of the training with a checkpoint take turns with stretches without; what a
 * checkpoint costs is the difference, pause and slower atoms beside the write together. From it follow the interval that the runtime would
 * choose, and the overhead at that interval.
 */
final class OverheadMeasurement implements Measurement {

    private static final String JOB = "names-cnn";

    /** Atoms of each stretch. */
    private static final int STRETCH = 60;

    private static final Duration A_DAY = Duration.ofHours(24);
    private static final int RESAMPLES = 2000;

    @Override
    public Report measure(int pairs, Board board) throws Exception {
        try (Scratch scratch = Scratch.in(Path.of("."));
                Atomizable job = new NamedJob(JOB, Map.of()).create();
                CheckpointStore store = Checkpoints.in(
                        scratch.path().resolve("store"), job.spec().name())) {
            return measure(pairs, new Run(job, store), board.bar("pairs", pairs));
        }
    }

    private static Report measure(int pairs, Run run, Board.Bar bar) throws Exception {
        run.stretch(STRETCH, true);
        run.stretch(STRETCH, false);
        List<Double> differences = new ArrayList<>();
        double without = 0;
        double pauses = 0;
        for (int pair = 0; pair < pairs; pair++) {
            double[] took = Turns.take(pair, () -> run.stretch(STRETCH, false), () -> run.stretch(STRETCH, true));
            differences.add(took[1] - took[0]);
            without += took[0];
            pauses += run.pause;
            bar.at(pair + 1);
        }
        double pause = pauses / pairs;
        // Noise can make the difference smaller than what was surely lost.
        double cost =
                Math.max(differences.stream().mapToDouble(it -> it).average().orElse(0), pause);
        double[] bounds = bootstrap(differences, new SplittableRandom(1));
        double low = Math.max(0, bounds[0]);
        double high = Math.max(pause, bounds[1]);
        double stretch = without / pairs;
        Duration chosen = new Pace(Duration.ofNanos(Math.round(cost * 1e9)), A_DAY, Pace.USUAL_SHARE).interval();
        double interval = chosen.toNanos() / 1e9;
        long bytes = run.store.latest().orElseThrow().size().count();
        return new Report()
                .field("job", JOB)
                .field("overhead", share(cost, interval))
                .field("chosenIntervalSeconds", interval)
                .field("checkpointCostSeconds", cost)
                .field("checkpointCostLow", low)
                .field("checkpointCostHigh", high)
                .field("pauseSeconds", pause)
                .field("atomSeconds", stretch / STRETCH)
                .field("overheadAtOneAStretch", cost / stretch)
                .field("stateBytes", bytes)
                .field("pairs", pairs)
                .line("%s: atoms of %.2f ms, a state of %s bytes", JOB, stretch / STRETCH * 1e3, bytes)
                .line(
                        "a checkpoint costs %.2f ms [%.2f, %.2f]; the pause alone is %.2f ms",
                        cost * 1e3, low * 1e3, high * 1e3, pause * 1e3)
                .line(
                        "overhead: %.3f %% [%.3f, %.3f] at the chosen interval of %.1f s; aim: 2 %% or less",
                        100 * share(cost, interval), 100 * share(low, interval), 100 * share(high, interval), interval)
                .line("with one checkpoint every %.1f s, as measured here: %.3f %%", stretch, 100 * cost / stretch);
    }

    private static double share(double cost, double interval) {
        return cost / (interval + cost);
    }

    /** A training, one run of atoms after the other. */
    private static final class Run {

        private final TimeSource time = TimeSource.system();
        private final Atomizable job;
        private final CheckpointStore store;
        private long next;
        private double pause;

        Run(Atomizable job, CheckpointStore store) {
            this.job = job;
            this.store = store;
        }

        /** Returns how long it took; the commit begun in it is over when it ends, or is waited for. */
        double stretch(int atoms, boolean checkpoint) throws Exception {
            long began = time.nanos();
            CheckpointStore.Pending[] pending = new CheckpointStore.Pending[1];
            if (checkpoint) {
                try (CheckpointStore.Draft draft = store.open(next, new FencingToken(1))) {
                    job.save(draft.state());
                    pending[0] = draft.commitLater();
                }
                pause = (time.nanos() - began) / 1e9;
            }
            for (int atom = 0; atom < atoms; atom++) {
                job.run(next);
                next++;
            }
            if (pending[0] != null) {
                pending[0].await();
            }
            return (time.nanos() - began) / 1e9;
        }
    }

    /** Returns the 95 % interval of the mean. */
    private static double[] bootstrap(List<Double> values, RandomGenerator random) {
        Ratios means = new Ratios();
        for (int i = 0; i < RESAMPLES; i++) {
            double sum = 0;
            for (int j = 0; j < values.size(); j++) {
                sum += values.get(random.nextInt(values.size()));
            }
            means.add(sum / values.size());
        }
        return new double[] {means.quantile(0.025), means.quantile(0.975)};
    }
}
