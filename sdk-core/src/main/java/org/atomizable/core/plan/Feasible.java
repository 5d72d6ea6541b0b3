package org.atomizable.core.plan;

import java.time.Duration;
import java.util.Locale;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;

/**
 * How many atoms fit a window.
 *
 * @param atoms the largest number that fits; 0 if none fits, or if the overhead would be too large
 * @param because why not more, in a few words
 * @param bare whether only a single atom with its {@linkplain Footprint#bareLease bare reserve} fits
 * @param before the time that a lease needs before its subjob can start
 */
public record Feasible(long atoms, String because, boolean bare, Duration before) {

    /**
     * No subjob plans to use this part of a window, at its beginning: in it the grant arrives and the agent builds its subjob. What is
     * asked for is so much longer than what is needed, or the subjob that was planned would fit no more by the time that it can begin.
     */
    public static final Duration LATE_START = Duration.ofMillis(100);

    /** Returns how long a lease a subjob needs. */
    public Duration lease(Footprint footprint) {
        return (bare ? footprint.bareLease() : footprint.lease()).plus(before);
    }

    /**
     * Decides.
     *
     * @param atomsLeft atoms the job still has, 1 or more
     * @param startUp what of the window passes until a worker is there
     * @param starving whether the job has waited so long that any progress is worth its overhead
     */
    public static Feasible in(
            Window window,
            Duration startUp,
            long atomsLeft,
            Profile profile,
            Promise promise,
            OverheadLimit overheadLimit,
            boolean starving) {
        return in(
                window.slice().kind(),
                window.capacity(),
                window.length(),
                startUp,
                atomsLeft,
                profile,
                promise,
                overheadLimit,
                starving);
    }

    /** Decides likewise for a window that is only thought of. */
    public static Feasible in(
            SliceKind kind,
            Bytes capacity,
            Duration length,
            Duration startUp,
            long atomsLeft,
            Profile profile,
            Promise promise,
            OverheadLimit overheadLimit,
            boolean starving) {
        Duration before = startUp.plus(LATE_START);
        Duration usable = length.minus(before);
        long most = profile.mostAtoms(kind, capacity, usable, atomsLeft, promise);
        if (most == 0) {
            Footprint one = profile.footprint(kind, 1, promise);
            boolean bare = starving
                    && !one.memory().upper().exceeds(capacity)
                    && one.bareLease().compareTo(usable) <= 0;
            return bare
                    ? new Feasible(1, "fits with nothing to spare", true, before)
                    : none(whyNone(one, capacity, usable));
        }
        Footprint footprint = profile.footprint(kind, most, promise);
        // The last atoms of a job are worth any overhead: there will never be more of them.
        if (footprint.overheadShare() > overheadLimit.eta() && !starving && most < atomsLeft) {
            return none(String.format(
                    Locale.ROOT,
                    "too small: %.0f %% of it would be restore and checkpoint",
                    100 * footprint.overheadShare()));
        }
        return new Feasible(most, "fits", false, before);
    }

    private static Feasible none(String because) {
        return new Feasible(0, because, false, Duration.ZERO);
    }

    private static String whyNone(Footprint one, Bytes capacity, Duration length) {
        if (one.memory().upper().exceeds(capacity)) {
            return "one atom needs up to %s of memory, there is %s"
                    .formatted(one.memory().upper(), capacity);
        }
        return String.format(
                Locale.ROOT,
                "one atom with restore and checkpoint may take %.2f s, with its reserve %.2f s, and %.2f s can be used",
                one.time().toMillis() / 1e3,
                one.lease().toMillis() / 1e3,
                Math.max(0, length.toMillis()) / 1e3);
    }
}
