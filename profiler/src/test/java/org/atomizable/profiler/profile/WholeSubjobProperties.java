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
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;

/** Laws of profiles that know whole subjobs, stopped ones among them. */
class WholeSubjobProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");

    @Property(tries = 300)
    void boundsGrowWithTheNumberOfAtomsAndTheStrictnessOfThePromise(
            @ForAll("profiles") JobProfile profile,
            @ForAll @LongRange(min = 1, max = 50) long atoms,
            @ForAll @LongRange(min = 0, max = 50) long more,
            @ForAll("promises") Promise promise,
            @ForAll @DoubleRange(min = 0.01, max = 1) double stricter) {
        Promise strict = new Promise(
                promise.theta() * stricter, 1 - (1 - promise.gamma()) * stricter, promise.epsilon() * stricter);
        Footprint less = profile.footprint(KIND, atoms, promise);
        Footprint greater = profile.footprint(KIND, atoms + more, strict);
        FootprintLaws.assertNoLess(greater, less);
    }

    @Property(tries = 300)
    void theMostAtomsThatFitAreThoseWhoseFootprintFits(
            @ForAll("profiles") JobProfile profile,
            @ForAll @LongRange(min = 0, max = 120) long mebi,
            @ForAll @LongRange(min = 0, max = 4000) long millis,
            @ForAll @LongRange(min = 1, max = 200) long wanted,
            @ForAll("promises") Promise promise) {
        FootprintLaws.assertMostIsWhatFits(profile, KIND, Bytes.mebi(mebi), Duration.ofMillis(millis), wanted, promise);
    }

    @Property(tries = 100)
    void noSubjobSeenToItsEndExceedsTheBoundUnlessThatIsProved(
            @ForAll("subjobs") List<ObservedSubjob> subjobs, @ForAll("promises") Promise promise) {
        JobProfile profile = profile(Optional.empty(), subjobs, 0);
        for (ObservedSubjob subjob : subjobs.subList(0, Math.min(5, subjobs.size()))) {
            long atoms = subjob.samples().stream()
                    .filter(it -> it.phase().hasAtoms())
                    .count();
            boolean proved = atoms == 0
                    || profile.grounds(JobSpec.openEnded("job"), 0, KIND, atoms, promise)
                                    .time()
                            == Assurance.PROVED
                    || subjob.ending() == ObservedSubjob.Ending.SHORT_OF_MEMORY;
            Duration took = subjob.samples().stream().map(Sample::took).reduce(Duration.ZERO, Duration::plus);
            assertThat(proved
                            || took.compareTo(profile.footprint(KIND, atoms, promise)
                                            .time())
                                    <= 0)
                    .isTrue();
        }
    }

    @Property(tries = 300)
    void noBoundIsLessThanTheLargestPeakUnlessThatIsProved(
            @ForAll("subjobs") List<ObservedSubjob> subjobs, @ForAll @LongRange(min = 2, max = 100) long atoms) {
        JobProfile profile = profile(Optional.empty(), subjobs, 0);
        Bytes bound = profile.footprint(KIND, atoms, Promise.DEFAULT).memory().upper();
        assertThat(bound).isGreaterThanOrEqualTo(largestPeak(subjobs));
    }

    @Property(tries = 300)
    void aDeclarationThatNothingExceededIsTheMostAndLowersNoBoundBelowItself(
            @ForAll("subjobs") List<ObservedSubjob> subjobs,
            @ForAll @LongRange(min = 0, max = 100) long mebi,
            @ForAll @LongRange(min = 1, max = 100) long atoms,
            @ForAll @LongRange(min = 0, max = 3) long broken,
            @ForAll("promises") Promise promise) {
        Bytes declared = largestPeak(subjobs).plus(Bytes.mebi(mebi));
        Bytes with = upper(profile(Optional.of(declared), subjobs, (int) broken), atoms, promise);
        Bytes without = upper(profile(Optional.empty(), subjobs, (int) broken), atoms, promise);
        assertThat(with).isLessThanOrEqualTo(declared);
        assertThat(with).isGreaterThanOrEqualTo(without.exceeds(declared) ? declared : without);
    }

    @Property(tries = 300)
    void whatWindowsHaveRaisesNoBoundAndLowersNoneBelowItself(
            @ForAll("profiles") JobProfile profile,
            @ForAll @LongRange(min = 1, max = 100) long mebi,
            @ForAll @LongRange(min = 1, max = 100) long atoms,
            @ForAll("promises") Promise promise) {
        Bytes room = Bytes.mebi(mebi);
        Bytes lowered = upper(profile.within(room), atoms, promise);
        Bytes bound = upper(profile.within(JobProfile.UNKNOWN_MEMORY), atoms, promise);
        assertThat(lowered).isLessThanOrEqualTo(bound);
        assertThat(lowered).isGreaterThanOrEqualTo(bound.exceeds(room) ? room : bound);
    }

    private static Bytes upper(JobProfile profile, long atoms, Promise promise) {
        return profile.footprint(KIND, atoms, promise).memory().upper();
    }

    private static Bytes largestPeak(List<ObservedSubjob> subjobs) {
        return subjobs.stream()
                .flatMap(it -> it.samples().stream())
                .map(Sample::peak)
                .reduce(Bytes.ZERO, Bytes::max);
    }

    private static JobProfile profile(Optional<Bytes> declared, List<ObservedSubjob> subjobs, int broken) {
        JobProfile profile = JobProfile.declared(declared);
        KeptPromises kept = KeptPromises.NONE;
        for (ObservedSubjob subjob : subjobs) {
            profile = profile.with(subjob);
        }
        for (int i = 0; i < 10; i++) {
            kept = kept.afterMemory(Promise.DEFAULT, i < broken).afterTime(Promise.DEFAULT, i < broken);
        }
        return profile.knowing(kept);
    }

    @Provide
    Arbitrary<JobProfile> profiles() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 80).map(Bytes::mebi).optional(),
                        subjobs(),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.longs().between(20, 90).map(Bytes::mebi).optional())
                .as((declared, subjobs, broken, room) ->
                        profile(declared, subjobs, broken).within(room.orElse(JobProfile.UNKNOWN_MEMORY)));
    }

    @Provide
    Arbitrary<List<ObservedSubjob>> subjobs() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 40),
                        Arbitraries.integers().between(0, 30),
                        Arbitraries.longs().between(0, 1000),
                        Arbitraries.of(ObservedSubjob.Ending.class))
                .as(WholeSubjobProperties::subjob)
                .list()
                .ofMaxSize(40);
    }

    private static ObservedSubjob subjob(int atoms, int missing, long seed, ObservedSubjob.Ending ending) {
        List<Sample> samples = new ArrayList<>();
        samples.add(sample(Phase.RESTORE, seed));
        for (int i = 0; i < atoms; i++) {
            samples.add(sample(i == 0 ? Phase.WARM_UP : Phase.STEADY, seed * 31 + i));
        }
        samples.add(sample(Phase.CHECKPOINT, seed * 17));
        boolean complete = ending == ObservedSubjob.Ending.COMPLETE;
        return new ObservedSubjob(samples, complete ? atoms : atoms + missing, Duration.ZERO, ending);
    }

    private static Sample sample(Phase phase, long seed) {
        long random = (seed + 1) * 0x9E3779B97F4A7C15L >>> 40;
        return new Sample(KIND, phase, Duration.ofMillis(random % 50), Bytes.mebi(random % 47));
    }

    @Provide
    Arbitrary<Promise> promises() {
        Arbitrary<Double> probability =
                Arbitraries.doubles().between(0.001, 0.999).ofScale(5);
        return Combinators.combine(probability, probability, probability).as(Promise::new);
    }
}
