package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.core.feasible.Margin;

/**
 * Keeps free the time of one more atom and of the checkpoint.
 *
 * <p>The profile's bounds may be broken once in many subjobs, and a window must never be overrun. So what this subjob has
 * itself seen counts too, both are doubled, and a margin is left that does not depend on the job.
 */
final class TimeGuard implements Guard {

    /** By how much every time to keep free is stretched. */
    static final int SAFETY = 2;

    private final Duration atom;
    private final Duration checkpoint;

    TimeGuard(RunPlan plan) {
        this.atom = plan.atomReserve();
        this.checkpoint = plan.checkpointReserve();
    }

    @Override
    public Optional<StopReason> beforeAtom(Duration left, Duration longestAtom, Bytes peak) {
        Duration next = atom.compareTo(longestAtom) > 0 ? atom : longestAtom;
        Duration needed = next.plus(checkpoint).multipliedBy(SAFETY).plus(Margin.KEPT_FREE);
        return left.compareTo(needed) < 0 ? Optional.of(StopReason.TIME) : Optional.empty();
    }
}
