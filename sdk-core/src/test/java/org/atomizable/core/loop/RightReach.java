package org.atomizable.core.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;

/** Programs whose loop is exact and that reach their state by fields, lambdas, records and methods. */
@SuppressWarnings({"unused", "NonFinalStaticField"})
final class RightReach {

    private RightReach() {}

    private static Run loop() {
        return Atomizable.loop(JobSpec.of("right", 20));
    }

    private record Layer(double[] weights, double[] bias) {
        static Layer in(Run run, String name) {
            return new Layer(run.state(name + "-w", new double[2]), run.state(name + "-b", new double[1]));
        }

        void learn(double by) {
            weights[0] += by;
            weights[1] -= bias[0];
            bias[0] += 0.1 * by;
        }
    }

    static final class Records {
        static void main(String[] args) {
            try (Run run = loop()) {
                List<Layer> layers = List.of(Layer.in(run, "one"), Layer.in(run, "two"));
                for (long turn : run) {
                    layers.forEach(it -> it.learn(turn));
                    for (Layer each : layers) {
                        each.weights()[0] *= 0.9;
                    }
                }
                WrongLoops.result(run, layers.get(1).weights()[1]);
            }
        }
    }

    static final class Helpers {
        private static final int TIMES = 3;

        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[2]);
                train(run, w);
                WrongLoops.result(run, w[1]);
            }
        }

        private static void train(Run run, double[] w) {
            for (long turn : run) {
                step(w, turn);
            }
        }

        private static void step(double[] w, double by) {
            for (int i = 0; i < TIMES; i++) {
                w[1] += Math.sin(w[0] + by);
                w[0] += by;
            }
        }
    }

    static final class Lambdas {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                DoubleUnaryOperator loss = x -> x * x - 2;
                Runnable step = () -> w[0] -= 0.1 * loss.applyAsDouble(w[0]);
                for (long turn : run) {
                    step.run();
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class StaticsOfATurn {
        private static double loss;
        private static final List<Double> PARTS = new ArrayList<>();

        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    reset();
                    for (int i = 0; i < 3; i++) {
                        loss += i * turn;
                        PARTS.add(loss);
                    }
                    w[0] += loss + PARTS.get(1);
                }
                WrongLoops.result(run, w[0]);
            }
        }

        private static void reset() {
            loss = 0;
            PARTS.clear();
        }
    }

    /** Statics that {@code main} fills begin anew in each run of it. */
    static final class StaticsOfMain {
        private static final List<Double> DATA = new ArrayList<>();

        static void main(String[] args) {
            for (int i = 0; i < 16; i++) {
                DATA.add(Math.sqrt(i));
            }
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    w[0] += DATA.get((int) turn % DATA.size()) + DATA.size();
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class Anonymous {
        interface Loss {
            double of(double x);
        }

        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                Loss loss = new Loss() {
                    @Override
                    public double of(double x) {
                        double y = x;
                        y += 1;
                        return y * 0.5;
                    }
                };
                for (long turn : run) {
                    w[0] = loss.of(w[0]) + turn;
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class Handlers {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                long at = -1;
                try {
                    for (long turn : run) {
                        at = turn;
                        try {
                            w[0] += Integer.parseInt(turn % 3 == 0 ? "x" : "1");
                        } catch (NumberFormatException e) {
                            w[0] -= 1;
                        } finally {
                            w[0] *= 0.9;
                        }
                    }
                } catch (IllegalStateException e) {
                    throw new IllegalStateException("in turn " + at, e);
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class EarlyEnd {
        static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.openEnded("right"))) {
                double[] w = run.state("w", new double[1]);
                long[] bad = run.state("bad", new long[1]);
                for (long turn : run) {
                    w[0] += Math.sin(turn);
                    bad[0] = w[0] < 1 ? bad[0] + 1 : 0;
                    boolean last = bad[0] == 2 && turn > 12;
                    if (last) {
                        run.enough();
                    }
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class FilledBuffers {
        static void main(String[] args) {
            int size = 3;
            try (Run run = loop()) {
                double[] w = run.state("w", new double[size]);
                double[] gradient = new double[size];
                double[] scaled = new double[size];
                double[] three = new double[3];
                for (long turn : run) {
                    for (int i = 0; i < size; i++) {
                        gradient[i] = turn - w[i];
                    }
                    scale(gradient, scaled);
                    for (int i = 0; i < 3; i++) {
                        three[i] = scaled[i] * 2;
                    }
                    for (int i = 0; i < w.length; i++) {
                        w[i] += three[i];
                    }
                }
                WrongLoops.result(run, w[2]);
            }
        }

        private static void scale(double[] from, double[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = 0.1 * from[i];
            }
        }
    }

    static final class EpochsThatPrepare {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[2]);
                double[] start = run.state("start", new double[2]);
                RandomGenerator random = run.random(3);
                for (long epoch : run.epochs(4)) {
                    System.arraycopy(w, 0, start, 0, 2);
                    double rate = random.nextDouble() / (epoch + 1);
                    double[] view = w;
                    for (long turn : run.turns(5)) {
                        view[0] += rate * (turn - start[1]);
                        view[1] += view[0];
                    }
                }
                WrongLoops.result(run, w[1]);
            }
        }
    }

    static final class KeepsInputsForTheWayBack {
        private static final class Inner {
            private final double[] weight;
            private double input;

            private Inner(Run run, int number) {
                weight = run.state("layer" + number, new double[] {number});
            }

            private double forward(double x) {
                input = x;
                return Math.tanh(weight[0] * x);
            }

            private double backward(double gradient) {
                weight[0] -= 0.01 * gradient * input;
                return gradient * weight[0];
            }
        }

        static void main(String[] args) {
            try (Run run = loop()) {
                List<Inner> layers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    layers.add(new Inner(run, i));
                }
                for (long turn : run) {
                    double x = turn;
                    for (Inner each : layers) {
                        x = each.forward(x);
                    }
                    for (int i = 2; i >= 0; i--) {
                        x = layers.get(i).backward(x);
                    }
                }
                WrongLoops.result(run, layers.get(1).weight[0]);
            }
        }
    }

    static final class EveryRow {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[][] rows = new double[2][2];
                run.state("first", rows[0]);
                run.state("second", rows[1]);
                for (long turn : run) {
                    rows[(int) turn % 2][1] += turn;
                }
                WrongLoops.result(run, rows[1][1]);
            }
        }
    }

    static final class BoundReference {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                DoubleSupplier next = run.random(7)::nextDouble;
                for (long turn : run) {
                    w[0] += next.getAsDouble();
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }
}
