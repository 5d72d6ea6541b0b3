package org.atomizable.core.feasible;

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
 * @param atoms the most that fit; 0 if none do, or none that are worth it
 * @param because why not more, in a few words
 */
public record Feasible(long atoms, String because) {

    /**
     * Decides.
     *
     * @param atomsLeft atoms the job still has, 1 or more
     * @param starving whether the job has waited so long that any progress is worth its overhead
     */
    public static Feasible in(
            Window window, long atomsLeft, Profile profile, Promise promise, Grain grain, boolean starving) {
        return in(
                window.slice().kind(),
                window.capacity(),
                window.length(),
                atomsLeft,
                profile,
                promise,
                grain,
                starving);
    }

    /** Decides likewise for a window that is only thought of. */
    public static Feasible in(
            SliceKind kind,
            Bytes capacity,
            Duration length,
            long atomsLeft,
            Profile profile,
            Promise promise,
            Grain grain,
            boolean starving) {
        Duration usable = length.minus(Margin.KEPT_FREE);
        long most = profile.mostAtoms(kind, capacity, usable, atomsLeft, promise);
        if (most == 0) {
            return new Feasible(0, whyNone(profile.footprint(kind, 1, promise), capacity, usable));
        }
        Footprint footprint = profile.footprint(kind, most, promise);
        // The last atoms of a job are worth any overhead: there will never be more of them.
        if (footprint.overheadShare() > grain.eta() && !starving && most < atomsLeft) {
            return new Feasible(
                    0,
                    String.format(
                            Locale.ROOT,
                            "too small: %.0f %% of it would be restore and checkpoint",
                            100 * footprint.overheadShare()));
        }
        return new Feasible(most, "fits");
    }

    private static String whyNone(Footprint one, Bytes capacity, Duration length) {
        if (one.memory().upper().exceeds(capacity)) {
            return "one atom needs up to %s of memory, there is %s"
                    .formatted(one.memory().upper(), capacity);
        }
        return String.format(
                Locale.ROOT,
                "one atom with restore and checkpoint may take %.2f s, %.2f s can be used",
                one.time().toMillis() / 1e3,
                Math.max(0, length.toMillis()) / 1e3);
    }
}
