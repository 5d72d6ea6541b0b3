package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.StopReason;

/**
 * Keeps enough time free for one more atom and the checkpoint. It uses the {@link Reserve} with which the subjob was
 * planned, and also the durations that this subjob itself has measured.
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
