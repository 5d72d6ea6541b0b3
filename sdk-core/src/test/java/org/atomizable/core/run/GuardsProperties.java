package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;

class GuardsProperties {

    private static final Bytes LITTLE = Bytes.of(1);

    @Property
    void theTimeGuardLetsAnAtomBeginInExactlyItsReserveAndNotInANanosecondLess(
            @ForAll @IntRange(min = 1, max = 10_000) int atomMillis,
            @ForAll @IntRange(min = 0, max = 10_000) int checkpointMillis,
            @ForAll @IntRange(min = 0, max = 50_000) int longestMillis) {
        Reserve reserve = Reserve.usual(Duration.ofMillis(atomMillis), Duration.ofMillis(checkpointMillis));
        Duration longest = Duration.ofMillis(longestMillis);
        Duration least = reserve.having(longest).beforeAtom();

        assertThat(least).isGreaterThan(longest).isGreaterThan(Duration.ofMillis(atomMillis + checkpointMillis));
        assertThat(Guards.isTooLate(least, reserve, longest)).isFalse();
        assertThat(Guards.isTooLate(least.minusNanos(1), reserve, longest)).isTrue();
    }

    @Property
    void theMemoryGuardAllowsTheBoundAndNotAByteMore(
            @ForAll @LongRange(min = 0, max = 1 << 30) long bound,
            @ForAll @LongRange(min = 0, max = 1 << 30) long peak) {
        RunPlan plan = Plans.withMemory(Plans.of(1, 0, 1, Instant.EPOCH), Bytes.gibi(2), Bytes.of(bound));
        assertThat(plan.isExceededBy(Bytes.of(peak))).isEqualTo(peak > bound);
        assertThat(plan.isExceededBy(Bytes.of(bound))).isFalse();
    }

    @Property
    void aPhaseMayUseWhatTheSliceHasAndNotAByteMore(@ForAll @LongRange(min = 0, max = 1L << 40) long capacity) {
        RunPlan plan = Plans.withMemory(Plans.of(1, 0, 1, Instant.EPOCH), Bytes.of(capacity), LITTLE);
        assertThatCode(() -> plan.requireCapacity(Phase.STEADY, Bytes.of(capacity)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> plan.requireCapacity(Phase.STEADY, Bytes.of(capacity + 1)))
                .isInstanceOf(OutOfMemoryException.class)
                .hasMessageContaining("phase steady used");
    }

    @Property
    void asManyAtomsAsWereProvedMayRunFromWhereverTheCheckpointIs(
            @ForAll @LongRange(min = 0, max = 1000) long planned,
            @ForAll @LongRange(min = 1, max = 1000) long atoms,
            @ForAll @LongRange(min = 0, max = 1000) long further,
            @ForAll @LongRange(min = 0, max = 3000) long first,
            @ForAll @LongRange(min = 0, max = 3000) long done) {
        Reserve usual = Reserve.usual(Duration.ofSeconds(1), Duration.ofSeconds(1));
        Reserve beyond = Reserve.usual(Duration.ofSeconds(2), Duration.ofSeconds(2));
        RunPlan given = Plans.upTo(planned + atoms + further, Plans.of(1, planned, planned + atoms, Instant.EPOCH));
        RunPlan plan = new RunPlan(
                given.kind(),
                given.token(),
                given.firstAtom(),
                given.lastAtom(),
                given.mostAtom(),
                given.ends(),
                given.capacity(),
                given.bound(),
                usual,
                beyond);

        assertThat(plan.mostFrom(first)).isEqualTo(first + atoms + further);
        assertThat(plan.reserveBefore(first + done, first)).isEqualTo(done < atoms ? usual : beyond);
        assertThat(Plans.upTo(Long.MAX_VALUE, plan).mostFrom(planned + first))
                .isBetween(planned + first, Long.MAX_VALUE);
    }
}
