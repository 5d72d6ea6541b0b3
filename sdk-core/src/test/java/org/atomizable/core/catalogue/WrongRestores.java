package org.atomizable.core.catalogue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.core.state.SavableRandom;

/** Jobs whose byte code shows nothing wrong; what two instances do after a restore differs. */
final class WrongRestores {

    private WrongRestores() {}

    /** Its field is read by {@code save}; only what comes back is wrong. */
    @Refused({"RestoresNothing.rate", "what is saved of it is not restored"})
    public static final class RestoresNothing extends SumJob {
        private double rate = 1;

        @Override
        double term(long atom) {
            rate *= 0.9;
            return rate;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("rate", rate);
        }
    }

    @Refused({"another state", "size"})
    public static final class SavesSize extends SumJob {
        private final List<Double> terms = new ArrayList<>(List.of(1.0));

        @Override
        double term(long atom) {
            terms.add(sum);
            return terms.get(terms.size() / 2);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("size", terms.size());
        }
    }

    @Refused({"another state", "sum"})
    public static final class ClockInConstructor extends SumJob {
        private final long began = System.nanoTime();

        @Override
        double term(long atom) {
            return began;
        }
    }

    /** What it forgot matters in every second atom only. */
    @Refused({"another state", "sum"})
    public static final class EverySecondAtom extends SumJob {
        private final List<Double> terms = new ArrayList<>();

        @Override
        double term(long atom) {
            terms.add(sum + 1);
            return atom % 2 == 0 ? terms.get(0) + terms.size() : 1;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("isEmpty", terms.isEmpty() ? 1 : 0);
        }
    }

    /** What only every twentieth atom does is not among those that are run twice. */
    static boolean isSeldom(long atom) {
        return atom % 20 == 19;
    }

    /** Its weights are a new array after a restore. */
    abstract static class NewWeights extends SumJob {
        double[] weights = {1, 0};

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("weights", weights);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            weights = from.doubles("weights");
        }
    }

    @Refused({"two objects", "SecondField.view and SecondField.weights"})
    public static final class SecondField extends NewWeights {
        private final double[] view = weights;

        @Override
        double term(long atom) {
            weights[0]++;
            return isSeldom(atom) ? view[0] : 1;
        }
    }

    @Refused({"two objects", "ListOfArrays.weights and ListOfArrays.all[0]"})
    public static final class ListOfArrays extends NewWeights {
        private final List<double[]> all = List.of(weights);

        @Override
        double term(long atom) {
            weights[0]++;
            return isSeldom(atom) ? all.get(0)[0] : 1;
        }
    }

    @Refused({"two objects", "KeptLambda.weights and KeptLambda.first.(captured)1"})
    public static final class KeptLambda extends NewWeights {
        private final DoubleSupplier first = first(weights);

        private static DoubleSupplier first(double[] of) {
            return () -> of[0];
        }

        @Override
        double term(long atom) {
            weights[0]++;
            return isSeldom(atom) ? first.getAsDouble() : 1;
        }
    }

    /** Only one of two arrays that are given to helpers is saved. */
    @Refused({"Sums.sums", "not saved"})
    public static final class HelperOfAnotherArray extends SumJob {
        private final double[] sums = new double[3];
        private final RightRestores.Sums one = new RightRestores.Sums(sums);
        private final RightRestores.Sums other = new RightRestores.Sums(new double[3]);

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

    record Middle(List<Double> of) {
        double get() {
            return of.isEmpty() ? 0 : of.get(of.size() / 2);
        }
    }

    @Refused({"two objects", "HelperOfList.terms and HelperOfList.middle.of"})
    public static final class HelperOfList extends SumJob {
        private List<Double> terms = new ArrayList<>();
        private final Middle middle = new Middle(terms);

        @Override
        double term(long atom) {
            terms.add(sum + 1);
            return isSeldom(atom) ? middle.get() : 1;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("terms", terms.stream().mapToDouble(it -> it).toArray());
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            terms = new ArrayList<>();
            for (double each : from.doubles("terms")) {
                terms.add(each);
            }
        }
    }

    record Dice(SavableRandom random) {
        double roll() {
            return random.nextDouble();
        }
    }

    @Refused({"two objects", "HelperOfChance.random and HelperOfChance.dice.random"})
    public static final class HelperOfChance extends SumJob {
        private SavableRandom random = new SavableRandom(3);
        private final Dice dice = new Dice(random);

        @Override
        double term(long atom) {
            double next = random.nextDouble();
            return isSeldom(atom) ? dice.roll() : next;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("random", random.state());
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            random = new SavableRandom(from.longs("random")[0]);
        }
    }

    static final class Hidden {
        private static double first;

        private Hidden() {}
    }

    /** No instruction names the class or its field, and where that is set it stays so, unless the classes are new. */
    @Refused({"another state", "sum"})
    public static final class StaticByReflection extends SumJob {
        private final Field first;

        public StaticByReflection() throws ReflectiveOperationException {
            first = Class.forName(getClass().getName().replace("StaticByReflection", "Hidden"))
                    .getDeclaredFields()[0];
            first.setAccessible(true);
        }

        @Override
        double term(long atom) {
            try {
                if (first.getDouble(null) == 0) {
                    first.setDouble(null, sum + atom + 1);
                }
                return first.getDouble(null);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
