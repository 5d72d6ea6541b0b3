package org.atomizable.profiler.profile;

import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.fit.Conformal;

/**
 * How the promises made so far were kept, and what must be asked for so that they will be in the long run.
 *
 * @param memory of memory
 * @param time of time
 * @param memoryCount how many of memory
 * @param timeCount how many of time
 */
public record KeptPromises(Conformal memory, Conformal time, Count memoryCount, Count timeCount) {

    /**
     * How many subjobs were judged.
     *
     * @param exceeded how many of them exceeded their bound
     */
    public record Count(long exceeded, long judged) {

        /** None yet. */
        public static final Count NONE = new Count(0, 0);

        /** Refuses what cannot be counted. */
        public Count {
            if (exceeded < 0 || exceeded > judged) {
                throw new IllegalArgumentException(
                        "0 to all of the judged subjobs exceed a bound, was told %s of %s".formatted(exceeded, judged));
            }
        }

        Count plus(boolean exceeds) {
            return new Count(exceeded + (exceeds ? 1 : 0), judged + 1);
        }

        Count plus(Count other) {
            return new Count(exceeded + other.exceeded, judged + other.judged);
        }
    }

    /** As nothing was promised yet. */
    public static final KeptPromises NONE = new KeptPromises(Conformal.FIRST, Conformal.FIRST);

    /** Of promises that were not counted. */
    public KeptPromises(Conformal memory, Conformal time) {
        this(memory, time, Count.NONE, Count.NONE);
    }

    /** Returns what follows from one more subjob under a promise, by whether it needed more memory than its bound. */
    public KeptPromises afterMemory(Promise promise, boolean broken) {
        return new KeptPromises(memory.after(broken, promise.theta()), time, memoryCount.plus(broken), timeCount);
    }

    /** Returns what follows from one more subjob under a promise, by whether it took longer than its bound. */
    public KeptPromises afterTime(Promise promise, boolean broken) {
        return new KeptPromises(memory, time.after(broken, promise.epsilon()), memoryCount, timeCount.plus(broken));
    }

    /** Returns these, where what was asked of times because of them is forgotten. */
    KeptPromises withTimesForgotten() {
        return new KeptPromises(memory, Conformal.FIRST, memoryCount, timeCount);
    }

    /** Returns what to ask of samples where this is promised: never less, or what is called proved would not be. */
    Promise asking(Promise promised) {
        return new Promise(
                Math.min(promised.theta(), memory.level(promised.theta())),
                promised.gamma(),
                Math.min(promised.epsilon(), time.level(promised.epsilon())));
    }
}
