package org.atomizable.core.plan;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;

/** The result for a grant: a subjob, or a reason to hand the grant back. */
public sealed interface Materialized {

    /** A subjob that fits. */
    record Built(Subjob subjob) implements Materialized {}

    /** Nothing fits any more. */
    record HandBack(String because) implements Materialized {}

    /**
     * Builds the subjob for a grant, against the profile as it is now. It may be shorter than what was signalled, never
     * more than the grant holds.
     *
     * @param nextAtom the job's next atom
     * @param atomsLeft atoms the job still has
     */
    static Materialized of(Grant grant, Instant now, long nextAtom, long atomsLeft, Profile profile, Promise promise) {
        if (atomsLeft < 1) {
            return new HandBack("the job is finished");
        }
        Optional<Subjob> subjob = Subjob.fit(grant, now, nextAtom, atomsLeft, profile, promise);
        return subjob.<Materialized>map(Built::new)
                .orElse(new HandBack("nothing fits what is left of the grant, by the current profile"));
    }

    /** Applies the function that belongs to what became of the grant. */
    default <R> R match(Function<Built, R> built, Function<HandBack, R> handBack) {
        if (this instanceof Built it) {
            return built.apply(it);
        }
        return handBack.apply((HandBack) this);
    }
}
