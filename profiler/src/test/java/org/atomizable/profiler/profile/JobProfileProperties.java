package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;

class JobProfileProperties {

    private static final List<SliceKind> KINDS = List.of(new SliceKind("1g.10gb"), new SliceKind("3g.40gb"));
    private static final List<Phase> PHASES = List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT);

    @Property
    void boundsGrowWithTheNumberOfAtomsAndTheStrictnessOfThePromise(
            @ForAll("profiles") JobProfile profile,
            @ForAll("kinds") SliceKind kind,
            @ForAll("phases") Phase phase,
            @ForAll @LongRange(min = 1, max = 50) long atoms,
            @ForAll @LongRange(min = 0, max = 50) long more,
            @ForAll("promises") Promise promise,
            @ForAll @DoubleRange(min = 0.01, max = 1) double stricter) {
        Promise strict = stricter(promise, stricter);
        MemoryBound less = profile.peak(kind, phase, atoms, promise);
        MemoryBound greater = profile.peak(kind, phase, atoms + more, strict);
        assertThat(greater.upper()).isGreaterThanOrEqualTo(less.upper());
        TimeBound shorter = profile.span(kind, phase, atoms, promise);
        TimeBound longer = profile.span(kind, phase, atoms + more, strict);
        assertThat(longer.upper()).isGreaterThanOrEqualTo(shorter.upper());
    }

    @Property
    void aLongerSubjobNeverNeedsLess(
            @ForAll("profiles") JobProfile profile,
            @ForAll("kinds") SliceKind kind,
            @ForAll @LongRange(min = 1, max = 1000) long atoms,
            @ForAll @LongRange(min = 1, max = 1000) long more,
            @ForAll("promises") Promise promise) {
        Footprint less = profile.footprint(kind, atoms, promise);
        Footprint greater = profile.footprint(kind, atoms + more, promise);
        FootprintLaws.assertNoLess(greater, less);
    }

    @Property
    void theMostAtomsThatFitAreThoseWhoseFootprintFits(
            @ForAll("profiles") JobProfile profile,
            @ForAll("kinds") SliceKind kind,
            @ForAll @LongRange(min = 0, max = 120) long mebi,
            @ForAll @LongRange(min = 0, max = 20_000) long millis,
            @ForAll @LongRange(min = 1, max = 500) long wanted,
            @ForAll("promises") Promise promise) {
        FootprintLaws.assertMostIsWhatFits(profile, kind, Bytes.mebi(mebi), Duration.ofMillis(millis), wanted, promise);
    }

    @Property
    void samplesMayComeAtOnceOrInParts(
            @ForAll("samples") List<Sample> first,
            @ForAll("samples") List<Sample> second,
            @ForAll("declarations") Optional<Bytes> declared) {
        List<Sample> both = new ArrayList<>(first);
        both.addAll(second);
        JobProfile empty = JobProfile.declared(declared);
        JobProfile atOnce = empty.with(both);
        JobProfile inParts = empty.with(first).with(second);
        assertThat(inParts).isEqualTo(atOnce).hasSameHashCodeAs(atOnce);
        for (Phase phase : PHASES) {
            assertThat(inParts.span(KINDS.get(0), phase, 7, Promise.DEFAULT))
                    .isEqualTo(atOnce.span(KINDS.get(0), phase, 7, Promise.DEFAULT));
            assertThat(inParts.peak(KINDS.get(0), phase, 7, Promise.DEFAULT))
                    .isEqualTo(atOnce.peak(KINDS.get(0), phase, 7, Promise.DEFAULT));
        }
    }

    @Property
    void aProfileThatWasHandedOutStaysAsItWas(
            @ForAll("samples") List<Sample> first, @ForAll("samples") List<Sample> second) {
        JobProfile profile = JobProfile.declared(Optional.empty()).with(first);
        TimeBound before = profile.span(KINDS.get(0), Phase.STEADY, 3, Promise.DEFAULT);
        profile.with(second);
        assertThat(profile.span(KINDS.get(0), Phase.STEADY, 3, Promise.DEFAULT)).isEqualTo(before);
    }

    private static Promise stricter(Promise promise, double factor) {
        return new Promise(promise.theta() * factor, 1 - (1 - promise.gamma()) * factor, promise.epsilon() * factor);
    }

    @Provide
    Arbitrary<JobProfile> profiles() {
        return Combinators.combine(declarations(), samples(), samples())
                .as((declared, first, second) ->
                        JobProfile.declared(declared).with(first).with(second));
    }

    @Provide
    Arbitrary<List<Sample>> samples() {
        return Combinators.combine(
                        kinds(),
                        Arbitraries.of(Phase.STEADY, Phase.STEADY, Phase.WARM_UP, Phase.RESTORE, Phase.CHECKPOINT),
                        Arbitraries.longs().between(0, 50),
                        Arbitraries.longs().between(0, 50),
                        Arbitraries.integers().between(0, 29))
                .as((kind, phase, millis, mebi, odd) ->
                        new Sample(kind, phase, Duration.ofMillis(millis), Bytes.mebi(mebi), odd == 0))
                .list()
                .ofMaxSize(200);
    }

    @Provide
    Arbitrary<Optional<Bytes>> declarations() {
        return Arbitraries.longs().between(0, 80).map(Bytes::mebi).optional();
    }

    @Provide
    Arbitrary<Promise> promises() {
        Arbitrary<Double> probability =
                Arbitraries.doubles().between(0.001, 0.999).ofScale(5);
        return Combinators.combine(probability, probability, probability).as(Promise::new);
    }

    @Provide
    Arbitrary<SliceKind> kinds() {
        return Arbitraries.of(KINDS);
    }

    @Provide
    Arbitrary<Phase> phases() {
        return Arbitraries.of(PHASES);
    }
}
