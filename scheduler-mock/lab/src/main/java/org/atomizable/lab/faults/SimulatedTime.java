package org.atomizable.lab.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import org.atomizable.api.time.TimeSource.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The time of one simulation, in nanoseconds since its beginning. It moves to the next action that is due, or while a strand works.
 * Actions of the same instant run in the order in which they were scheduled. Used by one thread at a time.
 */
final class SimulatedTime {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");

    private static final class Action implements Comparable<Action>, Timer {

        private final long due;
        private final long order;
        private @Nullable Runnable body;

        Action(long due, long order, Runnable body) {
            this.due = due;
            this.order = order;
            this.body = body;
        }

        @Override
        public int compareTo(Action other) {
            int byTime = Long.compare(due, other.due);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }

        @Override
        public void cancel() {
            body = null;
        }
    }

    private final PriorityQueue<Action> actions = new PriorityQueue<>();
    private long elapsed;
    private long scheduled;
    private long steps;
    private @Nullable Strand current;

    /** Returns the nanoseconds since the beginning. */
    public long elapsed() {
        return elapsed;
    }

    /** Returns how many actions have run, and how often a strand has worked for some time. */
    public long steps() {
        return steps;
    }

    /** Returns the true time. */
    public Instant now() {
        return ORIGIN.plusNanos(elapsed);
    }

    long nanos() {
        return ORIGIN.getEpochSecond() * 1_000_000_000L + elapsed;
    }

    /** Runs an action after a delay. */
    public Timer schedule(Duration delay, Runnable body) {
        Action action = new Action(elapsed + Math.max(0, delay.toNanos()), scheduled++, body);
        actions.add(action);
        return action;
    }

    /** Runs the next action; returns whether there was one. */
    public boolean step() {
        long due = nextDue();
        if (due == Long.MAX_VALUE) {
            return false;
        }
        elapsed = Math.max(elapsed, due);
        steps++;
        Runnable body = actions.remove().body;
        if (body != null) {
            body.run();
        }
        return true;
    }

    /** Returns the strand that works now. */
    public Strand running() {
        Strand strand = current;
        if (strand == null) {
            throw new IllegalStateException("only a strand can wait");
        }
        return strand;
    }

    @Nullable
    Strand current() {
        return current;
    }

    void current(@Nullable Strand strand) {
        current = strand;
    }

    /** Lets time pass if nothing else happens until then; returns whether it did. */
    boolean passes(long nanos) {
        if (nextDue() <= elapsed + nanos) {
            return false;
        }
        elapsed += nanos;
        steps++;
        return true;
    }

    private long nextDue() {
        Action next = actions.peek();
        while (next != null && next.body == null) {
            actions.remove();
            next = actions.peek();
        }
        return next == null ? Long.MAX_VALUE : next.due;
    }
}
