package org.atomizable.scheduler.gpu.simulated;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.SplittableRandom;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;

/** The random faults of GPUs, and their events. The times between faults are drawn without memory of the past. */
final class Mishaps {

    /** Errors of programs that a GPU survives. */
    private static final long[] HARMLESS = {13, 31, 43, 45};

    private static final Duration LOOK = Duration.ofMillis(50);

    private final List<Card> cards;
    private final Misfortune misfortune;
    private final SplittableRandom chance;
    private final TimeSource time;
    private final Queue<GpuEvent> raised = new ArrayDeque<>();
    private final Map<String, Instant> nextXid = new HashMap<>();
    private final Map<String, Instant> loss = new HashMap<>();

    Mishaps(List<Card> cards, Misfortune misfortune, SplittableRandom chance, TimeSource time) {
        this.cards = cards;
        this.misfortune = misfortune;
        this.chance = chance;
        this.time = time;
        for (Card card : cards) {
            misfortune.errors().betweenXids().ifPresent(mean -> nextXid.put(card.uuid, drawn(mean)));
            misfortune.errors().untilLost().ifPresent(mean -> loss.put(card.uuid, drawn(mean)));
        }
    }

    synchronized void raise(GpuEvent event) {
        raised.add(event);
    }

    Optional<GpuEvent> next(SimulatedGpuDriver driver, Duration patience) throws GpuException {
        Instant until = time.now().plus(patience);
        Optional<GpuEvent> event = poll(driver);
        while (event.isEmpty() && time.now().isBefore(until)) {
            Duration left = Duration.between(time.now(), until);
            try {
                time.sleep(left.compareTo(LOOK) < 0 ? left : LOOK);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                throw new GpuException(Problem.TIMEOUT, "events were not waited for");
            }
            event = poll(driver);
        }
        return event;
    }

    private Optional<GpuEvent> poll(SimulatedGpuDriver driver) throws GpuException {
        for (Card card : cards) {
            if (due(loss, card)) {
                loss.remove(card.uuid);
                driver.lose(card.uuid);
            }
            if (due(nextXid, card)) {
                nextXid.put(card.uuid, drawn(misfortune.errors().betweenXids().orElseThrow()));
                raise(new GpuEvent(
                        card.uuid, GpuEvent.Kind.XID, HARMLESS[chance.nextInt(HARMLESS.length)], OptionalInt.empty()));
            }
        }
        synchronized (this) {
            return Optional.ofNullable(raised.poll());
        }
    }

    private boolean due(Map<String, Instant> when, Card card) {
        Instant due = when.get(card.uuid);
        return due != null && !due.isAfter(time.now());
    }

    private Instant drawn(Duration mean) {
        double factor = -Math.log(1 - chance.nextDouble());
        return time.now().plusNanos(Math.round(mean.toNanos() * factor));
    }
}
