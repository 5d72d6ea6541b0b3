package org.atomizable.core.loop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;

/** Programs whose loop carries in local variables and objects what it did not register. */
@SuppressWarnings("unused")
final class WrongLoops {

    /** The parts of the refusal of a program. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Refused {
        String[] value();
    }

    private WrongLoops() {}

    private static Run loop() {
        return Atomizable.loop(JobSpec.of("wrong", 20));
    }

    static void result(Run run, double result) {
        if (run.finished()) {
            run.report(Metric.exact("result", result));
        }
    }

    @Refused({"the local variable best", "read after the loop", "double[] best = run.state(\"best\""})
    static final class BestValue {
        static void main(String[] args) {
            double best = 0;
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    w[0] += Math.sin(turn);
                    if (w[0] > 1) {
                        best = w[0];
                    }
                }
                result(run, best);
            }
        }
    }

    @Refused({"the local variable sum", "read again in a later turn"})
    static final class Sum {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                double sum = 0;
                for (long turn : run) {
                    sum += turn;
                    w[0] = sum;
                }
                result(run, w[0]);
            }
        }
    }

    @Refused({"the content of history (List)", "read after the loop"})
    static final class History {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                List<Double> history = new ArrayList<>();
                for (long turn : run) {
                    w[0] += turn;
                    history.add(w[0]);
                }
                result(run, history.size());
            }
        }
    }

    @Refused({"the local variable bad", "int[] bad"})
    static final class Patience {
        static void main(String[] args) {
            try (Run run = Atomizable.loop(JobSpec.openEnded("wrong"))) {
                double[] w = run.state("w", new double[1]);
                int bad = 0;
                for (long turn : run) {
                    w[0] += Math.sin(turn);
                    bad = w[0] > 1 ? bad + 1 : 0;
                    if (bad > 3) {
                        run.enough();
                    }
                }
                result(run, w[0]);
            }
        }
    }

    @Refused({"the content of gradient (double[])", "WrongLoops.java:"})
    static final class GradientSum {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                double[] gradient = new double[1];
                for (long turn : run) {
                    gradient[0] += turn;
                    if (turn % 4 == 3) {
                        w[0] -= gradient[0];
                        gradient[0] = 0;
                    }
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("the local variable w")
    static final class NewArray {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    w = new double[] {w[0] + turn};
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("the content of w (double[])")
    static final class RegisteredClone {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = new double[1];
                run.state("w", w.clone());
                for (long turn : run) {
                    w[0] += turn;
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("the content of weights (List)")
    static final class ListBesideAnArray {
        static void main(String[] args) {
            try (Run run = loop()) {
                List<Double> weights = new ArrayList<>(List.of(1.0, 2.0));
                double[] saved =
                        run.state("w", weights.stream().mapToDouble(it -> it).toArray());
                for (long turn : run) {
                    weights.set(0, weights.get(0) + turn);
                }
                result(run, weights.get(0) + saved[0]);
            }
        }
    }

    @Refused({"the local variable a", "System.arraycopy"})
    static final class Swap {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] a = run.state("a", new double[] {1});
                double[] b = run.state("b", new double[] {2});
                for (long turn : run) {
                    b[0] = a[0] * 0.9 + turn;
                    double[] t = a;
                    a = b;
                    b = t;
                }
                result(run, a[0]);
            }
        }
    }

    @Refused({"the content of random (Random)", "run.random(seed)"})
    static final class OwnRandom {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                Random random = new Random(7);
                for (long turn : run) {
                    w[0] += random.nextDouble();
                }
                result(run, w[0]);
            }
        }
    }

    @Refused({"the content of batches (Iterator)", "run.over"})
    static final class OwnIterator {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                List<Double> data = List.of(1.0, 2.0, 3.0);
                Iterator<Double> batches = data.iterator();
                for (long turn : run) {
                    if (!batches.hasNext()) {
                        return;
                    }
                    w[0] += batches.next();
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("the local variable next")
    static final class Prefetched {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                double[] next = load(0);
                for (long turn : run) {
                    w[0] += next[0];
                    next = load(turn + 1);
                }
                result(run, w[0]);
            }
        }

        private static double[] load(long turn) {
            return new double[] {Math.sqrt(turn)};
        }
    }

    @Refused({"asks for the next turn", "at several places", "WrongLoops.java:"})
    static final class AsksTwice {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                Iterator<Long> turns = run.iterator();
                while (turns.hasNext()) {
                    w[0] += turns.next();
                    if (!turns.hasNext()) {
                        w[0] *= 2;
                    }
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("without asking for it")
    static final class TakesWithoutAsking {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                Iterator<Long> turns = run.iterator();
                for (int i = 0; i < 20; i++) {
                    w[0] += turns.next();
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("the local variable steps")
    static final class BreaksByACounter {
        static void main(String[] args) {
            int steps = 0;
            try (Run run = Atomizable.loop(JobSpec.openEnded("wrong"))) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    w[0] += turn;
                    if (++steps == 24) {
                        run.enough();
                    }
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("the local variable loss")
    static final class LossOfAnEpoch {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long epoch : run.epochs(4)) {
                    double loss = 0;
                    for (long turn : run.turns(5)) {
                        loss += turn + epoch;
                    }
                    w[0] += loss;
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("the local variable decayed")
    static final class CarriedOverEpochs {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                double decayed = 1;
                for (long epoch : run.epochs(4)) {
                    for (long turn : run.turns(5)) {
                        w[0] += decayed * turn;
                    }
                    decayed *= 0.5;
                }
                result(run, w[0]);
            }
        }
    }

    @Refused("the content of counts (Map)")
    static final class Counts {
        static void main(String[] args) {
            try (Run run = loop()) {
                Map<Long, Integer> counts = new HashMap<>();
                for (long turn : run) {
                    counts.merge(turn % 3, 1, Integer::sum);
                }
                result(run, counts.get(1L));
            }
        }
    }

    @Refused("the content of text (StringBuilder)")
    static final class Text {
        static void main(String[] args) {
            try (Run run = loop()) {
                StringBuilder text = new StringBuilder();
                for (long turn : run) {
                    text.append(turn).append(',');
                }
                result(run, text.length());
            }
        }
    }

    /** Of a momentum that each turn is given anew. */
    private static final class Optimizer {
        private final double[] weights;
        private final double[] momentum;

        Optimizer(double[] weights, double[] momentum) {
            this.weights = weights;
            this.momentum = momentum;
        }

        void step(double gradient) {
            momentum[0] = 0.9 * momentum[0] + gradient;
            weights[0] -= 0.1 * momentum[0];
        }
    }

    @Refused({"momentum", "read again in a later turn"})
    static final class OptimizerOfATurn {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                double[] momentum = new double[1];
                for (long turn : run) {
                    new Optimizer(w, momentum).step(turn);
                }
                result(run, w[0]);
            }
        }
    }

    @Refused({"history", "read again in a later turn"})
    static final class GrowingList {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                List<Double> history = new ArrayList<>();
                for (long turn : run) {
                    history.add(w[0]);
                    w[0] += history.size() > 7 ? 1 : 2;
                }
                result(run, w[0]);
            }
        }
    }
}
