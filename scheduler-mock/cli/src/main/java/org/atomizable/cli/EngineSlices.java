package org.atomizable.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.EnginePlace;
import org.atomizable.core.engine.EngineWorkers;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.device.Troubles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slices of an engine, as it was seen by the last look. What the engine has given to others is reserved; what subjobs have is not, since the
 * market has granted it. Nothing is known of what comes after the next look: until then, a slice that is taken stays so.
 *
 * <p>Engines do not number their slices. Of those that subjobs do not have, the ones with the lowest numbers count as free, and one that was free
 * stays free as long as there are enough.
 */
final class EngineSlices implements SliceSource {

    /** Slurm counts the limit of a subjob in whole minutes from its start, which may come late. */
    static final Duration KEPT_BACK = Duration.ofMinutes(1).plus(EngineWorkers.LONGEST_WAIT);

    /** A slice becomes free for minutes or longer, and each look costs the engine's controller something. */
    static final Duration EVERY = Duration.ofMinutes(1);

    /** An engine that takes longer to answer may be gone, and what it had free too. */
    static final Duration MOST_TO_LOOK = Duration.ofSeconds(10);

    private static final Duration REMEMBERED = Duration.ofHours(1);

    /** More than the lead of an announcement: no window is announced that the next look may not confirm. */
    private static final Duration UNSEEN = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(EngineSlices.class);

    private final Engine engine;
    private final TimeSource time;
    private final Map<String, Slot> slots = new LinkedHashMap<>();
    private volatile List<Slice> slices = List.of();
    private final AtomicLong failures = new AtomicLong();
    private volatile boolean silent;
    private Instant nextLook;

    /** When a slice was reserved, and from when on it will be. */
    private static final class Slot {

        private final List<Interval> past = new ArrayList<>();
        private Instant reservedFrom;

        Slot(Instant now) {
            reservedFrom = now;
        }

        private boolean isFree(Instant now) {
            return reservedFrom.isAfter(now);
        }

        private void freeUntil(Instant end, Instant now) {
            if (!isFree(now) && end.isAfter(now)) {
                Interval.between(reservedFrom, now).ifPresent(past::add);
                past.removeIf(it -> it.to().isBefore(now.minus(REMEMBERED)));
            }
            if (isFree(now) || end.isAfter(now)) {
                reservedFrom = end.isAfter(now) ? end : now;
            }
        }
    }

    private EngineSlices(Engine engine, TimeSource time) {
        this.engine = engine;
        this.time = time;
        this.nextLook = time.now();
    }

    /**
     * Makes them as the engine shows them now.
     *
     * @throws EngineException if it cannot be asked, or has no such slice
     */
    static EngineSlices of(Engine engine, TimeSource time) throws EngineException, InterruptedException {
        EngineSlices source = new EngineSlices(engine, time);
        source.see(engine.places());
        if (source.slices.isEmpty()) {
            throw EngineException.refused(
                    "%s has no slice of this type where these jobs may run".formatted(engine.name()),
                    "Name another type or partition");
        }
        return source;
    }

    /** Goes on looking, on a thread of its own, until the program ends. */
    EngineSlices looking() {
        Thread thread = new Thread(this::lookAgain, "atomizable-look");
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private void lookAgain() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                time.sleep(EVERY);
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks once. After a look that fails, or takes long, no slice counts as free until the next one that does not. */
    void look() throws InterruptedException {
        try {
            List<EnginePlace> places = engine.places();
            if (silent) {
                LOG.info("{} answers again: its free slices are offered", engine.name());
            }
            silent = false;
            see(places);
        } catch (EngineException e) {
            unseen(String.valueOf(e.getMessage()));
        }
    }

    private void unseen(String why) {
        if (!silent) {
            LOG.error("no window of {} is offered until it answers: {}", engine.name(), why);
        }
        silent = true;
        failures.incrementAndGet();
        see(List.of());
    }

    private synchronized void see(List<EnginePlace> places) {
        Instant now = time.now();
        nextLook = now.plus(EVERY);
        List<Slice> found = new ArrayList<>(slices);
        Map<String, Instant> free = places.stream()
                .flatMap(it -> free(it, now).stream()
                        .map(id -> Map.entry(id, now.plus(it.length().minus(KEPT_BACK)))))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one));
        for (EnginePlace place : places) {
            for (int number = 0; number < place.slices(); number++) {
                Slice slice = place.slice(number);
                if (slots.putIfAbsent(slice.id(), new Slot(now)) == null) {
                    found.add(slice);
                }
            }
        }
        slots.forEach((id, slot) -> slot.freeUntil(free.getOrDefault(id, now), now));
        if (found.size() > slices.size()) {
            slices = List.copyOf(found);
        }
    }

    /** Returns the ids of the slices of a place that others do not have. */
    private List<String> free(EnginePlace place, Instant now) {
        Set<String> ours = place.subjobs();
        List<String> all = IntStream.range(0, place.slices())
                .mapToObj(it -> place.slice(it).id())
                .sorted(Comparator.comparing((String it) -> !ours.contains(it))
                        .thenComparing(it -> !Optional.ofNullable(slots.get(it))
                                .filter(slot -> slot.isFree(now))
                                .isPresent()))
                .toList();
        long known = all.stream().filter(ours::contains).count();
        return all.subList(0, (int) Math.min(all.size(), known + place.free()));
    }

    @Override
    public List<Slice> slices() {
        return slices;
    }

    @Override
    public synchronized Calendar calendar(String slice, Interval asked) {
        Slot slot = slots.get(slice);
        if (slot == null) {
            throw new IllegalArgumentException("there is no slice " + slice);
        }
        Instant now = time.now();
        if (now.isAfter(nextLook.plus(MOST_TO_LOOK))) {
            unseen("a look takes longer than %s s".formatted(MOST_TO_LOOK.toSeconds()));
        }
        Instant seen = (nextLook.isAfter(now) ? nextLook : now).plus(UNSEEN);
        List<Interval> reserved = new ArrayList<>(slot.past);
        Instant until = slot.isFree(now) || asked.to().isBefore(seen) ? asked.to() : seen;
        Interval.between(slot.reservedFrom, until).ifPresent(reserved::add);
        return new Calendar(
                asked,
                reserved.stream()
                        .filter(asked::overlaps)
                        .map(it -> new Reservation("taken", it))
                        .toList());
    }

    @Override
    public Optional<String> engine() {
        return Optional.of(engine.name());
    }

    @Override
    public Troubles troubles() {
        return new Troubles(failures.get(), 0);
    }
}
