package org.atomizable.api.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.window.SliceKind;

class ProfileProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");

    @Property
    void theMostAtomsAreThoseOfTryingEveryNumber(
            @ForAll("profiles") Profile profile,
            @ForAll @LongRange(min = 0, max = 2000) long length,
            @ForAll @LongRange(min = 0, max = 500) long capacity,
            @ForAll @LongRange(min = 0, max = 300) long wanted) {
        long tried = LongStream.rangeClosed(1, wanted)
                .filter(atoms -> {
                    Footprint need = profile.footprint(KIND, atoms, Promise.DEFAULT);
                    return need.memory().upper().count() <= capacity
                            && need.lease().compareTo(Reserve.KEPT_FREE.plusNanos(length)) <= 0;
                })
                .max()
                .orElse(0);
        assertThat(profile.mostAtoms(
                        KIND, Bytes.of(capacity), Reserve.KEPT_FREE.plusNanos(length), wanted, Promise.DEFAULT))
                .isEqualTo(tried);
    }

    @Property
    void anOpenEndedJobIsSearchedAsWell(
            @ForAll @LongRange(min = 1, max = 1000) long atom,
            @ForAll @LongRange(min = 0, max = 1L << 40) long length) {
        Profile profile = new CountingProfile(atom);
        long most = profile.mostAtoms(
                KIND, Bytes.gibi(1), Reserve.KEPT_FREE.plusNanos(length), Long.MAX_VALUE, Promise.DEFAULT);
        // Before the last atom, the time of two must be left.
        assertThat(most).isEqualTo(Math.max(0, length / atom - 1));
    }

    @Property
    void aFootprintIsTheSumOfTimesAndTheLargestMemory(
            @ForAll("profiles") SteppedProfile profile, @ForAll @LongRange(min = 1, max = 300) long atoms) {
        Footprint need = profile.footprint(KIND, atoms, Promise.DEFAULT);
        assertThat(need.time()).isEqualTo(Duration.ofNanos(2 * profile.overhead() + atoms * profile.atom()));
        assertThat(need.memory().upper().count())
                .isEqualTo(profile.memory() + Math.max(0, atoms - 2) * profile.growth());
        assertThat(need.memory().promise()).isEqualTo(Promise.DEFAULT);
        assertThat(need.typical()).isLessThanOrEqualTo(need.time());
        assertThat(need.useful()).isLessThanOrEqualTo(need.typical());
        assertThat(need.overheadShare()).isBetween(0.0, 1.0);
        assertThat(need.oneAtom()).isEqualTo(Duration.ofNanos(profile.atom()));
        assertThat(need.checkpoint()).isEqualTo(Duration.ofNanos(profile.overhead()));
        Duration beforeLast = Duration.ofNanos(profile.overhead() + (atoms - 1) * profile.atom());
        assertThat(need.lease()).isEqualTo(beforeLast.plus(need.reserve().beforeAtom()));
    }

    @Provide
    Arbitrary<SteppedProfile> profiles() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 100),
                        Arbitraries.longs().between(0, 50),
                        Arbitraries.longs().between(0, 100),
                        Arbitraries.longs().between(0, 5))
                .as(SteppedProfile::new);
    }

    /** Counts atoms so large that a footprint's time saturates instead of overflowing. */
    private record CountingProfile(long atom) implements Profile {

        @Override
        public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return new MemoryBound(Bytes.ZERO, promise, 1, "given");
        }

        @Override
        public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
            boolean runsAtoms = phase.equals(Phase.STEADY) || phase.equals(Phase.WARM_UP);
            long nanoseconds = atoms > (1L << 50) / atom ? 1L << 50 : atom * atoms;
            Duration length = Duration.ofNanos(runsAtoms ? nanoseconds : 0);
            return new TimeBound(length, length, promise, 1, "given");
        }
    }
}
