package org.atomizable.core.run;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.StopReason;

/**
 * Stops a subjob that has used more memory than its bound, but still less than its capacity. The profile was wrong, and
 * must learn before the subjob risks more.
 */
final class MemoryGuard implements Guard {

    private final Bytes bound;

    MemoryGuard(RunPlan plan) {
        this.bound = plan.bound();
    }

    @Override
    public Optional<StopReason> beforeAtom(Moment moment) {
        return moment.peak().exceeds(bound) ? Optional.of(StopReason.MEMORY) : Optional.empty();
    }
}
