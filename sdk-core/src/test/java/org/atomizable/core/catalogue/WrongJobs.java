package org.atomizable.core.catalogue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs that are written by the interface, and would end cut in another result than straight. */
final class WrongJobs {

    private WrongJobs() {}

    @Refused({"WrongJobs.Counter.seen", "term", "not saved"})
    public static final class Counter extends SumJob {
        private int seen;

        @Override
        double term(long atom) {
            return ++seen % 7;
        }
    }

    @Refused({"Halved.rate", "what is saved of it is not restored"})
    public static final class Halved extends SumJob {
        private double rate = 1;

        @Override
        double term(long atom) {
            if (atom % 20 == 19) {
                rate /= 2;
            }
            return rate;
        }

        @Override
        public void save(StateWriter to) throws java.io.IOException {
            super.save(to);
            to.doubles("rate", rate);
        }
    }

    @Refused("Best.best")
    public static final class Best extends SumJob {
        private double best = Double.NEGATIVE_INFINITY;

        @Override
        double term(long atom) {
            best = Math.max(best, sum);
            return Math.sin(atom);
        }

        @Override
        public Optional<Metric> evaluate() {
            return Optional.of(Metric.exact("best", best));
        }
    }

    @Refused({"Patience.without", "enough"})
    public static final class Patience extends SumJob {
        private int without;

        @Override
        public JobSpec spec() {
            return JobSpec.openEnded("patience");
        }

        @Override
        double term(long atom) {
            without = sum > 2 ? without + 1 : 0;
            return 1;
        }

        @Override
        public boolean enough(long nextAtom) {
            return without > 5;
        }
    }

    @Refused({"AskedOften.asked", "enough"})
    public static final class AskedOften extends SumJob {
        private int asked;

        @Override
        public JobSpec spec() {
            return JobSpec.openEnded("asked-often");
        }

        @Override
        double term(long atom) {
            return atom;
        }

        @Override
        public boolean enough(long nextAtom) {
            return ++asked > 20;
        }
    }

    @Refused({"Growing.total", "spec"})
    public static final class Growing extends SumJob {
        private long total = 12;

        @Override
        public JobSpec spec() {
            return JobSpec.of("growing", total);
        }

        @Override
        double term(long atom) {
            if (atom == 5) {
                total = 15;
            }
            return atom;
        }
    }

    @Refused("Chance.random")
    public static final class Chance extends SumJob {
        private final Random random = new Random(7);

        @Override
        double term(long atom) {
            return random.nextDouble();
        }
    }

    @Refused("Position.rows")
    public static final class Position extends SumJob {
        private final Iterator<Double> rows = List.of(1.0, 2.0, 4.0, 8.0, 1.0, 3.0, 9.0, 7.0, 6.0, 5.0, 2.0, 0.5)
                .iterator();

        @Override
        double term(long atom) {
            return rows.next();
        }
    }

    @Refused({"StaticList.SEEN", "Make it a field"})
    public static final class StaticList extends SumJob {
        private static final List<Double> SEEN = new ArrayList<>();

        @Override
        double term(long atom) {
            SEEN.add(sum);
            return SEEN.size() % 5;
        }
    }

    /** What another class holds. */
    static final class Log {
        private static final Map<String, Double> LAST = new HashMap<>();

        private Log() {}

        static double put(String name, double value) {
            Double before = LAST.put(name, value);
            return before == null ? 0 : before;
        }
    }

    @Refused("Log.LAST")
    public static final class OtherClass extends SumJob {
        @Override
        double term(long atom) {
            return Log.put("sum", sum) + 1;
        }
    }

    @Refused("PerThread.LAST")
    public static final class PerThread extends SumJob {
        private static final ThreadLocal<Double> LAST = ThreadLocal.withInitial(() -> 1.0);

        @Override
        double term(long atom) {
            double before = LAST.get();
            LAST.set(sum + 1);
            return before;
        }
    }

    enum Mode {
        ONLY;

        private int uses;

        int use() {
            return ++uses;
        }
    }

    @Refused("Mode.uses")
    public static final class EnumField extends SumJob {
        @Override
        double term(long atom) {
            return Mode.ONLY.use() % 3;
        }
    }

    interface Constants {
        List<Double> TERMS = new ArrayList<>();
    }

    @Refused("Constants.TERMS")
    public static final class InterfaceConstant extends SumJob implements Constants {
        @Override
        double term(long atom) {
            TERMS.add(sum);
            return TERMS.size() % 4;
        }
    }

    @Refused("TransientRate.rate")
    public static final class TransientRate extends SumJob {
        private transient double rate = 1;

        @Override
        double term(long atom) {
            rate *= 0.9;
            return rate;
        }
    }

    static final class Momentum {
        private final double[] values = new double[2];

        double step(double gradient) {
            values[0] = 0.9 * values[0] + gradient;
            return values[0];
        }
    }

    @Refused("Momentum.values")
    public static final class OwnObject extends SumJob {
        private final Momentum momentum = new Momentum();

        @Override
        double term(long atom) {
            return momentum.step(1);
        }
    }

    @Refused("Text.history")
    public static final class Text extends SumJob {
        private final StringBuilder history = new StringBuilder();

        @Override
        double term(long atom) {
            history.append(atom % 3);
            return 1;
        }

        @Override
        public Optional<Metric> evaluate() {
            return Optional.of(Metric.exact("history", history.toString().hashCode()));
        }
    }

    @Refused("Atomic.calls")
    public static final class Atomic extends SumJob {
        private final AtomicLong calls = new AtomicLong();

        @Override
        double term(long atom) {
            return calls.incrementAndGet() % 5;
        }
    }

    @Refused("SavesNothing.weight")
    public static final class SavesNothing extends SumJob {
        private double weight = 1;

        @Override
        double term(long atom) {
            weight *= 1.5;
            return weight;
        }

        @Override
        public void save(StateWriter to) {}

        @Override
        public void restore(StateReader from) {}
    }

    /** Filled once, but from what atoms change. */
    @Refused("FirstState.first")
    public static final class FirstState extends SumJob {
        private double[] first;

        @Override
        double term(long atom) {
            if (first == null) {
                first = new double[] {sum + 1};
            }
            return first[0];
        }
    }

    @Refused("Histogram.counts")
    public static final class Histogram extends SumJob {
        private final int[] counts = new int[5];

        @Override
        double term(long atom) {
            for (int i = 0; i < 3; i++) {
                counts[(int) ((atom + i) % 5)]++;
            }
            return counts[2];
        }
    }

    @Refused("Partial.weights")
    public static final class Partial extends SumJob {
        private final double[] weights = new double[4];

        @Override
        double term(long atom) {
            for (int i = 0; i < 2; i++) {
                weights[i] = atom;
            }
            weights[3] += 1;
            return weights[3];
        }
    }

    @Refused("Damped.momentum")
    public static final class Damped extends SumJob {
        private final double[] momentum = new double[3];

        @Override
        double term(long atom) {
            for (int i = 0; i < 3; i++) {
                momentum[i] = 0.9 * momentum[i] + Math.sin(atom + i);
            }
            return atom % 20 == 19 ? momentum[1] : 0;
        }
    }

    @Refused("Greatest.most")
    public static final class Greatest extends SumJob {
        private final double[] most = new double[3];

        @Override
        double term(long atom) {
            double[] values = {atom % 17, 2, atom % 5};
            for (int i = 0; i < 3; i++) {
                if (values[i] > most[i]) {
                    most[i] = values[i];
                }
            }
            return atom % 20 == 19 ? most[0] : 0;
        }
    }

    @Refused("Least.least")
    public static final class Least extends SumJob {
        private final int[] least = {50};

        @Override
        double term(long atom) {
            int value = (int) (50 - atom % 17);
            if (value < least[0]) {
                least[0] = value;
            }
            return atom % 20 == 19 ? least[0] : 0;
        }
    }

    @Refused("Moments.moments")
    public static final class Moments extends SumJob {
        private final long[][] moments = new long[2][3];

        @Override
        double term(long atom) {
            moments[1][2] = Math.max(moments[1][2], atom % 17);
            return atom % 20 == 19 ? moments[1][2] : 0;
        }
    }

    @Refused("Drawn.numbers")
    public static final class Drawn extends SumJob {
        private final PrimitiveIterator.OfDouble numbers =
                new Random(3).doubles().iterator();

        @Override
        double term(long atom) {
            return numbers.nextDouble();
        }
    }

    /** Its atoms are exact; what it says in the end is not. */
    @Refused({"Boastful.best", "not saved"})
    public static final class Boastful extends SumJob {
        private final Optional<double[]> best = Optional.of(new double[1]);

        @Override
        double term(long atom) {
            best.ifPresent(it -> it[0] = Math.max(it[0], atom % 7));
            return atom;
        }

        @Override
        public Optional<Metric> evaluate() {
            return best.map(it -> Metric.exact("best", it[0]));
        }
    }

    @Refused({"Casting.best", "not saved"})
    public static final class Casting extends SumJob {
        private final Object best = new double[1];

        @Override
        double term(long atom) {
            double[] held = double[].class.cast(best);
            held[0] = Math.max(held[0], atom % 7);
            return atom;
        }

        @Override
        public Optional<Metric> evaluate() {
            return Optional.of(Metric.exact("best", double[].class.cast(best)[0]));
        }
    }

    public interface Plugin {
        double next();
    }

    public static final class Counting implements Plugin {
        private static long count;

        @Override
        public double next() {
            return ++count % 20 == 0 ? 5 : 1;
        }
    }

    /** No instruction names the class. */
    @Refused("Counting.count")
    public static final class LoadedByName extends SumJob {
        private final Plugin plugin;

        public LoadedByName() throws ReflectiveOperationException {
            plugin = (Plugin) Class.forName("org.atomizable.core.catalogue.WrongJobs$Counting")
                    .getConstructor()
                    .newInstance();
        }

        @Override
        double term(long atom) {
            return plugin.next();
        }
    }
}
