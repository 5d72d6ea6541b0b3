package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.core.catalogue.WrongRestores.NewWeights;

/** Jobs that look like {@link WrongRestores}, and end cut in the bits of a straight run. */
final class RightRestores {

    private RightRestores() {}

    /** Its lambda reads the field, whatever array that holds. */
    public static final class LambdaOfThis extends NewWeights {
        private final DoubleSupplier first = () -> weights[0];

        @Override
        double term(long atom) {
            weights[0]++;
            return first.getAsDouble();
        }
    }

    /** Both have the same object again. */
    public static final class HelperMadeAgain extends NewWeights {
        private RightJobs.Layer layer = new RightJobs.Layer(weights);

        @Override
        double term(long atom) {
            double error = layer.forward(atom % 3) - 1;
            layer.back(error);
            return weights[0];
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            layer = new RightJobs.Layer(weights);
        }
    }

    /** Adds to what it is given. */
    static class Sums {
        private final double[] sums;

        Sums(double[] sums) {
            this.sums = sums;
        }

        double add(int at, double value) {
            sums[at] += value;
            return sums[at];
        }
    }

    static final class Twice extends Sums {
        Twice(double[] sums) {
            super(sums);
        }

        @Override
        double add(int at, double value) {
            return super.add(at, 2 * value);
        }
    }

    /** Its restore fills the array that its helpers write. */
    public static final class HelpersWrite extends SumJob {
        private final double[] sums;
        private final Sums one;
        private final Sums other;

        public HelpersWrite() {
            double[] made = new double[3];
            sums = made;
            one = new Sums(made);
            other = new Twice(sums);
        }

        @Override
        double term(long atom) {
            return one.add((int) (atom % 3), sum) + other.add(0, atom);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("sums", sums);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            System.arraycopy(from.doubles("sums"), 0, sums, 0, sums.length);
        }
    }

    /** What a restore leaves to its second field is the same table. */
    public static final class TableTwice extends SumJob {
        private double[] table = table();
        private final double[] same = table;

        private static double[] table() {
            return new double[] {1, 2, 3};
        }

        @Override
        double term(long atom) {
            return table[(int) (atom % 3)] + same[1];
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            table = table();
        }
    }

    /** Each atom makes its layers share what they pass on. */
    public static final class PassedOn extends SumJob {
        static final class Shift {
            private double[] in = {0};
            private double[] out = in;

            double[] forward(double[] values) {
                in = values;
                out = new double[] {values[0] + 1};
                return out;
            }
        }

        private final Shift below = new Shift();
        private final Shift above = new Shift();

        @Override
        double term(long atom) {
            above.forward(below.forward(new double[] {atom}));
            return above.in[0] + below.out[0];
        }
    }

    /** What all instances of a process share begins empty in another one, and says the same. */
    public static final class SharedCache extends SumJob {
        private static final transient Map<Long, Double> ROOTS = new HashMap<>();
        private static final double[] DRAWN = new Random(5).doubles(3).toArray();

        @Override
        double term(long atom) {
            return ROOTS.computeIfAbsent(atom % 3, it -> Math.sqrt(it)) + DRAWN[(int) (atom % 3)];
        }
    }
}
