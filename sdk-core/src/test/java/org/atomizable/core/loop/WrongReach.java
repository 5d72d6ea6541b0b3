package org.atomizable.core.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;
import org.atomizable.core.loop.WrongLoops.Refused;

/** Programs whose loop carries what it reaches by fields, lambdas and methods. */
@SuppressWarnings({"unused", "NonFinalStaticField"})
final class WrongReach {

    private WrongReach() {}

    private static Run loop() {
        return Atomizable.loop(JobSpec.of("wrong", 20));
    }

    @Refused({"the field WrongReach.StaticCounter.seen", "run.unsaved(object)"})
    static final class StaticCounter {
        private static long seen;

        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    seen++;
                    w[0] += seen;
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    @Refused({"the field WrongReach.StaticList.SEEN", "run.unsaved(SEEN)"})
    static final class StaticList {
        private static final List<Long> SEEN = new ArrayList<>();

        static void main(String[] args) {
            try (Run run = loop()) {
                for (long turn : run) {
                    note(turn);
                }
                WrongLoops.result(run, SEEN.size());
            }
        }

        private static void note(long turn) {
            SEEN.add(turn);
        }
    }

    @Refused("the field WrongReach.HalfSaved.momentum")
    static final class HalfSaved {
        private double weight;
        private double momentum;

        static void main(String[] args) {
            HalfSaved model = new HalfSaved();
            try (Run run = loop()) {
                run.state("model", to -> to.doubles("w", model.weight), from -> model.weight = from.doubles("w")[0]);
                for (long turn : run) {
                    model.step(turn);
                }
                WrongLoops.result(run, model.weight);
            }
        }

        private void step(long turn) {
            momentum = 0.9 * momentum + turn;
            weight -= momentum;
        }
    }

    @Refused("the content of sums (double[])")
    static final class ParallelLambda {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] sums = new double[4];
                for (long turn : run) {
                    IntStream.range(0, 4).parallel().forEach(i -> sums[i] += turn * i);
                }
                WrongLoops.result(run, sums[3]);
            }
        }
    }

    @Refused("the content of sums (double[])")
    static final class HelperMethod {
        static void main(String[] args) {
            double[] sums = new double[4];
            try (Run run = loop()) {
                train(run, sums);
                WrongLoops.result(run, sums[3]);
            }
        }

        private static void train(Run run, double[] sums) {
            for (long turn : run) {
                add(sums, turn);
            }
        }

        private static void add(double[] to, double value) {
            for (int i = 0; i < to.length; i++) {
                to[i] += value;
            }
        }
    }

    @Refused("the content of count (AtomicLong)")
    static final class Atomic {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                AtomicLong count = new AtomicLong();
                for (long turn : run) {
                    w[0] += count.incrementAndGet();
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    @Refused("the content of calls (int[])")
    static final class LambdaOfItsOwn {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                int[] calls = new int[1];
                Runnable step = () -> w[0] += ++calls[0];
                for (long turn : run) {
                    step.run();
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    @Refused("the field WrongReach.Items.Item.weight")
    static final class Items {
        private static final class Item {
            private double weight = 1;
        }

        static void main(String[] args) {
            List<Item> items = IntStream.range(0, 10).mapToObj(it -> new Item()).toList();
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (List<Item> batch : run.over(items, 2, 4, 7)) {
                    for (Item item : batch) {
                        w[0] += item.weight;
                        item.weight *= 0.5;
                    }
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    @Refused("the content of rows (double[][])")
    static final class Rows {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[][] rows = new double[3][3];
                for (long turn : run) {
                    rows[(int) turn % 3][1] += turn;
                }
                WrongLoops.result(run, rows[2][1]);
            }
        }
    }

    @Refused("the field WrongReach.Optimizer.steps")
    static final class OtherObject {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                Optimizer optimizer = new Optimizer();
                for (long turn : run) {
                    optimizer.step(w, turn);
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    static final class Optimizer {
        private int steps;

        void step(double[] w, double gradient) {
            steps++;
            w[0] -= gradient / steps;
        }
    }

    @Refused("the local variable failures")
    static final class CountsInAHandler {
        static void main(String[] args) {
            int failures = 0;
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    try {
                        w[0] += Integer.parseInt(turn % 3 == 0 ? "x" : "1");
                    } catch (NumberFormatException e) {
                        failures++;
                    }
                }
                WrongLoops.result(run, failures);
            }
        }
    }

    @Refused({"the local variable snapshot", "is computed from the state before the inner loop"})
    static final class SnapshotOfAnEpoch {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[] {5});
                for (long epoch : run.epochs(4)) {
                    double[] snapshot = w.clone();
                    for (long turn : run.turns(5)) {
                        w[0] -= 0.1 * snapshot[0];
                    }
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    @Refused({"the content of target (double[])", "is computed from the state before the inner loop"})
    static final class TargetOfAnEpoch {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[] {5});
                double[] target = new double[1];
                for (long epoch : run.epochs(4)) {
                    System.arraycopy(w, 0, target, 0, 1);
                    for (long turn : run.turns(5)) {
                        w[0] -= 0.1 * target[0];
                    }
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }

    @Refused("the content of numbers (Supplier)")
    static final class LambdaOfAMethod {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                Supplier<Integer> numbers = numbers();
                for (long turn : run) {
                    w[0] += numbers.get();
                }
                WrongLoops.result(run, w[0]);
            }
        }

        private static Supplier<Integer> numbers() {
            int[] count = new int[1];
            return () -> count[0]++;
        }
    }

    @Refused("the content of both (double[][])")
    static final class SwapInAnArray {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[][] both = {run.state("a", new double[] {1}), run.state("b", new double[] {2})};
                for (long turn : run) {
                    both[1][0] = both[0][0] * 0.9 + turn;
                    double[] first = both[0];
                    both[0] = both[1];
                    both[1] = first;
                }
                WrongLoops.result(run, both[0][0]);
            }
        }
    }

    /** Written in each turn, so that only the code after the loop can see that a resume has forgotten it. */
    @Refused({"the field WrongReach.LastLoss.last", "read after the loop"})
    static final class LastLoss {
        private static double last;

        static void main(String[] args) {
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    w[0] += turn;
                    last = w[0] - 1;
                }
                WrongLoops.result(run, last);
            }
        }
    }

    @Refused("the content of rows (double[][])")
    static final class OneRowOfMany {
        static void main(String[] args) {
            try (Run run = loop()) {
                double[][] rows = new double[3][2];
                run.state("row", rows[0]);
                for (long turn : run) {
                    rows[(int) turn % 3][1] += turn;
                }
                WrongLoops.result(run, rows[2][1]);
            }
        }
    }

    @Refused("the content of an object (AtomicLong)")
    static final class BoundReference {
        static void main(String[] args) {
            LongSupplier next = new AtomicLong()::incrementAndGet;
            try (Run run = loop()) {
                double[] w = run.state("w", new double[1]);
                for (long turn : run) {
                    w[0] += next.getAsLong() % 15 == 0 ? 5 : 1;
                }
                WrongLoops.result(run, w[0]);
            }
        }
    }
}
