package org.atomizable.core.catalogue;

/** Jobs with transient objects that add up over atoms, which shows in every twentieth atom only. */
final class WrongTransients {

    private WrongTransients() {}

    private static boolean isSeldom(long atom) {
        return WrongRestores.isSeldom(atom);
    }

    /** A mean in which older terms count less. */
    static final class Mean {
        private double value;

        double add(double term) {
            value = 0.9 * value + term;
            return value;
        }
    }

    @Refused({"Mean.value", "not saved", "hold it in a transient AtomicLong"})
    public static final class OwnObject extends SumJob {
        private final transient Mean mean = new Mean();

        @Override
        double term(long atom) {
            double value = mean.add(atom);
            return isSeldom(atom) ? value : 1;
        }
    }

    @Refused({"Elements.sums", "not saved"})
    public static final class Elements extends SumJob {
        private final transient double[] sums = new double[2];

        @Override
        double term(long atom) {
            sums[0] += atom;
            return isSeldom(atom) ? sums[0] : 1;
        }
    }

    static final class Momentum {
        private final double[] values = new double[2];

        void step(double gradient) {
            values[1] = 0.9 * values[1] + gradient;
        }
    }

    @Refused({"Momentum.values", "not saved"})
    public static final class InOwnObject extends SumJob {
        private final transient Momentum momentum = new Momentum();

        @Override
        double term(long atom) {
            momentum.step(1);
            return isSeldom(atom) ? momentum.values[1] : 1;
        }
    }

    @Refused({"Greatest.most", "not saved"})
    public static final class Greatest extends SumJob {
        private final transient long[] most = new long[1];

        @Override
        double term(long atom) {
            long next = atom * 7 % 17;
            if (most[0] < next) {
                most[0] = next;
            }
            return isSeldom(atom) ? most[0] : 1;
        }
    }
}
