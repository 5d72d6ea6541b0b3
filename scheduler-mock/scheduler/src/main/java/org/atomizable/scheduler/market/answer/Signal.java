package org.atomizable.scheduler.market.answer;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;

/**
 * A job's answer to a window in SJA.
 *
 * @param job its id
 * @param interested whether it can build a safe subjob in the window
 * @param atoms how many atoms that subjob would have
 * @param useful the typical time in which they would run
 * @param total the bound of the whole subjob's time
 * @param because the reason for the answer, in a few words
 * @param needed the memory without which not even one atom is safe there, if the job said so
 * @param firstLook whether the job does not know its time per atom yet, and would run only a few atoms to learn it
 */
public record Signal(
        String job,
        boolean interested,
        long atoms,
        Duration useful,
        Duration total,
        String because,
        Optional<Bytes> needed,
        boolean firstLook)
        implements JobAnswer {

    @Override
    public Mode mode() {
        return Mode.SJA;
    }

    @Override
    public boolean looksFirst() {
        return firstLook;
    }

    @Override
    public Signal declined(String why) {
        return new Signal(job, false, 0, Duration.ZERO, Duration.ZERO, why, needed, false);
    }

    /** Tells whether the numbers agree with each other and with a window of that length. */
    public boolean fits(Duration length) {
        return !interested
                || (atoms >= 1 && !useful.isNegative() && useful.compareTo(total) <= 0 && total.compareTo(length) <= 0);
    }
}
