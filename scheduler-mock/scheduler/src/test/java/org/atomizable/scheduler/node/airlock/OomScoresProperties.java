package org.atomizable.scheduler.node.airlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;

class OomScoresProperties {

    private static final long CAPACITY = 1_000_000;

    private static Resident resident(String job, int priority, long held, long peak) {
        return new Resident(
                job,
                new Worth(priority, ResidentClass.LONG, 1),
                Instant.EPOCH,
                ResidentMemory.in("host", Bytes.of(held), Bytes.of(peak), Bytes.ZERO),
                new Resident.Departure(Duration.ZERO, true));
    }

    private static List<Resident> residents(long seed, int count) {
        Random random = new Random(seed);
        List<Resident> residents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long held = random.nextInt((int) CAPACITY / count);
            residents.add(resident("j" + i, random.nextInt(4), held, held + random.nextInt(100_000)));
        }
        return residents;
    }

    /** The kernel's own rule: a process's share of the memory in thousandths, and its adjustment. */
    private static double badness(Resident resident, OomScores scores) {
        return 1000.0 * ResidentMemory.amount(resident.memory().held(), "host") / CAPACITY
                + scores.adjustments().getOrDefault(resident.job(), -1);
    }

    @Property(tries = 500)
    void theKernelsOrderIsThatOfWorthWhateverEachHolds(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int count) {
        List<Resident> residents = residents(seed, count);
        OomScores scores = OomScores.of(residents, Bytes.of(CAPACITY));
        assertThat(scores.adjustments()).hasSize(count);
        assertThat(scores.adjustments().values()).allMatch(it -> it >= 0 && it <= 1000);
        assertThat(scores.ordered()).isTrue();
        for (Resident one : residents) {
            for (Resident other : residents) {
                if (one.worth().compareTo(other.worth()) < 0) {
                    assertThat(badness(one, scores)).isGreaterThan(badness(other, scores));
                }
            }
        }
    }

    @Example
    void aJobOfMoreWorthMayGrowToItsPeakAndStaysBehind() {
        List<Resident> before = List.of(resident("low", 0, 10_000, 20_000), resident("high", 1, 10_000, 700_000));
        OomScores scores = OomScores.of(before, Bytes.of(CAPACITY));
        assertThat(badness(before.get(0), scores))
                .isGreaterThan(badness(resident("high", 1, 700_000, 700_000), scores));
    }

    @Example
    void anOrderThatTheKernelCannotKeepIsToldAsSuch() {
        List<Resident> many = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            many.add(resident("j" + i, i, 1, 1));
        }
        assertThat(OomScores.of(many, Bytes.of(CAPACITY)).ordered()).isFalse();
    }
}
