package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs that are written by the interface, and end cut in the bits of a straight run. */
final class RightJobs {

    private RightJobs() {}

    public static final class Scratch extends SumJob {
        private final double[] buffer = new double[4];

        @Override
        double term(long atom) {
            Arrays.fill(buffer, 0);
            for (int i = 0; i < 4; i++) {
                buffer[i] += atom * i;
            }
            return DoubleStream.of(buffer).sum();
        }
    }

    /** Each element is made of another one of the same turn. */
    public static final class PrefixSums extends SumJob {
        private final double[] sums = new double[4];
        private final double[] softened = new double[4];

        @Override
        double term(long atom) {
            for (int i = 0; i < 4; i++) {
                if (i == 0) {
                    sums[i] = atom;
                } else {
                    sums[i] = sums[i - 1] + atom * i;
                }
                softened[i] = sums[i];
                softened[i] = Math.sqrt(softened[i]) + 1;
            }
            return sums[3] + softened[2];
        }
    }

    /** Byte code does not show that all of it is replaced. */
    public static final class FlatBuffer extends SumJob {
        private final double[] product = new double[9];

        @Override
        double term(long atom) {
            for (int row = 0; row < 3; row++) {
                for (int column = 0; column < 3; column++) {
                    product[row * 3 + column] = 0;
                    for (int i = 0; i < 3; i++) {
                        product[row * 3 + column] += (row + i) * (atom - column);
                    }
                }
            }
            return product[(int) (atom % 9)];
        }
    }

    /** Both are wholly replaced before they are read. */
    public static final class DoubleBuffer extends SumJob {
        private double[] now = new double[5];
        private double[] then = new double[5];

        @Override
        double term(long atom) {
            for (int i = 0; i < 5; i++) {
                now[(i * 2) % 5] = sum + i;
            }
            for (int i = 0; i < 5; i++) {
                then[(i * 3) % 5] = now[i] * 0.5;
            }
            double[] other = now;
            now = then;
            then = other;
            return now[(int) (atom % 5)];
        }
    }

    /** An atom makes what it goes through. */
    public static final class OwnIterator extends SumJob {
        private static final class Squares implements java.util.Iterator<Long> {
            private long next;

            @Override
            public boolean hasNext() {
                return next < 4;
            }

            @Override
            public Long next() {
                return next * next++;
            }
        }

        @Override
        double term(long atom) {
            double all = 0;
            Squares squares = new Squares();
            while (squares.hasNext()) {
                all += squares.next() * atom;
            }
            return all;
        }
    }

    public static final class RowsWhenNeeded extends SumJob {
        private final double[][] rows = new double[3][];

        @Override
        double term(long atom) {
            int row = (int) (atom % 3);
            if (rows[row] == null) {
                rows[row] = new double[] {row, 2.0 * row};
            }
            return rows[row][1];
        }
    }

    public static final class TransientCache extends SumJob {
        private final transient Map<Long, Double> roots = new HashMap<>();
        private transient double[] data;

        @Override
        double term(long atom) {
            if (data == null) {
                data = new double[] {1, 2, 3};
            }
            return roots.computeIfAbsent(atom % 3, it -> Math.sqrt(it)) + data[(int) (atom % 3)];
        }
    }

    /** Its second field follows from the first one. */
    public static final class Recomputed extends SumJob {
        private double half;

        @Override
        double term(long atom) {
            double before = half;
            half = (sum + 1) / 2;
            return before;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("twice", 2 * half);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            half = from.doubles("twice")[0] / 2;
        }
    }

    public static final class Swapped extends SumJob {
        private double[] front = {1, 2};
        private double[] back = {3, 4};

        @Override
        double term(long atom) {
            back[0] = front[0] + atom;
            double[] other = front;
            front = back;
            back = other;
            return front[0] - back[1];
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("front", front);
            to.doubles("back", back);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            front = from.doubles("front");
            back = from.doubles("back");
        }
    }

    public static final class LogCounter extends SumJob {
        private final transient AtomicLong calls = new AtomicLong();

        @Override
        double term(long atom) {
            if (calls.incrementAndGet() % 100 == 0) {
                System.out.println("alive");
            }
            return 1;
        }
    }

    static final class Layer {
        private double[] weights;
        private double input;

        Layer(double... weights) {
            this.weights = weights;
        }

        double forward(double value) {
            input = value;
            return weights[0] * value + weights[1];
        }

        void back(double gradient) {
            weights[0] -= 0.1 * gradient * input;
        }

        void save(StateWriter to) throws IOException {
            to.doubles("weights", weights);
        }

        void restore(StateReader from) throws IOException {
            weights = from.doubles("weights");
        }
    }

    public static final class OwnObject extends SumJob {
        private final Layer layer = new Layer(1, 0.5);

        @Override
        double term(long atom) {
            double error = layer.forward(atom % 3) - 1;
            layer.back(error);
            return error;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            layer.save(to);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            layer.restore(from);
        }
    }

    public static final class Constants extends SumJob {
        private static final double[] TABLE = {1, 2, 3};
        private static final List<String> NAMES = new ArrayList<>(List.of("a", "bc"));
        private final Random seeded = new Random(3);
        private final double offset = seeded.nextDouble();

        @Override
        double term(long atom) {
            return TABLE[(int) (atom % 3)] + NAMES.get(1).length() + offset + new Random(atom).nextDouble();
        }
    }

    public static final class OpenEnded extends SumJob {
        @Override
        public JobSpec spec() {
            return JobSpec.openEnded("open");
        }

        @Override
        double term(long atom) {
            return 1;
        }

        @Override
        public boolean enough(long nextAtom) {
            return sum > 3.7;
        }
    }

    public static final class Lazy extends SumJob {
        private double[] data;

        private double[] data() {
            if (data == null) {
                data = load();
            }
            return data;
        }

        private static double[] load() {
            return new double[] {1, 2, 3};
        }

        @Override
        double term(long atom) {
            return data()[(int) (atom % 3)];
        }
    }

    public static final class Rows extends SumJob {
        private final double[][] rows = new double[3][3];

        @Override
        double term(long atom) {
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    rows[i][j] = i * j + atom;
                }
            }
            return rows[2][1];
        }
    }

    static final class Tanh {
        private double[] out = new double[0];

        double[] forward(double[] in) {
            out = new double[in.length];
            for (int i = 0; i < in.length; i++) {
                out[i] = Math.tanh(in[i]);
            }
            return out;
        }
    }

    public static final class Layers extends SumJob {
        private final List<Tanh> layers = List.of(new Tanh(), new Tanh());

        @Override
        double term(long atom) {
            double[] value = {atom, 1};
            for (Tanh each : layers) {
                value = each.forward(value);
            }
            return value[0];
        }
    }

    public static final class Shrinks extends SumJob implements Shrinkable {
        private final Map<Long, Double> cache = new HashMap<>();

        @Override
        double term(long atom) {
            return cache.computeIfAbsent(atom % 4, it -> it * 0.5);
        }

        @Override
        public Bytes shrink(Pressure pressure) {
            Bytes freed = Bytes.of(8L * cache.size());
            cache.clear();
            return freed;
        }
    }
}
