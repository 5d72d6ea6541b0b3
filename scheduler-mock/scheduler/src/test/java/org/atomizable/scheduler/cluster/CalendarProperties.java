package org.atomizable.scheduler.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class CalendarProperties {

    private static final int SECONDS = 60;

    private static Instant at(int second) {
        return Instant.ofEpochSecond(1000 + second);
    }

    private static Interval drawn(SplittableRandom chance) {
        int from = chance.nextInt(-SECONDS, 2 * SECONDS);
        return new Interval(at(from), at(from + 1 + chance.nextInt(SECONDS)));
    }

    private static boolean within(List<Interval> intervals, int second) {
        return intervals.stream().anyMatch(it -> it.overlaps(new Interval(at(second), at(second + 1))));
    }

    /** Whatever is taken, over what is reserved, over each other, and reaching beyond what is known. */
    @Property(tries = 2000)
    void whatIsTakenIsNoHole(@ForAll long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        Interval known = new Interval(at(0), at(1 + chance.nextInt(SECONDS)));
        Calendar calendar = new Calendar(known, List.of());
        List<Interval> taken = new ArrayList<>();
        for (int times = chance.nextInt(5); times > 0; times--) {
            List<Interval> more = new ArrayList<>();
            for (int each = chance.nextInt(4); each > 0; each--) {
                more.add(drawn(chance));
            }
            calendar = calendar.without(more, "taken");
            taken.addAll(more);
        }
        for (int second = 0; at(second).isBefore(known.to()); second++) {
            assertThat(within(calendar.holes(), second)).isEqualTo(!within(taken, second));
        }
    }
}
