package org.atomizable.scheduler.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;

class SimulatedNodeProperties {

    private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Interval FIVE_MINUTES = Interval.of(ORIGIN, Duration.ofMinutes(5));

    private static List<Slice> slices(int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> new Slice("s" + index, new SliceKind("1g.10gb"), Bytes.gibi(9)))
                .toList();
    }

    private static SimulatedNode node(int slices, int openAtOnce, long seed) {
        return new SimulatedNode(slices(slices), Load.DEFAULT.withOpenAtOnce(openAtOnce), seed, ORIGIN);
    }

    @Property(tries = 100)
    void neverAreMoreSlicesOpenThanTold(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 7) int slices,
            @ForAll @IntRange(min = 1, max = 4) int open) {
        SimulatedNode node = node(slices, open, seed);
        List<Interval> holes = new ArrayList<>();
        node.slices()
                .forEach(slice ->
                        holes.addAll(node.calendar(slice.id(), FIVE_MINUTES).holes()));
        // The number open grows only where a hole begins.
        for (Interval hole : holes) {
            assertThat(holes.stream().filter(it -> it.contains(hole.from()))).hasSizeLessThanOrEqualTo(open);
        }
    }

    @Property(tries = 50)
    void theLoadDependsOnTheSeedAndNotOnWhoAsksFirst(@ForAll long seed, @ForAll long order) {
        SimulatedNode one = node(3, 2, seed);
        SimulatedNode other = node(3, 2, seed);
        List<Interval> questions = new ArrayList<>(IntStream.range(0, 30)
                .mapToObj(index -> Interval.of(ORIGIN.plusSeconds(index * 7L), Duration.ofSeconds(9)))
                .toList());
        Collections.shuffle(questions, new Random(order));
        questions.forEach(it -> other.calendar("s" + (it.from().getEpochSecond() % 3), it));
        for (Slice slice : one.slices()) {
            assertThat(other.calendar(slice.id(), FIVE_MINUTES)).isEqualTo(one.calendar(slice.id(), FIVE_MINUTES));
        }
    }

    @Property(tries = 50)
    void aPartOfACalendarSaysTheSameAsTheWhole(
            @ForAll long seed, @ForAll @IntRange(max = 200) int from, @ForAll @IntRange(min = 1, max = 60) int length) {
        SimulatedNode node = node(2, 1, seed);
        Interval part = Interval.of(ORIGIN.plusSeconds(from), Duration.ofSeconds(length));
        List<Reservation> whole = node.calendar("s1", FIVE_MINUTES).reservations();
        assertThat(node.calendar("s1", part).reservations())
                .isEqualTo(whole.stream().filter(it -> it.time().overlaps(part)).toList());
    }

    @Property(tries = 50)
    void holesAreAsLongAsTheLoadSays(@ForAll long seed) {
        SimulatedNode node = node(3, 2, seed);
        Calendar calendar = node.calendar("s0", FIVE_MINUTES);
        List<Interval> holes = calendar.holes();
        assertThat(holes).hasSizeGreaterThan(10);
        // The last one may be cut by the end of what was asked for.
        assertThat(holes.subList(0, holes.size() - 1))
                .allSatisfy(hole -> assertThat(hole.length())
                        .isBetween(
                                Load.DEFAULT.holes().shortest(),
                                Load.DEFAULT.holes().longest()));
        assertThat(calendar.reservations().subList(1, calendar.reservations().size()))
                .allSatisfy(it -> assertThat(it.time().length())
                        .isGreaterThanOrEqualTo(Load.DEFAULT.reservations().shortest()));
    }

    @Property(tries = 50)
    void holesDoubleWhereTheNodeGetsQuieter(@ForAll long seed, @ForAll @IntRange(min = 20, max = 600) int seconds) {
        Duration doubling = Duration.ofSeconds(seconds);
        Load load = Load.DEFAULT.withDoubling(doubling);
        Calendar calendar = new SimulatedNode(slices(2), load, seed, ORIGIN).calendar("s0", FIVE_MINUTES);
        List<Interval> holes = calendar.holes();
        assertThat(holes.subList(0, holes.size() - 1)).isNotEmpty().allSatisfy(hole -> {
            double doublings = (double) Duration.between(ORIGIN, hole.from()).toNanos() / doubling.toNanos();
            double factor = Math.pow(2, Math.min(4, doublings));
            assertThat((double) hole.length().toNanos())
                    .isBetween(
                            0.999 * factor * load.holes().shortest().toNanos(),
                            1.001 * factor * load.holes().longest().toNanos());
        });
    }

    @Property(tries = 30)
    void noSliceWaitsForEverToOpen(@ForAll long seed) {
        SimulatedNode node = node(7, 1, seed);
        for (Slice slice : node.slices()) {
            assertThat(node.calendar(slice.id(), FIVE_MINUTES).holes()).hasSizeGreaterThan(3);
        }
    }

    @Property(tries = 30)
    void noSliceWaitsForEverWhereTheNodeGetsQuieter(@ForAll long seed) {
        Load load = Load.DEFAULT.withDoubling(Duration.ofSeconds(10)).withOpenAtOnce(1);
        SimulatedNode node = new SimulatedNode(slices(3), load, seed, ORIGIN);
        Interval later = Interval.of(ORIGIN.plus(Duration.ofHours(1)), Duration.ofMinutes(20));
        for (Slice slice : node.slices()) {
            assertThat(node.calendar(slice.id(), later).holes()).isNotEmpty();
        }
    }
}
