package org.atomizable.scheduler.device;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;

/**
 * A node whose slices are reserved by random rigid jobs from a seed.
 *
 * <p>The load has no end. It is generated as far as a caller asks, always in the order of time over all slices. A
 * calendar therefore depends only on seed, load and origin, never on the order of the calls. Reservations that ended
 * more than an hour before the latest time asked for are forgotten, and look free.
 */
public final class SimulatedNode implements SliceSource {

    /** A slice that is reserved until {@code due} and would then open. */
    private record Turn(Instant due, Instant waitsSince, int index) {}

    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int FORGOTTEN_AT_ONCE = 32;

    private final List<Slice> slices;
    private final Load load;
    private final Instant origin;
    private final List<SplittableRandom> chance = new ArrayList<>();
    private final Map<String, List<Reservation>> drawn = new HashMap<>();
    private final List<Instant> reservedFrom = new ArrayList<>();
    private final PriorityQueue<Turn> turns = new PriorityQueue<>(
            Comparator.comparing(Turn::due).thenComparing(Turn::waitsSince).thenComparing(Turn::index));
    private final int[] numbers;
    private final PriorityQueue<Instant> holesEnd = new PriorityQueue<>();

    /**
     * Makes a node.
     *
     * @param slices at least one, of different ids
     * @param seed the same seed gives the same load
     * @param origin every slice is reserved from here on until its first hole; before, nothing is
     */
    public SimulatedNode(List<Slice> slices, Load load, long seed, Instant origin) {
        this.slices = List.copyOf(slices);
        this.load = load;
        this.origin = origin;
        this.numbers = new int[slices.size()];
        SplittableRandom seeds = new SplittableRandom(seed);
        for (int index = 0; index < slices.size(); index++) {
            SplittableRandom own = seeds.split();
            chance.add(own);
            reservedFrom.add(origin);
            if (drawn.put(slices.get(index).id(), new ArrayList<>()) != null) {
                throw new IllegalArgumentException(
                        "two slices have the id " + slices.get(index).id());
            }
            Instant first = origin.plusNanos(
                    1 + own.nextLong(load.reservations().shortest().toNanos()));
            turns.add(new Turn(first, first, index));
        }
        if (slices.isEmpty()) {
            throw new IllegalArgumentException("a node must have a slice");
        }
    }

    @Override
    public List<Slice> slices() {
        return slices;
    }

    @Override
    public synchronized Calendar calendar(String slice, Interval time) {
        List<Reservation> all = drawn.get(slice);
        if (all == null) {
            throw new IllegalArgumentException("there is no slice " + slice);
        }
        // A slice's last reservation is known once its turn lies beyond the time asked for and its hole is drawn.
        while (all.isEmpty() || all.get(all.size() - 1).time().from().isBefore(time.to())) {
            drawNext();
        }
        int forgotten = firstEndingAfter(all, time.from().minus(REMEMBERED));
        if (forgotten >= FORGOTTEN_AT_ONCE) {
            all.subList(0, forgotten).clear();
        }
        int first = firstEndingAfter(all, time.from());
        int last = first;
        while (all.get(last).time().from().isBefore(time.to())) {
            last++;
        }
        return new Calendar(time, all.subList(first, last));
    }

    /** Opens the slice whose turn it is, or lets it wait until one of those that are open closes. */
    private void drawNext() {
        Turn turn = turns.remove();
        while (!holesEnd.isEmpty() && !holesEnd.element().isAfter(turn.due())) {
            holesEnd.remove();
        }
        if (holesEnd.size() >= load.openAtOnce()) {
            turns.add(new Turn(holesEnd.element(), turn.waitsSince(), turn.index()));
            return;
        }
        Slice slice = slices.get(turn.index());
        List<Reservation> reservations = drawn.get(slice.id());
        if (reservations == null) {
            throw new IllegalStateException("slice %s has no calendar".formatted(slice.id()));
        }
        String label = "rigid-%s-%s".formatted(slice.id(), numbers[turn.index()]++);
        reservations.add(new Reservation(label, new Interval(reservedFrom.get(turn.index()), turn.due())));
        SplittableRandom own = chance.get(turn.index());
        double growth = load.growth(Duration.between(origin, turn.due()));
        Duration hole = load.holes().draw(own);
        Instant closes = turn.due().plusNanos(Math.round(hole.toNanos() * growth));
        holesEnd.add(closes);
        reservedFrom.set(turn.index(), closes);
        Instant opens = closes.plus(load.reservations().draw(own));
        turns.add(new Turn(opens, opens, turn.index()));
    }

    private static int firstEndingAfter(List<Reservation> sorted, Instant instant) {
        int low = 0;
        int high = sorted.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted.get(middle).time().to().isAfter(instant)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
