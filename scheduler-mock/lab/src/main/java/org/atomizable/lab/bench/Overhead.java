package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.Pace;
import org.atomizable.core.run.JobSource;

/**
 * The costs of checkpoints for a training; all in seconds.
 *
 * @param cost mean of what one adds to the run
 * @param low lower end of its 95 % bootstrap interval
 * @param high upper end of it
 * @param pause the part of it in which the training stands still
 * @param atom mean of an atom without a checkpoint beside it
 * @param interval between checkpoints, as chosen for this cost and a failure a day
 * @param stateBytes size of the state
 */
record Overhead(double cost, double low, double high, double pause, double atom, Duration interval, long stateBytes) {

    private static final Duration A_DAY = Duration.ofHours(24);
    private static final int RESAMPLES = 2000;

    double atChosenInterval() {
        double seconds = interval.toNanos() / 1e9;
        return cost / (seconds + cost);
    }

    static Overhead of(JobSource source, Path directory, int pairs, int stretch, LongConsumer progress)
            throws Exception {
        try (Atomizable job = source.create();
                CheckpointStore store =
                        Checkpoints.in(directory.resolve("store"), job.spec().name())) {
            Run run = new Run(job, store);
            run.stretch(stretch, true);
            run.stretch(stretch, false);
            List<Double> differences = new ArrayList<>();
            double without = 0;
            double pauses = 0;
            for (int pair = 0; pair < pairs; pair++) {
                double[] took = new double[2];
                // Which goes first alternates, since a machine changes its speed.
                int first = pair % 2;
                took[first] = run.stretch(stretch, first == 1);
                took[1 - first] = run.stretch(stretch, first == 0);
                differences.add(took[1] - took[0]);
                without += took[0];
                pauses += run.pause;
                progress.accept(pair + 1);
            }
            double cost = Math.max(0, mean(differences));
            double[] bounds = bootstrap(differences, new SplittableRandom(1));
            double pause = pauses / pairs;
            // Noise can make the difference smaller than what was surely lost.
            Pace pace = new Pace(seconds(Math.max(cost, pause)), A_DAY, Pace.USUAL_SHARE);
            return new Overhead(
                    Math.max(cost, pause),
                    Math.max(0, bounds[0]),
                    Math.max(pause, bounds[1]),
                    pause,
                    without / pairs / stretch,
                    pace.interval(),
                    store.latest().orElseThrow().size().count());
        }
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

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

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

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
