package org.atomizable.core.run;

import java.util.Optional;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.StopReason;

/**
 * Keeps enough time free for one more atom and the checkpoint. It uses the {@link Reserve} with which the subjob was
 * planned, and also the durations that this subjob itself has measured.
 */
final class TimeGuard implements Guard {

    @Override
    public Optional<StopReason> beforeAtom(Moment moment) {
        Reserve reserve = moment.reserve().having(moment.longestAtom());
        return moment.left().compareTo(reserve.beforeAtom()) < 0 ? Optional.of(StopReason.TIME) : Optional.empty();
    }
}
