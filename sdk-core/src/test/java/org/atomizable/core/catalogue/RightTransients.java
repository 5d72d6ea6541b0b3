package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.Arrays;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs that look like {@link WrongTransients}, and end cut in the bits of a straight run. */
final class RightTransients {

    private RightTransients() {}

    static final class Total {
        private double value;

        Total() {}

        Total(double value) {
            this.value = value;
        }

        double add(double term) {
            value += term;
            return value;
        }

        void clear() {
            value = 0;
        }
    }

    static final class Count {
        private long value;

        void log() {
            value++;
            if (value % 100 == 0) {
                System.out.println("alive for " + value + " atoms");
            }
        }
    }

    public static final class OnlyLogged extends SumJob {
        private final transient Count count = new Count();
        private final transient long[] counts = new long[1];

        @Override
        double term(long atom) {
            count.log();
            counts[0] += atom;
            System.out.println(counts[0]);
            return 1;
        }
    }

    public static final class BegunAnew extends SumJob {
        private final transient Total total = new Total();
        private final transient double[] sums = new double[3];
        private final transient double[] product = new double[4];
        private transient int[] histogram;

        @Override
        double term(long atom) {
            total.clear();
            Arrays.fill(sums, 0);
            for (int i = 0; i < 6; i++) {
                total.add(atom);
                sums[i % 3] += i;
            }
            return total.value + sums[1] + product(atom) + histogram()[(int) (atom % 3)];
        }

        private double product(long atom) {
            for (int i = 0; i < 4; i++) {
                product[(i * 3) % 4] = 0;
                product[(i * 3) % 4] += atom;
            }
            return product[(int) (atom % 4)];
        }

        private int[] histogram() {
            if (histogram == null) {
                histogram = new int[3];
                for (int i = 0; i < 8; i++) {
                    histogram[i % 3]++;
                }
            }
            return histogram;
        }
    }

    public static final class SetByRestore extends SumJob {
        private final transient Total total = new Total();

        @Override
        double term(long atom) {
            return total.add(atom);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("total", total.value);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            total.value = from.doubles("total")[0];
        }
    }

    /** The object that a restore makes begins where the saved one was. */
    public static final class MadeByRestore extends SumJob {
        private transient Total total = new Total();

        @Override
        double term(long atom) {
            return total.add(atom);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("total", total.value);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            total = new Total(from.doubles("total")[0]);
        }
    }

    /** Each buffer is filled, and then greater values take the place of smaller ones. */
    public static final class Greatest extends SumJob {
        private final double[] most = new double[3];
        private final double[] sorted = new double[4];

        @Override
        double term(long atom) {
            Arrays.fill(most, -1);
            for (int i = 0; i < 9; i++) {
                double next = (atom * 7 + i) % 11;
                if (next > most[i % 3]) {
                    most[i % 3] = next;
                }
            }
            for (int i = 0; i < 4; i++) {
                sorted[i] = (atom * 7 + i * 5) % 11;
            }
            for (int i = 0; i < 9; i++) {
                if (sorted[i % 3] > sorted[i % 3 + 1]) {
                    double greater = sorted[i % 3];
                    sorted[i % 3] = sorted[i % 3 + 1];
                    sorted[i % 3 + 1] = greater;
                }
            }
            return most[1] + sorted[2];
        }
    }
}
