package org.atomizable.core.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.worker.warm.Rung;

/**
 * How ready a worker is, what it holds on its slice, and what it cost to get it there. Immutable.
 *
 * @param state where it is in its life
 * @param held the memory of the slice that the job's instance holds; zero in a state that holds none
 * @param costs what each rung cost that nobody has been told of yet
 */
record Warmth(WarmState state, Bytes held, List<Sample> costs) {

    /** There is no process yet. */
    static final Warmth COLD = new Warmth(WarmState.COLD, Bytes.ZERO, List.of());

    /** Copies the costs, and refuses memory where none is held. */
    Warmth {
        costs = List.copyOf(costs);
        if (!state.holdsSlice() && held.exceeds(Bytes.ZERO)) {
            throw new IllegalArgumentException("a worker that is %s holds nothing, was %s".formatted(state, held));
        }
    }

    /**
     * Returns the worker after an event that cost no time of its own.
     *
     * @throws IllegalStateException if the event cannot happen in this state
     */
    Warmth after(WarmEvent event, Bytes holds) {
        WarmState next = WarmStates.next(state, event)
                .orElseThrow(
                        () -> new IllegalStateException("a worker that is %s cannot be %s".formatted(state, event)));
        return new Warmth(next, next.holdsSlice() ? holds : Bytes.ZERO, costs);
    }

    /** Returns the worker after it has climbed to a rung, which took so long. */
    Warmth climbed(Rung rung, SliceKind kind, Duration took, Bytes holds) {
        return switch (rung) {
            case PROCESS -> after(WarmEvent.STARTED, Bytes.ZERO).costing(kind, Phase.START_UP, took, Bytes.ZERO);
            // A worker that holds the job's instance has passed this rung, and only proves it.
            case ENGINE ->
                (state.holdsSlice() ? this : after(WarmEvent.ENGINE_LOADED, Bytes.ZERO))
                        .costing(kind, Phase.ENGINE, took, Bytes.ZERO);
            case LOADED -> after(WarmEvent.RESTORED, holds).costing(kind, Phase.LOAD, took, holds);
        };
    }

    private Warmth costing(SliceKind kind, Phase phase, Duration took, Bytes peak) {
        if (took.isZero()) {
            return this; // it was there already
        }
        List<Sample> more = new ArrayList<>(costs);
        more.add(new Sample(kind, phase, took, peak));
        return new Warmth(state, held, more);
    }

    /** Returns the worker when it has dropped the job's instance, if it had one. */
    Warmth released() {
        return state.holdsSlice() ? after(WarmEvent.RELEASED, Bytes.ZERO) : this;
    }

    /** Returns what it cost to get it where it is, as far as nobody was told yet. */
    Duration cost() {
        return costs.stream().map(Sample::took).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns this without its costs, which have been reported. */
    Warmth withoutCosts() {
        return new Warmth(state, held, List.of());
    }
}
