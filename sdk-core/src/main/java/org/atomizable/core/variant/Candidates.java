package org.atomizable.core.variant;

import java.util.List;
import java.util.stream.LongStream;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.Window;

/** Makes candidates for a window. */
public final class Candidates {

    private Candidates() {}

    /**
     * Returns candidates from the window's opening, the longest first: all the atoms that fit, and half of them.
     *
     * @param most the most atoms that fit, 1 or more
     */
    public static List<Candidate> of(Window window, long firstAtom, long most, Profile profile, Promise promise) {
        return LongStream.of(most, (most + 1) / 2)
                .distinct()
                .mapToObj(atoms -> new Candidate(
                        firstAtom,
                        atoms,
                        window.opens(),
                        profile.footprint(window.slice().kind(), atoms, promise)))
                .toList();
    }
}
