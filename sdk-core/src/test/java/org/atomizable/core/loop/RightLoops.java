package org.atomizable.core.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;

/** Programs of many habits whose loop is exact. */
@SuppressWarnings("unused")
final class RightLoops {

    private RightLoops() {}

    private static Run loop() {
        return Atomizable.loop(JobSpec.of("right", 20));
    }

    static final class Temporaries {
        static void main(String[] args) {
            double error;
            int i;
            try (Run run = loop()) {
                double[] w = run.state("w", new double[3]);
                for (long turn : run) {
                    error = w[0] - turn;
                    for (i = 0; i < 3; i++) {
                        w[i] -= 0.1 * error;
                    }
                }
                WrongLoops.result(run, w[2]);
            }
        }
    }

    static final class GivenToState {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = new double[2];
                run.state("w", w);
                for (long turn : run) {
                    w[1] += w[0] + turn;
                    w[0] += 1;
                }
                WrongLoops.result(run, w[1]);
            }
        }
    }

    static final class HandWrittenLoop {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                Iterator<Long> turns = run.iterator();
                while (turns.hasNext()) {
                    long turn = turns.next();
                    w[0] += turn;
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class ClearedBuffers {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[3]);
                double[] gradient = new double[3];
                List<Double> losses = new ArrayList<>();
                StringBuilder line = new StringBuilder();
                for (long turn : run) {
                    Arrays.fill(gradient, 0);
                    losses.clear();
                    line.setLength(0);
                    for (int i = 0; i < 3; i++) {
                        gradient[i] += turn - w[i];
                        losses.add(gradient[i]);
                        line.append(gradient[i]);
                    }
                    w[0] += losses.get(2) + 0.1 * line.length();
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class LeftOut {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                Map<Long, Double> cache = run.unsaved(new TreeMap<>());
                long[] messages = run.unsaved(new long[1]);
                for (long turn : run) {
                    w[0] += cache.computeIfAbsent(turn % 3, Math::sqrt);
                    if (System.nanoTime() - messages[0] > 1_000_000_000_000L) {
                        messages[0] = System.nanoTime();
                    }
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class WrittenAndNeverRead {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                List<Long> log = new ArrayList<>();
                for (long turn : run) {
                    w[0] += turn;
                    log.add(turn);
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class Layers {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[][] layers = new double[3][];
                for (int i = 0; i < 3; i++) {
                    layers[i] = run.state("layer" + i, new double[2]);
                }
                for (long turn : run) {
                    for (double[] layer : layers) {
                        layer[0] += turn;
                    }
                    layers[2][1] -= layers[1][0];
                }
                WrongLoops.result(run, layers[2][1]);
            }
        }
    }

    static final class ListOfLayers {
        static void main(String[] args) {
            try (Run run = loop()) {
                List<double[]> layers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    layers.add(run.state("layer" + i, new double[2]));
                }
                for (long turn : run) {
                    for (double[] layer : layers) {
                        layer[0] += turn;
                    }
                    layers.get(2)[1] -= layers.get(1)[0];
                }
                WrongLoops.result(run, layers.get(2)[1]);
            }
        }
    }

    static final class Model {
        private final double[] weights;
        private final int[] steps;

        private Model(Run run) {
            weights = run.state("weights", new double[4]);
            steps = run.state("steps", new int[1]);
        }

        private void step(double by) {
            steps[0]++;
            for (int i = 0; i < weights.length; i++) {
                weights[i] += by / steps[0];
            }
        }

        static void main(String[] args) {
            try (Run run = loop()) {
                Model model = new Model(run);
                for (long turn : run) {
                    model.step(turn);
                }
                WrongLoops.result(run, model.weights[3]);
            }
        }
    }

    static final class SavesItself {
        private double weight;
        private double momentum;

        private void save(org.atomizable.api.StateWriter to) throws java.io.IOException {
            to.doubles("both", weight, momentum);
        }

        private void restore(org.atomizable.api.StateReader from) throws java.io.IOException {
            double[] both = from.doubles("both");
            weight = both[0];
            momentum = both[1];
        }

        static void main(String[] args) {
            SavesItself model = new SavesItself();
            try (Run run = loop()) {
                run.state("model", model::save, model::restore);
                for (long turn : run) {
                    model.momentum = 0.9 * model.momentum + turn;
                    model.weight -= model.momentum;
                }
                WrongLoops.result(run, model.weight);
            }
        }
    }

    static final class ObjectsOfATurn {
        private static final class Node {
            private double value;
            private Node next;
        }

        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    Node first = new Node();
                    Node last = first;
                    for (int i = 0; i < 3; i++) {
                        last.next = new Node();
                        last = last.next;
                        last.value += i * turn;
                    }
                    for (Node each = first; each != null; each = each.next) {
                        w[0] += each.value;
                    }
                    Deque<Double> stack = new ArrayDeque<>();
                    stack.push(w[0]);
                    w[0] += stack.pop();
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class Collections {
        static void main(String[] args) {
            try (Run run = loop()) {
                List<Double> history = run.state("history", new ArrayList<Double>());
                Map<String, double[]> best = run.state("best", new LinkedHashMap<String, double[]>());
                Deque<Integer> window = run.state("window", new ArrayDeque<Integer>());
                for (long turn : run) {
                    history.add(history.isEmpty() ? 1 : history.get(history.size() - 1) * 1.1);
                    best.computeIfAbsent("k" + turn % 3, it -> new double[1])[0] += turn;
                    window.add((int) turn);
                    if (window.size() > 4) {
                        history.add((double) window.remove());
                    }
                }
                if (run.finished()) {
                    double sum = history.stream().mapToDouble(it -> it).sum();
                    WrongLoops.result(run, sum + best.get("k2")[0] + window.peek());
                }
            }
        }
    }

    static final class MoreArrays {
        static void main(String[] args) {
            try (Run run = loop()) {
                int[] counts = run.state("counts", new int[3]);
                boolean[] seen = run.state("seen", new boolean[20]);
                for (long turn : run) {
                    counts[(int) turn % 3] += 7;
                    seen[(int) turn] = turn % 2 == 0 && (turn == 0 || !seen[(int) turn - 1]);
                }
                WrongLoops.result(run, counts[0] + (seen[18] ? 1000 : 0));
            }
        }
    }

    static final class Epochs {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                double[] loss = run.state("loss", new double[1]);
                for (long epoch : run.epochs(4)) {
                    double rate = Math.pow(0.5, epoch);
                    loss[0] = 0;
                    for (List<Integer> batch : run.over(10, 2, 7)) {
                        double sum = 0;
                        for (int item : batch) {
                            sum += item;
                        }
                        loss[0] += sum * run.turn();
                        w[0] += rate * sum;
                    }
                    double mean = loss[0] / 5;
                    w[0] -= mean;
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class Chance {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                RandomGenerator random = run.random(7);
                for (long turn : run) {
                    w[0] += draw(random);
                }
                WrongLoops.result(run, w[0]);
            }
        }

        private static double draw(RandomGenerator random) {
            return random.nextGaussian() + random.nextInt(10);
        }
    }

    static final class Parallel {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[4]);
                for (long turn : run) {
                    double[] parts = new double[4];
                    IntStream.range(0, 4).parallel().forEach(i -> parts[i] = Math.sin(turn * i));
                    IntStream.range(0, 4).parallel().forEach(i -> w[i] += parts[i]);
                }
                WrongLoops.result(run, w[3]);
            }
        }
    }

    static final class ReadsData {
        private static final double[] DATA =
                IntStream.range(0, 20).mapToDouble(Math::sqrt).toArray();

        static void main(String[] args) {
            Map<String, Double> options = new TreeMap<>(Map.of("rate", 0.5));
            List<double[]> rows = new ArrayList<>();
            for (double each : DATA) {
                rows.add(new double[] {each, 1});
            }
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    for (double[] row : rows) {
                        w[0] += options.get("rate") * row[0] * DATA[(int) turn];
                    }
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }
}
