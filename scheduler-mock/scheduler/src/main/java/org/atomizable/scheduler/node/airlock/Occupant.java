package org.atomizable.scheduler.node.airlock;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.Bytes;

/** A resident, where it stands, and what it was asked. For one thread. */
final class Occupant {

    private Resident resident;
    private ResidentState state = ResidentState.RUNNING;
    private Instant rested = Instant.MIN;
    private Instant away = Instant.MAX;
    private Instant deadline = Instant.MAX;
    private Optional<Instant> frozen = Optional.empty();
    private SortedMap<String, Bytes> shrinking = new TreeMap<>();
    private Instant shrunkBy = Instant.MIN;
    private int shrinks;
    private boolean moved;
    private int kills;
    private boolean freed;

    Occupant(Resident resident) {
        this.resident = resident;
    }

    Resident resident() {
        return resident;
    }

    void change(Resident now) {
        resident = now;
    }

    ResidentState state() {
        return state;
    }

    Instant deadline() {
        return deadline;
    }

    /** When it was frozen, if it is. */
    Optional<Instant> frozen() {
        return frozen;
    }

    void freeze(Instant now) {
        frozen = Optional.of(now);
    }

    /** From when on it has been without its memory; {@link Instant#MAX} while it has it. */
    Instant away() {
        return away;
    }

    /** Whether its end frees nothing, as it was suspended. */
    boolean freed() {
        return freed;
    }

    int kills() {
        return kills;
    }

    boolean moved() {
        return moved;
    }

    int shrinks() {
        return shrinks;
    }

    void forgetShrinks() {
        shrinks = 0;
    }

    /** Whether it runs again for too short a time to be asked to leave. */
    boolean resting(Instant now, Duration rest) {
        return !rested.equals(Instant.MIN) && now.isBefore(rested.plus(rest));
    }

    /** Returns the memory that it was asked to give back and may still give; empty if that request is over. */
    Map<String, Bytes> shrinking(Instant now) {
        return now.isBefore(shrunkBy) ? shrinking : Map.of();
    }

    void askToShrink(SortedMap<String, Bytes> amounts, Instant until) {
        shrinking = amounts;
        shrunkBy = until;
        shrinks++;
    }

    /** It has answered, or the answer matters no more. */
    void endShrinking() {
        shrunkBy = Instant.MIN;
    }

    /**
     * Changes the state, if the table allows it.
     *
     * @param until when the next state is overdue
     */
    boolean to(ResidentEvent event, Instant now, Instant until) {
        Optional<ResidentState> next = ResidentStates.next(state, event);
        next.ifPresent(it -> enter(it, now, until));
        if (event == ResidentEvent.FAILED) {
            kills = 0;
        }
        return next.isPresent();
    }

    private void enter(ResidentState next, Instant now, Instant until) {
        if (next == ResidentState.RECLAIMING) {
            freed = !state.awake();
        }
        state = next;
        deadline = until;
        if (next != ResidentState.READDRESSING) {
            frozen = Optional.empty();
        }
        switch (next) {
            case RUNNING -> {
                rested = now;
                away = Instant.MAX;
            }
            case SUSPENDED -> away = now;
            case RESUMING -> rested = now;
            case READDRESSING -> moved = true;
            case RECLAIMING -> kills = 1;
            case SUSPENDING, MOVED, DEAD -> {
                // Nothing to remember.
            }
        }
        endShrinking();
    }

    void killAgain(Instant until) {
        kills++;
        deadline = until;
    }

    /** Returns the memory that will become free without a further request. */
    Map<String, Bytes> promised(Instant now) {
        if (state == ResidentState.SUSPENDING && frozen.isPresent()) {
            // It is killed next if memory is still missing then.
            return resident.memory().held();
        }
        if (state == ResidentState.SUSPENDING && now.isBefore(deadline)) {
            return resident.memory().reclaimable();
        }
        if (state == ResidentState.RECLAIMING && !freed && now.isBefore(deadline)) {
            return resident.memory().held();
        }
        return state == ResidentState.RUNNING ? shrinking(now) : Map.of();
    }
}
