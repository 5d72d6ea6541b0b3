package org.atomizable.profiler.profile;

import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.fit.Conformal;

/**
 * How the promises made so far were kept, and what must be asked for so that they will be in the long run.
 *
 * @param memory of memory
 * @param time of time
 */
public record KeptPromises(Conformal memory, Conformal time) {

    /** As nothing was promised yet. */
    public static final KeptPromises NONE = new KeptPromises(Conformal.FIRST, Conformal.FIRST);

    /** Returns what follows from one more subjob under a promise, by whether it needed more memory than its bound. */
    public KeptPromises afterMemory(Promise promise, boolean broken) {
        return new KeptPromises(memory.after(broken, promise.theta()), time);
    }

    /** Returns what follows from one more subjob under a promise, by whether it took longer than its bound. */
    public KeptPromises afterTime(Promise promise, boolean broken) {
        return new KeptPromises(memory, time.after(broken, promise.epsilon()));
    }

    /** Returns what to ask of samples where this is promised: never less, or what is called proved would not be. */
    Promise asking(Promise promised) {
        return new Promise(
                Math.min(promised.theta(), memory.level(promised.theta())),
                promised.gamma(),
                Math.min(promised.epsilon(), time.level(promised.epsilon())));
    }
}
