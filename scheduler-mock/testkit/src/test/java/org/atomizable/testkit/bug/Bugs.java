package org.atomizable.testkit.bug;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** One mistake each. */
public final class Bugs {

    private Bugs() {}

    /** The same order in all runs of a JVM, and another one in the next. */
    public static final class SetWithoutOrder extends Regression {
        /**
         * Two JVMs have the same order with a chance of 1 in 80,000: a set begins at any place of its table, in one of two directions, and
         * even numbers fill all of a table that is twice as long as they are many.
         */
        private static final Set<Integer> ITEMS =
                Set.copyOf(IntStream.range(0, 40_000).map(it -> 2 * it).boxed().toList());

        @Override
        public void run(long atom) {
            ITEMS.forEach(item -> weights[1] = weights[1] / 2 + item);
        }
    }

    /** Takes its weights for a cache. */
    public static final class ShrinkLosesState extends Regression implements Shrinkable {
        @Override
        public Bytes shrink(Pressure pressure) {
            weights[1] = 0;
            return Bytes.of(8);
        }
    }

    /** Momentum starts at zero after each restore. */
    public static final class OptimizerForgotten extends Regression {
        private final double[] momentum = new double[2];

        @Override
        public void run(long atom) {
            double x = x(atom);
            double error = 3 * x - 1 - (weights[0] * x + weights[1]);
            momentum[0] = 0.9 * momentum[0] + error * x;
            momentum[1] = 0.9 * momentum[1] + error;
            weights[0] += 0.02 * momentum[0];
            weights[1] += 0.02 * momentum[1];
        }
    }

    /** An epoch has 10 items in batches of 4, 4 and 2; the position after a restore is as if all had 4. */
    public static final class LastBatch extends Regression {
        private static final int ITEMS = 10;
        private static final int BATCH = 4;
        private int position;
        private long atoms;

        @Override
        public void run(long atom) {
            int end = Math.min(ITEMS, position + BATCH);
            for (int item = position; item < end; item++) {
                step(x(item), 0.05);
            }
            position = end % ITEMS;
            atoms++;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("atoms", atoms);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            atoms = from.longs("atoms")[0];
            position = (int) (atoms * BATCH % ITEMS);
        }
    }

    /** The second atom waits for something that does not come. */
    public static final class Unbounded extends Regression {
        private final CountDownLatch converged = new CountDownLatch(1);

        @Override
        public void run(long atom) throws Exception {
            step(x(atom), 0.05);
            if (atom == 1) {
                converged.await();
            }
        }
    }

    /** Every atom keeps its points for ever. */
    public static final class Growing extends Regression {
        private final List<double[]> history = new ArrayList<>();

        @Override
        public void run(long atom) {
            step(x(atom), 0.05);
            history.add(new double[40_000]);
        }
    }

    /** A thread writes the last step when the atom has ended. */
    public static final class LateThread extends Regression {
        @Override
        public void run(long atom) {
            step(x(atom), 0.05);
            Thread late = new Thread(
                    () -> {
                        LockSupport.parkNanos(20_000_000);
                        weights[1] += 0.125;
                    },
                    "late writer");
            late.start();
        }
    }

    /** To save flushes a sum into the weights. */
    public static final class SaveFlushes extends Regression {
        private double pending;

        @Override
        public void run(long atom) {
            step(x(atom), 0.05);
            pending += 0.001;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            weights[1] += 1e-3 * pending * pending;
            pending = 0;
            super.save(to);
        }
    }

    /** A correct job whose memory grows by stages that it declares. */
    public static final class Staged extends Regression {
        private final List<double[]> batches = new ArrayList<>();

        @Override
        public JobSpec spec() {
            return JobSpec.of("staged", ATOMS).withStage("long sequences", ATOMS / 2, ATOMS);
        }

        @Override
        public void run(long atom) {
            step(x(atom), 0.05);
            batches.add(new double[40_000]);
        }
    }
}
