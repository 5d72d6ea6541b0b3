package org.atomizable.profiler.profile;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.JobSpec.Stage;

/**
 * The limits of guesses of a job's memory: the prior belief, and the memory of windows.
 *
 * <p>A declaration is the bound where nothing is proved, as long as nothing exceeded it. What windows have is the bound where they have
 * less than that and {@value org.atomizable.profiler.fit.Widening#LEAST} times the largest peak fits them: a job that fits no window learns
 * nothing.
 *
 * @param prior what is believed
 * @param room the most that windows have
 */
record Limits(Optional<Prior> prior, Bytes room) {

    static final Limits NONE = new Limits(Optional.empty(), MemoryRule.BOUNDLESS);

    /** The note in a method's name for a bound that windows lowered. */
    private static final String LOWERED = ", as far as windows go";

    /**
     * The prior belief about a job's memory, before it was measured.
     *
     * @param most it is not expected ever to need more
     * @param method how that was obtained
     * @param untilMeasured whether it only limits guesses of a phase once that was measured, or is what stands until less is proved
     * @param ofStage whether it was declared for a single stage, so that what other stages need says nothing about it
     */
    record Prior(Bytes most, String method, boolean untilMeasured, boolean ofStage) {}

    static Limits declared(Optional<Bytes> memory) {
        return NONE.believing(memory.map(it -> new Prior(it, "declared", false, false)));
    }

    static Limits of(JobSpec spec) {
        return spec.memoryIsEstimate()
                ? NONE.believing(spec.memory().map(it -> new Prior(it, "analytic", true, false)))
                : declared(spec.memory());
    }

    Limits believing(Optional<Prior> believed) {
        return new Limits(believed, room);
    }

    Limits within(Bytes most) {
        return new Limits(prior, most);
    }

    /** Returns those of a stage, for which something else may be declared. */
    Limits in(Optional<Stage> stage) {
        return stage.flatMap(Stage::memory)
                .map(it -> believing(Optional.of(new Prior(it, "declared", false, true))))
                .orElse(this);
    }

    /** Returns what is left of these where that much was measured: what was exceeded is believed no longer. */
    Limits against(Bytes measured) {
        return prior.isPresent() && measured.exceeds(prior.get().most()) ? believing(Optional.empty()) : this;
    }

    /** Returns these, where so little was measured that a declaration is not lowered. */
    Limits unmeasured() {
        return prior.isPresent() ? within(MemoryRule.BOUNDLESS) : this;
    }

    boolean areOfStage() {
        return prior.isPresent() && prior.get().ofStage();
    }

    /** Tells whether something is declared, which is the bound whatever was measured. */
    boolean declare() {
        return prior.isPresent() && !prior.get().untilMeasured();
    }

    /** Returns what is believed. */
    Bytes most() {
        return prior.map(Prior::most).orElse(MemoryRule.BOUNDLESS);
    }

    /** Returns a bound of what was measured that is proved. */
    Bytes proved(Bytes bound) {
        return least(bound, most());
    }

    /**
     * Returns a bound that is not proved.
     *
     * @param guess from what was measured
     * @param least the least that might be guessed
     */
    Bytes guessed(Bytes guess, Bytes least) {
        Bytes limited = declare() ? most() : least(guess, most());
        return isLowered(limited, least) ? room : limited;
    }

    /** Returns how that was obtained. */
    String method(Bytes guess, Bytes least, String guessed) {
        boolean believed = declare() || guess.exceeds(most());
        String method = believed ? prior.map(Prior::method).orElse(guessed) : guessed;
        Bytes limited = believed ? most() : guess;
        return isLowered(limited, least) ? method + LOWERED : method;
    }

    private boolean isLowered(Bytes bound, Bytes least) {
        return bound.exceeds(room) && !least.exceeds(room);
    }

    private static Bytes least(Bytes one, Bytes other) {
        return one.exceeds(other) ? other : one;
    }
}
