package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs that look like {@link WrongLambdas}, and end cut in the bits of a straight run. */
final class RightLambdas {

    private RightLambdas() {}

    public static final class PureReferences extends SumJob {
        private final DoubleUnaryOperator wave = Math::sin;
        private final ToDoubleFunction<String> length = String::length;

        @Override
        double term(long atom) {
            return wave.applyAsDouble(atom) + length.applyAsDouble("two");
        }
    }

    public static final class RestoredInPlace extends SumJob {
        private final AtomicLong counter = new AtomicLong();
        private final LongSupplier next = counter::incrementAndGet;

        @Override
        double term(long atom) {
            return WrongLambdas.seldom(next.getAsLong());
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("counter", counter.get());
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            counter.set(from.longs("counter")[0]);
        }
    }

    public static final class NamedFunctions extends SumJob {
        private final Map<String, DoubleUnaryOperator> named = new LinkedHashMap<>();

        public NamedFunctions() {
            double[] table = {1, 2, 3};
            named.put("wave", Math::sin);
            named.put("table", x -> table[(int) x % 3]);
        }

        @Override
        double term(long atom) {
            return named.get(atom % 2 == 0 ? "wave" : "table").applyAsDouble(atom);
        }
    }

    public static final class CapturedBuffer extends SumJob {
        private final DoubleUnaryOperator product = product();

        private static DoubleUnaryOperator product() {
            double[] buffer = new double[3];
            return x -> {
                for (int i = 0; i < 3; i++) {
                    buffer[i] = x * i;
                }
                return DoubleStream.of(buffer).sum();
            };
        }

        @Override
        double term(long atom) {
            return product.applyAsDouble(atom);
        }
    }

    public static final class GivenBuffer extends SumJob {
        private final double[] product = new double[9];

        private static void multiply(double[] into, double x) {
            for (int row = 0; row < 3; row++) {
                for (int column = 0; column < 3; column++) {
                    into[row * 3 + column] = 0;
                    for (int i = 0; i < 3; i++) {
                        into[row * 3 + column] += x * i;
                    }
                }
            }
        }

        @Override
        double term(long atom) {
            multiply(product, atom);
            return product[(int) (atom % 9)];
        }
    }

    /** Each atom leaves zeros, as the constructor does. */
    public static final class GradientsAtZero extends SumJob {
        private final double[] gradients = new double[3];

        private static void add(double[] to, double x) {
            for (int i = 0; i < to.length; i++) {
                to[i] += x * i;
            }
        }

        @Override
        double term(long atom) {
            add(gradients, atom);
            double all = DoubleStream.of(gradients).sum();
            Arrays.fill(gradients, 0);
            return all;
        }
    }
}
