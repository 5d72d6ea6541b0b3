package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.StopReason;

/**
 * Keeps free the time of one more atom and of the checkpoint, by the {@link Reserve} that the subjob was planned with; only
 * that what this subjob has itself seen counts too.
 */
final class TimeGuard implements Guard {

    private final Reserve reserve;

    TimeGuard(RunPlan plan) {
        this.reserve = plan.reserve();
    }

    @Override
    public Optional<StopReason> beforeAtom(Duration left, Duration longestAtom, Bytes peak) {
        return left.compareTo(reserve.having(longestAtom).beforeAtom()) < 0
                ? Optional.of(StopReason.TIME)
                : Optional.empty();
    }
}
