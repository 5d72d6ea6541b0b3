package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs that look like {@link WrongResets}, and end cut in the bits of a straight run. */
final class RightResets {

    private RightResets() {}

    /** No key is known after a restore, so its value is computed again. */
    public static final class ForgetsKey extends SumJob {
        private long key = -1;
        private double root;

        @Override
        double term(long atom) {
            if (atom / 3 != key) {
                key = atom / 3;
                root = Math.sqrt(key);
            }
            return root;
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            key = -1;
            root = 0;
        }
    }

    public static final class CountsForLog extends SumJob {
        private long atoms;

        @Override
        double term(long atom) {
            atoms++;
            if (atoms % 100 == 0) {
                System.out.println(atoms + " atoms");
            }
            return atom;
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            atoms = 0;
        }
    }

    /** Begins anew, and is then brought to where it was. */
    public static final class DrawsAgain extends SumJob {
        private Random random = new Random(7);
        private long drawn;

        @Override
        double term(long atom) {
            drawn++;
            return random.nextDouble();
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("drawn", drawn);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            drawn = from.longs("drawn")[0];
            random = new Random(7);
            for (long i = 0; i < drawn; i++) {
                random.nextDouble();
            }
        }
    }

    /** Counts up to where it was. */
    public static final class CountsAgain extends SumJob {
        private long even;

        @Override
        double term(long atom) {
            even += atom % 2 == 0 ? 1 : 0;
            return even;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("twice", 2 * even);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            even = 0;
            for (long i = 0; i < from.longs("twice")[0]; i += 2) {
                even++;
            }
        }
    }

    public static final class StaleFlag extends WrongResets.Costs {
        private double cost;
        private boolean stale = true;

        @Override
        double term(long atom) {
            if (atom % 3 == 0) {
                weights[0] -= 0.01 * sum;
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

    /** Says the same the other way round, and computes in a method of its own. */
    public static final class ValidFlag extends WrongResets.Costs {
        private double cost;
        private boolean isValid;

        @Override
        double term(long atom) {
            weights[1] *= 0.9;
            isValid = false;
            return cost() + cost();
        }

        @Override
        double cost() {
            if (isValid) {
                return cost;
            }
            compute();
            return cost;
        }

        private void compute() {
            isValid = true;
            cost = computed();
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            isValid = false;
        }
    }

    public static final class NullUntilAsked extends WrongResets.Costs {
        private Double cost;

        @Override
        double term(long atom) {
            if (atom % 2 == 0) {
                weights[0] -= 0.01 * sum;
                cost = null;
            }
            return cost();
        }

        @Override
        double cost() {
            if (cost == null) {
                cost = computed();
            }
            return cost;
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            cost = null;
        }
    }

    public static final class NewCache extends SumJob {
        private Map<Long, Double> roots = new HashMap<>();
        private List<Double> terms = new ArrayList<>();

        @Override
        double term(long atom) {
            terms.clear();
            terms.add(roots.computeIfAbsent(atom % 3, it -> Math.sqrt(it)));
            return terms.get(0);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            roots = new HashMap<>();
            terms = new ArrayList<>();
        }
    }
}
