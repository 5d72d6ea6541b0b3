package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.atomizable.api.StateWriter;

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

    @Refused({"another state", "sum"})
    public static final class CountingLambda extends SumJob {
        private final LongSupplier next = counter();

        private static LongSupplier counter() {
            long[] count = {0};
            return () -> ++count[0];
        }

        @Override
        double term(long atom) {
            return next.getAsLong() % 5;
        }
    }
}
