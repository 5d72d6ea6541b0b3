package org.atomizable.core.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;

/** Programs with a loop, of every shape that is promised to be exact. Each publishes all bits of its result. */
public final class Loops {

    /** What finished programs have published, as {@code NAME bits}. */
    public static final ConcurrentLinkedQueue<String> RESULTS = new ConcurrentLinkedQueue<>();

    private Loops() {}

    static final List<Class<?>> ALL = List.of(
            Plain.class,
            OwnState.class,
            Batches.class,
            OpenEndedBatches.class,
            Nested.class,
            NestedTurns.class,
            EarlyStop.class,
            NestedEarlyStop.class);

    private static void publish(Class<?> program, double... bits) {
        RESULTS.add(program.getSimpleName() + " "
                + Arrays.toString(Arrays.stream(bits)
                        .mapToLong(Double::doubleToRawLongBits)
                        .toArray()));
    }

    private static void mix(double[] weights, double by) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] = 0.9 * weights[(i + 1) % weights.length] + Math.sin(by + i);
        }
    }

    /** A loop over steps, with random numbers and an evaluation every 5 steps. */
    public static final class Plain {
        public static void main(String[] args) {
            int atoms = args.length == 0 ? 40 : Integer.parseInt(args[0].substring("atoms=".length()));
            try (Run run = Atomizable.loop(JobSpec.of("plain", atoms).withRecurring("evaluation", 5))) {
                double[] weights = run.state("weights", new double[8]);
                double[] best = run.state("best", new double[] {Double.NEGATIVE_INFINITY});
                RandomGenerator random = run.random(7);
                weights[0] = random.nextDouble();
                for (long step : run) {
                    mix(weights, step + random.nextDouble());
                    if (run.recurs("evaluation")) {
                        best[0] = Math.max(best[0], weights[3]);
                    }
                }
                if (run.finished()) {
                    publish(Plain.class, weights[0], weights[7], best[0]);
                    run.report(new Metric("best", best[0], best[0], best[0]));
                }
            }
        }
    }

    /** A loop whose state writes itself, and has a part that exists only at times. */
    static final class OwnState {

        private final Map<String, Long> counts = new TreeMap<>();
        private float scale = 1;

        public static void main(String[] args) {
            OwnState model = new OwnState();
            try (Run run = Atomizable.loop(JobSpec.of("own", 23))) {
                run.state(
                        "model",
                        to -> {
                            to.floats("scale", model.scale);
                            for (Map.Entry<String, Long> each : model.counts.entrySet()) {
                                to.longs("count." + each.getKey(), each.getValue());
                            }
                        },
                        from -> {
                            model.scale = from.floats("scale")[0];
                            model.counts.clear();
                            for (String name : from.names()) {
                                if (name.startsWith("count.")) {
                                    model.counts.put(name.substring(6), from.longs(name)[0]);
                                }
                            }
                        });
                for (long step : run) {
                    model.scale *= 1.01f;
                    model.counts.merge("k" + step % 7, step, Long::sum);
                    model.counts.remove("k" + step % 3);
                }
                if (run.finished()) {
                    publish(OwnState.class, model.scale, model.counts.hashCode());
                }
            }
        }
    }

    private static final List<Double> ITEMS =
            IntStream.range(0, 17).mapToObj(it -> Math.sqrt(it)).toList();

    /** Batches over five epochs, each in micro-batches whose gradients are added up. */
    static final class Batches {
        public static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.of("batches", 5 * Run.batches(17, 4)))) {
                double[] weights = run.state("weights", new double[3]);
                for (List<Double> batch : run.over(ITEMS, 4, 5, 99)) {
                    double gradient = 0;
                    for (int from = 0; from < batch.size(); from += 2) {
                        for (double item : batch.subList(from, Math.min(from + 2, batch.size()))) {
                            gradient += item * (run.epoch() + 1);
                        }
                    }
                    mix(weights, gradient);
                }
                if (run.finished()) {
                    publish(Batches.class, weights);
                }
            }
        }
    }

    /** The same without a total in the spec: the batches say when it is enough. */
    static final class OpenEndedBatches {
        public static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.openEnded("open-batches"))) {
                double[] weights = run.state("weights", new double[3]);
                for (List<Integer> batch : run.over(11, 3, 3, 5)) {
                    for (int item : batch) {
                        mix(weights, item + run.turn());
                    }
                }
                if (run.finished()) {
                    publish(OpenEndedBatches.class, weights);
                }
            }
        }
    }

    /** Epochs and batches, with code before and after the inner loop that changes the state. */
    static final class Nested {
        public static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.of("nested", 4 * Run.batches(17, 5)))) {
                double[] weights = run.state("weights", new double[4]);
                double[] rate = run.state("rate", new double[] {1});
                double[] loss = run.state("loss", new double[1]);
                RandomGenerator random = run.random(3);
                for (long epoch : run.epochs(4)) {
                    rate[0] *= 0.7 + 0.01 * random.nextDouble();
                    loss[0] = 0;
                    for (List<Double> batch : run.over(ITEMS, 5, 4)) {
                        for (double item : batch) {
                            mix(weights, rate[0] * item + random.nextDouble());
                        }
                        loss[0] += weights[0];
                    }
                    weights[(int) epoch] += loss[0] * random.nextDouble();
                }
                if (run.finished()) {
                    publish(Nested.class, weights[0], weights[1], weights[2], weights[3], rate[0], loss[0]);
                }
            }
        }
    }

    /** Epochs of different lengths, some of which are left early by break. */
    static final class NestedTurns {
        public static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.openEnded("nested-turns"))) {
                double[] weights = run.state("weights", new double[4]);
                for (long epoch : run.epochs(5)) {
                    weights[1] += 1;
                    for (long turn : run.turns(2 + epoch)) {
                        mix(weights, turn + 10 * epoch);
                        if (turn == 3) {
                            break;
                        }
                    }
                    weights[2] *= 0.5;
                }
                if (run.finished()) {
                    publish(NestedTurns.class, weights);
                }
            }
        }
    }

    /** As many steps as it takes. */
    static final class EarlyStop {
        public static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.openEnded("early"))) {
                double[] guess = run.state("guess", new double[] {1});
                for (long step : run) {
                    guess[0] -= (guess[0] * guess[0] - 2) / 7;
                    if (Math.abs(guess[0] * guess[0] - 2) < 1e-6) {
                        run.enough();
                        continue;
                    }
                    guess[0] += 1e-9 * step;
                }
                if (run.finished()) {
                    publish(EarlyStop.class, guess[0]);
                }
            }
        }
    }

    /** Epochs that end in the middle of one. */
    static final class NestedEarlyStop {
        public static void main(String[] args) {
            List<String> epochs = new ArrayList<>();
            try (Run run = Atomizable.loop(JobSpec.openEnded("nested-early"))) {
                double[] weights = run.state("weights", new double[4]);
                for (long epoch : run.epochs(100)) {
                    epochs.add("epoch " + epoch);
                    for (List<Double> batch : run.over(ITEMS, 5, 4)) {
                        mix(weights, batch.get(0));
                        if (run.turn() == 13) {
                            run.enough();
                        }
                    }
                    weights[0] += epoch;
                }
                if (run.finished()) {
                    publish(NestedEarlyStop.class, weights);
                }
            }
        }
    }
}
