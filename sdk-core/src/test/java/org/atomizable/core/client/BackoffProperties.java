package org.atomizable.core.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BackoffProperties {

    @Property
    void everyWaitIsHalfToWholeOfADoublingThatStopsAtTheMost(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 1000) int failures,
            @ForAll @IntRange(min = 0, max = 1000) int firstMillis,
            @ForAll @IntRange(min = 0, max = 60_000) int moreMillis) {
        Duration first = Duration.ofMillis(firstMillis);
        Duration most = first.plusMillis(moreMillis);

        Duration wait = new Backoff(first, most, 5).before(failures, new SplittableRandom(seed));

        double doubled = Math.min(firstMillis * Math.pow(2, Math.min(failures - 1, 20)), most.toMillis());
        assertThat(wait.toNanos() / 1e6).isBetween(doubled / 2 - 1e-6, doubled + 1e-6);
    }
}
