package org.atomizable.api.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A clock that moves only when it is told to, for simulations and tests.
 *
 * <p>Actions run on the thread that advances the time. They run in order of their instants; actions at the same instant
 * run in the order in which they were scheduled. Each action sees the instant that it was scheduled for. {@link #sleep}
 * advances the time itself, so that a single-threaded program runs to its end without waiting. Safe for use by several
 * threads, but only one of them should advance the time; otherwise the order is not deterministic.
 */
public final class VirtualTime implements TimeSource {

    /**
     * A cancelled one stays in the queue until it is due: to look for it would take time in proportion to all. It loses its action at once,
     * so that what the action refers to can be collected.
     */
    private static final class TimedAction {

        private final Instant due;
        private final long order;
        private volatile @Nullable Runnable action;

        TimedAction(Instant due, long order, Runnable action) {
            this.due = due;
            this.order = order;
            this.action = action;
        }

        Instant due() {
            return due;
        }

        long order() {
            return order;
        }

        void cancel() {
            action = null;
        }

        boolean isCancelled() {
            return action == null;
        }

        void run() {
            Runnable now = action;
            if (now != null) {
                now.run();
            }
        }
    }

    private final PriorityQueue<TimedAction> actions =
            new PriorityQueue<>(Comparator.comparing(TimedAction::due).thenComparing(TimedAction::order));
    private Instant now;
    private long scheduled;

    private VirtualTime(Instant start) {
        this.now = start;
    }

    /** Returns a clock that stands at {@code start}. */
    public static VirtualTime startingAt(Instant start) {
        return new VirtualTime(start);
    }

    /** Returns a clock that stands at the first instant of the year 2000, UTC. */
    public static VirtualTime create() {
        return new VirtualTime(Instant.parse("2000-01-01T00:00:00Z"));
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized long nanos() {
        return Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a virtual sleep of " + duration);
        }
        advance(duration.isNegative() ? Duration.ZERO : duration);
    }

    @Override
    public synchronized Timer schedule(Duration delay, Runnable action) {
        Instant due = delay.isNegative() ? now : now.plus(delay);
        TimedAction entry = new TimedAction(due, scheduled++, action);
        actions.add(entry);
        return entry::cancel;
    }

    /** Advances the time by {@code duration}, and runs every action that becomes due. */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("time does not go back, was asked to advance by " + duration);
        }
        advanceTo(now().plus(duration));
    }

    /**
     * Advances the time to {@code instant}, and runs every action that becomes due. Has no effect if the instant is
     * past.
     */
    public void advanceTo(Instant instant) {
        Optional<TimedAction> next = nextUntil(instant);
        while (next.isPresent()) {
            next.get().run();
            next = nextUntil(instant);
        }
    }

    /** Advances the time to the next action and runs it. Returns whether there was one. */
    public boolean advanceToNext() {
        Optional<TimedAction> next = nextUntil(Instant.MAX);
        next.ifPresent(TimedAction::run);
        return next.isPresent();
    }

    private synchronized Optional<TimedAction> nextUntil(Instant limit) {
        while (!actions.isEmpty() && actions.peek().isCancelled()) {
            actions.remove();
        }
        TimedAction next = actions.peek();
        if (next == null || next.due().isAfter(limit)) {
            if (limit.isAfter(now) && !limit.equals(Instant.MAX)) {
                now = limit;
            }
            return Optional.empty();
        }
        actions.remove();
        if (next.due().isAfter(now)) {
            now = next.due();
        }
        return Optional.of(next);
    }
}
