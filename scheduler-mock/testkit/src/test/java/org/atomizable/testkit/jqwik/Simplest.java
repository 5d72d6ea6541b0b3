package org.atomizable.testkit.jqwik;

import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;

/** Shrinks as far as a failure lasts, as jqwik does. */
final class Simplest {

    private Simplest() {}

    /** Returns what the first value that fails shrinks to. */
    static <T> T thatFails(Arbitrary<T> arbitrary, long seed, Predicate<T> fails) {
        RandomGenerator<T> generator = arbitrary.generator(1000);
        Random random = new Random(seed);
        Shrinkable<T> failing = Stream.generate(() -> generator.next(random))
                .filter(it -> fails.test(it.value()))
                .findFirst()
                .orElseThrow();
        Optional<Shrinkable<T>> simpler = Optional.of(failing);
        while (simpler.isPresent()) {
            failing = simpler.get();
            Shrinkable<T> now = failing;
            simpler = now.shrink()
                    .filter(it -> it.distance().compareTo(now.distance()) < 0)
                    .filter(it -> fails.test(it.value()))
                    .findFirst();
        }
        return failing.value();
    }
}
