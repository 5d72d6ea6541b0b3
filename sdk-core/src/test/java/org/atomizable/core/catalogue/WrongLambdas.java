package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs that keep a lambda or a method reference, whose captured object changes. What it gives is 1, and seldom something else. */
final class WrongLambdas {

    private WrongLambdas() {}

    static double seldom(long count) {
        return count % 20 == 0 ? 5 : 1;
    }

    @Refused({"CountingLambda.next", "not saved"})
    public static final class CountingLambda extends SumJob {
        private final LongSupplier next = counter();

        private static LongSupplier counter() {
            long[] count = {0};
            return () -> ++count[0];
        }

        @Override
        double term(long atom) {
            return seldom(next.getAsLong());
        }
    }

    @Refused({"Reference.next", "not saved"})
    public static final class Reference extends SumJob {
        private final LongSupplier next = new AtomicLong()::incrementAndGet;

        @Override
        double term(long atom) {
            return seldom(next.getAsLong());
        }
    }

    @Refused({"Drawing.next", "not saved"})
    public static final class Drawing extends SumJob {
        private final DoubleSupplier next = new Random(3)::nextDouble;

        @Override
        double term(long atom) {
            return next.getAsDouble() < 0.05 ? 5 : 1;
        }
    }

    /** The counter is saved, and a restore makes another one. */
    @Refused({"OfReplaced.next", "not saved"})
    public static final class OfReplaced extends SumJob {
        private AtomicLong counter = new AtomicLong();
        private final LongSupplier next = counter::incrementAndGet;

        @Override
        double term(long atom) {
            return seldom(next.getAsLong());
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("counter", counter.get());
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            counter = new AtomicLong(from.longs("counter")[0]);
        }
    }

    @Refused({"MapOfReferences.named", "not saved"})
    public static final class MapOfReferences extends SumJob {
        private final Map<String, LongSupplier> named = Map.of("next", new AtomicLong()::incrementAndGet);

        @Override
        double term(long atom) {
            return seldom(named.get("next").getAsLong());
        }
    }

    @Refused({"ListOfLambdas.all", "not saved"})
    public static final class ListOfLambdas extends SumJob {
        private final List<LongSupplier> all = new ArrayList<>();

        public ListOfLambdas() {
            long[] count = {0};
            all.add(() -> ++count[0]);
        }

        @Override
        double term(long atom) {
            return seldom(all.get(0).getAsLong());
        }
    }

    static final class Steps {
        private long taken;

        long take() {
            return ++taken;
        }
    }

    @Refused({"Steps.taken", "not saved"})
    public static final class OwnReference extends SumJob {
        private final LongSupplier next = new Steps()::take;

        @Override
        double term(long atom) {
            return seldom(next.getAsLong());
        }
    }

    record Asking(LongSupplier next) {
        long ask() {
            return next.getAsLong();
        }
    }

    @Refused({"Asking.next", "not saved"})
    public static final class GivenToHelper extends SumJob {
        private final Asking helper = new Asking(new AtomicLong()::incrementAndGet);

        @Override
        double term(long atom) {
            return seldom(helper.ask());
        }
    }

    /** No lambda, but as hidden: a method is given the array. */
    @Refused({"GivenArray.count", "not saved"})
    public static final class GivenArray extends SumJob {
        private final long[] count = {0};

        private static long next(long[] of) {
            return ++of[0];
        }

        @Override
        double term(long atom) {
            return seldom(next(count));
        }
    }
}
