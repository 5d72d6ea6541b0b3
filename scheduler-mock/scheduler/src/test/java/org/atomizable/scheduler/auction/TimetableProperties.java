package org.atomizable.scheduler.auction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TimetableProperties {

    private static Timetable timetable(List<WeightedInterval> bids) {
        return Timetable.of(
                bids.stream().mapToLong(WeightedInterval::opens).toArray(),
                bids.stream().mapToLong(WeightedInterval::closes).toArray());
    }

    @Example
    void theExampleWithoutExclusionIsWorthWhatItsTableSays() {
        List<WeightedInterval> bids = Auctions.example(false);
        boolean[] chosen = new boolean[bids.size()];
        double worth = timetable(bids)
                .choose(bids.stream().mapToDouble(WeightedInterval::weight).toArray(), chosen);
        assertThat(worth).isCloseTo(1.32, within(1e-12));
        assertThat(chosen).containsExactly(true, false, true, false, false, true, false);
    }

    /** On a small scale, and on one on which the difference of two instants overflows. */
    @Property(tries = 500)
    void whatIsChosenDoesNotOverlapAndNothingIsWorthMore(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 12) int count, @ForAll boolean large) {
        SplittableRandom random = new SplittableRandom(seed);
        long scale = large ? Long.MAX_VALUE / 30 : 1;
        long[] opens = new long[count];
        long[] closes = new long[count];
        double[] weights = new double[count];
        for (int i = 0; i < count; i++) {
            opens[i] = scale * random.nextInt(-20, 20);
            closes[i] = opens[i] + scale * random.nextInt(1, 10);
            weights[i] = random.nextInt(-2, 12) / 4.0;
        }
        boolean[] chosen = new boolean[count];
        Timetable timetable = Timetable.of(opens, closes);
        double worth = timetable.choose(weights, chosen);
        assertThat(worth).isEqualTo(timetable.best(weights));

        double best = 0;
        for (int set = 0; set < 1 << count; set++) {
            best = Math.max(best, worth(set, opens, closes, weights));
        }
        int chosenSet = 0;
        for (int i = 0; i < count; i++) {
            chosenSet |= chosen[i] ? 1 << i : 0;
        }
        assertThat(worth(chosenSet, opens, closes, weights)).isEqualTo(worth).isEqualTo(best);
    }

    @Property(tries = 5)
    void ofManyNothingIsWorthMoreEither(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 3_000;
        long[] opens = new long[count];
        long[] closes = new long[count];
        double[] weights = new double[count];
        for (int i = 0; i < count; i++) {
            opens[i] = random.nextLong(-600_000_000_000L, 600_000_000_000L);
            closes[i] = opens[i] + random.nextLong(1, 60_000_000_000L);
            weights[i] = random.nextInt(1, 1000);
        }
        assertThat(Timetable.of(opens, closes).best(weights)).isEqualTo(best(opens, closes, weights));
    }

    /** The greatest weight of a chain that ends with each interval, found from the last on. */
    private static double best(long[] opens, long[] closes, double... weights) {
        List<Integer> latestFirst = IntStream.range(0, opens.length)
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> -opens[i]))
                .toList();
        double[] from = new double[opens.length];
        for (int at = 0; at < from.length; at++) {
            int i = latestFirst.get(at);
            double after = 0;
            for (int later : latestFirst.subList(0, at)) {
                after = opens[later] >= closes[i] ? Math.max(after, from[later]) : after;
            }
            from[i] = weights[i] + after;
        }
        return Arrays.stream(from).max().orElse(0);
    }

    private static double worth(int set, long[] opens, long[] closes, double... weights) {
        double worth = 0;
        for (int i = 0; i < opens.length; i++) {
            if ((set >> i & 1) == 0) {
                continue;
            }
            worth += weights[i];
            for (int j = 0; j < i; j++) {
                if ((set >> j & 1) == 1 && opens[i] < closes[j] && opens[j] < closes[i]) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
        }
        return worth;
    }

    @Example
    void whatIsNoIntervalIsRefused() {
        assertThatThrownBy(() -> Timetable.of(new long[] {1}, new long[] {1}))
                .hasMessageContaining("must close after it opens");
        assertThatThrownBy(() -> Timetable.of(new long[] {1}, new long[] {}))
                .hasMessageContaining("1 intervals open and 0 close");
    }
}
