package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;

/** The laws of the footprints of every profile. */
final class FootprintLaws {

    private FootprintLaws() {}

    /** A longer subjob, or one under a stricter promise, never needs less. */
    static void assertNoLess(Footprint greater, Footprint less) {
        assertThat(greater.memory().upper())
                .isGreaterThanOrEqualTo(less.memory().upper());
        assertThat(greater.time()).isGreaterThanOrEqualTo(less.time());
        assertThat(greater.lease()).isGreaterThanOrEqualTo(less.lease());
    }

    /** The most atoms that fit are those whose footprint fits, and that of one more does not. */
    static void assertMostIsWhatFits(
            Profile profile, SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
        long most = profile.mostAtoms(kind, capacity, length, wanted, promise);
        assertThat(most).isBetween(0L, wanted);
        assertThat(most == 0 || fits(profile.footprint(kind, most, promise), capacity, length))
                .isTrue();
        assertThat(most == wanted || !fits(profile.footprint(kind, most + 1, promise), capacity, length))
                .isTrue();
    }

    private static boolean fits(Footprint need, Bytes capacity, Duration length) {
        boolean inTime =
                length.compareTo(JobProfile.ANY_LENGTH) >= 0 || need.lease().compareTo(length) <= 0;
        return inTime && !need.memory().upper().exceeds(capacity);
    }
}
