package org.atomizable.core.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;

/**
 * How far the scheduler's clock is ahead of the clock here. It is learned as a range: an answer that shows a time was written between the
 * request and its arrival. Grants are converted so that, wherever in that range the truth is, they begin and end within what the scheduler
 * has told. Safe for use by several threads.
 *
 * <p>A range becomes wider as it ages, since clocks drift. It is learned anew once the clock here was set.
 */
public final class SchedulerClock {

    /** The header of answers that shows the scheduler's time. */
    public static final String HEADER = "Atomizable-Time";

    /** Clocks of machines are rarely wrong by more than 100 millionths; two of them may drift apart. */
    private static final double DRIFT = 200e-6;

    /** A clock that has moved so much against elapsed time was set. */
    private static final Duration SET = Duration.ofMillis(2);

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final TimeSource time;
    private Optional<Range> known = Optional.empty();

    /**
     * The knowledge of the scheduler's clock at one moment.
     *
     * @param least by which the scheduler's clock is ahead
     * @param most by which it is ahead
     * @param nanos when that was
     * @param now what the clock here showed then
     */
    private record Range(Duration least, Duration most, long nanos, Instant now) {

        Range at(long later, Instant shown) {
            Duration wider = Duration.ofNanos((long) ((later - nanos) * DRIFT));
            return new Range(least.minus(wider), most.plus(wider), later, shown);
        }

        boolean wasSetBefore(long later, Instant shown) {
            Duration elapsed = Duration.ofNanos(later - nanos);
            Duration moved = Duration.between(now, shown).minus(elapsed).abs();
            return moved.compareTo(SET.plus(elapsed.dividedBy(Math.round(1 / DRIFT)))) > 0;
        }

        Optional<Range> and(Range other) {
            Duration from = least.compareTo(other.least) > 0 ? least : other.least;
            Duration to = most.compareTo(other.most) < 0 ? most : other.most;
            return from.compareTo(to) > 0 ? Optional.empty() : Optional.of(new Range(from, to, nanos, now));
        }
    }

    /** Makes one that takes both clocks for the same until it has learned better. */
    public SchedulerClock(TimeSource time) {
        this.time = time;
    }

    /**
     * Learns from an answer that has just arrived.
     *
     * @param sent what the clock here showed when the request left
     * @param shown what the scheduler's clock showed when it answered
     */
    public synchronized void learn(Instant sent, Instant shown) {
        Instant now = time.now();
        if (now.isBefore(sent)) {
            return;
        }
        Range answer = new Range(Duration.between(now, shown), Duration.between(sent, shown), time.nanos(), now);
        known = Optional.of(known.filter(it -> !it.wasSetBefore(answer.nanos(), now))
                .flatMap(it -> it.at(answer.nanos(), now).and(answer))
                .orElse(answer));
    }

    /** Returns a window of the scheduler by the clock here, with its whole length: bids count from its opening. */
    public Window here(Window theirs) {
        return new Window(theirs.id(), theirs.slice(), theirs.capacity(), begins(theirs.opens()), theirs.length());
    }

    /** Returns a grant of the scheduler by the clock here, without the parts that the scheduler may not mean. */
    public Grant here(Grant theirs) {
        Instant starts = begins(theirs.starts());
        Instant ends = ends(theirs.ends());
        return new Grant(
                theirs.id(),
                theirs.window(),
                theirs.slice(),
                theirs.capacity(),
                starts,
                ends.isAfter(starts) ? ends : starts.plus(SHORTEST),
                theirs.token(),
                theirs.patience(),
                theirs.resident(),
                ends(theirs.residentUntil()));
    }

    /** Returns the first instant at which an instant of the scheduler has surely come. */
    private Instant begins(Instant theirs) {
        return now().map(it -> theirs.minus(it.least())).orElse(theirs);
    }

    /** Returns the last instant at which an instant of the scheduler has surely not passed. */
    private Instant ends(Instant theirs) {
        return now().map(it -> theirs.minus(it.most())).orElse(theirs);
    }

    private synchronized Optional<Range> now() {
        return known.map(it -> it.at(time.nanos(), time.now()));
    }
}
