package org.atomizable.testkit.bug;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.jspecify.annotations.Nullable;

/** One fault each, of which the cause is known, beside fields that differ and do not matter. */
public final class KnownFaults {

    private KnownFaults() {}

    /** What no look into fields sees: it is another number at each call. */
    static long hidden() {
        long next = Long.getLong("hidden.from.the.testkit", 0) + 1;
        System.setProperty("hidden.from.the.testkit", Long.toString(next));
        return next;
    }

    /** Keeps what does not matter. */
    public abstract static class Noisy extends Regression {
        final long madeAt = System.nanoTime();
        final List<String> log = new ArrayList<>();
        private final transient AtomicLong ran = new AtomicLong();

        void add(double amount) {
            log.add("%s at %s".formatted(ran.getAndIncrement(), System.nanoTime()));
            weights[1] += amount;
        }
    }

    /** A generator with a seed is not saved. */
    public static final class RandomNotSaved extends Noisy {
        private final Random random = new Random(7);

        @Override
        public void run(long atom) {
            add(random.nextDouble());
        }
    }

    /** A generator without a seed. */
    public static final class RandomWithoutSeed extends Noisy {
        private final Random random = new Random();

        @Override
        public void run(long atom) {
            add(random.nextDouble());
        }
    }

    /** Random numbers in an atom that come from nowhere. */
    public static final class MathRandom extends Noisy {
        @Override
        public void run(long atom) {
            add(Math.random());
        }
    }

    /** A clock in an atom. */
    public static final class ClockInAtom extends Noisy {
        @Override
        public void run(long atom) {
            add(System.nanoTime() * 1e-9);
        }
    }

    /** A clock in the constructor. */
    public static final class ClockInConstructor extends Noisy {
        private final double offset = System.nanoTime() * 1e-9;

        @Override
        public void run(long atom) {
            add(offset);
        }
    }

    /** An identity hash code in an atom. */
    public static final class IdentityInAtom extends Noisy {
        @Override
        public void run(long atom) {
            add(System.identityHashCode(new Object()) * 1e-9);
        }
    }

    /** The process id. */
    public static final class ProcessId extends Noisy {
        @Override
        public void run(long atom) {
            add(ProcessHandle.current().pid());
        }
    }

    /** Keys without a hash code of their own. */
    public static final class MapOrder extends Noisy {
        private static final class Key {}

        private final Map<Key, Double> values = new HashMap<>();

        /** Fills the map. */
        public MapOrder() {
            for (int i = 0; i < 40; i++) {
                values.put(new Key(), 1.0 / (3 + i));
            }
        }

        @Override
        public void run(long atom) {
            double average = 0;
            for (double each : values.values()) {
                average = 0.9 * average + each;
            }
            add(average);
        }
    }

    private enum Color {
        RED,
        GREEN,
        BLUE,
        WHITE,
        BLACK,
        PINK,
        BROWN,
        VIOLET,
        YELLOW,
        ORANGE,
        GREY
    }

    /** Enum constants have other hash codes in each JVM. */
    public static final class EnumOrder extends Noisy {
        private final Set<Color> colors = new HashSet<>(List.of(Color.values()));

        @Override
        public void run(long atom) {
            double sum = 0;
            for (Color each : colors) {
                sum = 0.5 * sum + each.ordinal();
            }
            add(sum);
        }
    }

    /** A static counter. */
    public static final class StaticCounter extends Noisy {
        private static int steps;

        @Override
        public void run(long atom) {
            add(++steps);
        }
    }

    /** A static counter in an object. */
    public static final class StaticAtomic extends Noisy {
        private static final AtomicLong STEPS = new AtomicLong();

        @Override
        public void run(long atom) {
            add(STEPS.incrementAndGet());
        }
    }

    /** A static generator. */
    public static final class StaticRandom extends Noisy {
        private static final Random SHARED = new Random(1);

        @Override
        public void run(long atom) {
            add(SHARED.nextDouble());
        }
    }

    /** A static list. */
    public static final class StaticList extends Noisy {
        private static final List<Double> HISTORY = new ArrayList<>();

        @Override
        public void run(long atom) {
            HISTORY.add(1.0);
            add(HISTORY.size());
        }
    }

    /** A static that changes and does not matter, and something hidden that does. */
    public static final class StaticThatDoesNotMatter extends Noisy {
        private static long calls;

        @Override
        public void run(long atom) {
            calls++;
            add(hidden());
        }
    }

    /** A race that seldom ends otherwise. */
    public static final class RareRace extends Noisy {
        @Override
        public void run(long atom) {
            Random race = new Random(hidden());
            add(race.nextInt(40) == 0 ? 1e-9 * race.nextDouble() : 0);
            weights[0] += 1;
        }
    }

    /** Momentum is not saved. */
    public static final class Momentum extends Noisy {
        private double momentum;

        @Override
        public void run(long atom) {
            momentum = 0.9 * momentum + 1;
            add(momentum);
        }
    }

    /** Two fields are not saved. */
    public static final class TwoFields extends Noisy {
        private double slow;
        private int every;

        @Override
        public void run(long atom) {
            slow = 0.9 * slow + 1;
            every++;
            add(slow + (every % 3 == 0 ? 1 : 0));
        }
    }

    /** Hears of atoms. */
    private interface Listener {
        double rate();
    }

    /** A listener's state is not saved. */
    public static final class ListenerState extends Noisy {
        private static final class Decay implements Listener {
            private int heard;

            @Override
            public double rate() {
                return 1.0 / ++heard;
            }
        }

        private final List<Listener> listeners = List.of(new Decay());

        @Override
        public void run(long atom) {
            listeners.forEach(it -> add(it.rate()));
        }
    }

    /** One field is restored wrongly. */
    public static final class WrongRestore extends Noisy {
        private long count;

        @Override
        public void run(long atom) {
            add(++count);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("count", count);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            count = from.longs("count")[0] + 1;
        }
    }

    /** A double is saved as a float. */
    public static final class AsFloat extends Noisy {
        private double precise;

        @Override
        public void run(long atom) {
            precise += 0.1;
            add(precise);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.floats("precise", (float) precise);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            precise = from.floats("precise")[0];
        }
    }

    /** What was read ahead is lost. */
    public static final class ReadAhead extends Noisy {
        private final Deque<Double> ahead = new ArrayDeque<>();
        private long next;

        @Override
        public void run(long atom) {
            while (ahead.size() < 3) {
                ahead.add(x(next++));
            }
            add(ahead.remove());
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("next", next);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            next = from.longs("next")[0];
            ahead.clear();
        }
    }

    /** State in a variable of the thread. */
    public static final class InThreadLocal extends Noisy {
        private static final ThreadLocal<double[]> HELD = ThreadLocal.withInitial(() -> new double[1]);

        @Override
        public void run(long atom) {
            add(HELD.get()[0]++);
        }
    }

    /** A restore adds. */
    public static final class RestoreAdds extends Noisy {
        private double sum;

        @Override
        public void run(long atom) {
            sum += 1;
            add(sum);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("sum", sum);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            sum += from.doubles("sum")[0];
        }
    }

    /** Its patience is not saved. */
    public static final class Patience extends Noisy {
        private int patience = 12;

        @Override
        public JobSpec spec() {
            return JobSpec.openEnded("patience");
        }

        @Override
        public void run(long atom) {
            patience--;
            add(1);
        }

        @Override
        public boolean enough(long next) {
            return patience <= 0;
        }
    }

    /** Its metric is not saved. */
    public static final class LastLoss extends Noisy {
        private double loss;

        @Override
        public void run(long atom) {
            loss = 1.0 / (1 + atom);
            add(1);
        }

        @Override
        public java.util.Optional<Metric> evaluate() {
            return java.util.Optional.of(new Metric("loss", loss, 0, 1));
        }
    }

    /** What the first atom makes is missing after a restore. */
    public static final class MadeByTheFirstAtom extends Noisy {
        private double @Nullable [] table;

        @Override
        public void run(long atom) {
            if (atom == 0) {
                table = new double[] {1, 2, 3};
            }
            add(java.util.Objects.requireNonNull(table)[(int) (atom % 3)]);
        }
    }

    /** What it measures of itself is its next step. */
    public static final class MeasureSteps extends Noisy implements Metric.Source {
        @Override
        public void run(long atom) {
            add(1);
        }

        @Override
        public java.util.Optional<Metric> measure() {
            add(0.5);
            return java.util.Optional.of(Metric.exact("weight", weights[1]));
        }
    }

    /** A save that writes a clock. */
    public static final class SavedClock extends Noisy {
        @Override
        public void run(long atom) {
            add(1);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("savedAt", hidden());
        }
    }
}
