package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs whose restore sets to a constant what atoms add to, which shows after twenty atoms. */
final class WrongResets {

    private WrongResets() {}

    @Refused({"Constant.rate", "a restore sets it to what a new job has"})
    public static final class Constant extends SumJob {
        private double rate = 1;

        @Override
        double term(long atom) {
            if (WrongRestores.isSeldom(atom)) {
                rate /= 2;
            }
            return rate;
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            rate = 1;
        }
    }

    @Refused({"Parameter.rate", "a restore sets it to what a new job has"})
    public static final class Parameter extends SumJob {
        private final double first = Double.parseDouble("0.5");
        private double rate = first;

        @Override
        double term(long atom) {
            rate = Math.min(rate, 1.0 / (1 + atom / 20));
            return rate;
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            rate = first;
        }
    }

    @Refused({"ReadAndDropped.count", "a restore sets it to what a new job has"})
    public static final class ReadAndDropped extends SumJob {
        private long count;

        @Override
        double term(long atom) {
            return WrongLambdas.seldom(++count);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("count", count);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            from.longs("count");
            count = 0;
        }
    }

    /** Its weights are saved, and what they cost is computed when it is asked for after they have changed. */
    abstract static class Costs extends SumJob {
        final double[] weights = {1, 2};

        abstract double cost();

        double computed() {
            return weights[0] * weights[0] + 3 * weights[1];
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("weights", weights);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            System.arraycopy(from.doubles("weights"), 0, weights, 0, weights.length);
        }

        @Override
        public Optional<Metric> evaluate() {
            return Optional.of(Metric.exact("cost", cost()));
        }
    }

    /** It is not told that its weights have changed. */
    @Refused({"ForgotStale.cost", "not saved"})
    public static final class ForgotStale extends Costs {
        private double cost;
        private boolean stale = true;

        @Override
        double term(long atom) {
            weights[0] -= 0.01 * sum;
            if (WrongRestores.isSeldom(atom)) {
                stale = true;
            }
            return cost();
        }

        @Override
        double cost() {
            if (stale) {
                cost = computed();
                stale = false;
            }
            return cost;
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            stale = true;
        }
    }

    /** A flag is not the only way to its number. */
    @Refused({"ReadsStale.cost", "not saved"})
    public static final class ReadsStale extends Costs {
        private double cost;
        private boolean stale = true;

        @Override
        double term(long atom) {
            weights[0] -= 0.01 * sum;
            stale = true;
            return cost + cost();
        }

        @Override
        double cost() {
            if (stale) {
                cost = computed();
                stale = false;
            }
            return cost;
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            stale = true;
        }
    }

    @Refused({"NewCounter.count", "a restore sets it to what a new job has"})
    public static final class NewCounter extends SumJob {
        private AtomicLong count = new AtomicLong();

        @Override
        double term(long atom) {
            return WrongLambdas.seldom(count.incrementAndGet());
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            count = new AtomicLong();
        }
    }
}
