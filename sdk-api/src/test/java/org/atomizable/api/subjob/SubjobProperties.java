package org.atomizable.api.subjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.SteppedProfile;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;

class SubjobProperties {

    private static final Instant START = Instant.parse("2000-01-01T00:00:00Z");
    private static final SliceKind KIND = new SliceKind("1g.10gb");

    @Property
    void noSubjobExceedsItsGrantWhateverTheProfileSays(
            @ForAll("anyProfiles") Profile profile,
            @ForAll("grants") Grant grant,
            @ForAll @LongRange(min = -1000, max = 1000) long now,
            @ForAll @LongRange(min = 0, max = 100) long firstAtom,
            @ForAll @LongRange(min = 1, max = 200) long wanted) {
        Instant instant = START.plusNanos(now);
        Optional<Subjob> fitted = Subjob.fit(grant, instant, firstAtom, wanted, profile, Promise.DEFAULT);
        fitted.ifPresent(subjob -> {
            assertThat(subjob.grant()).isEqualTo(grant);
            assertThat(subjob.atoms()).isBetween(1L, wanted);
            assertThat(subjob.firstAtom()).isEqualTo(firstAtom);
            assertThat(subjob.endAtom()).isEqualTo(firstAtom + subjob.atoms());
            assertThat(subjob.starts()).isAfterOrEqualTo(grant.starts()).isAfterOrEqualTo(instant);
            Footprint need = subjob.footprint();
            assertThat(subjob.starts().plus(need.time()).plus(Reserve.KEPT_FREE))
                    .isBeforeOrEqualTo(grant.ends());
            // Whatever is left once it has restored, the guard lets its first atom begin.
            assertThat(subjob.reserve().atom()).isEqualTo(need.oneAtom());
            assertThat(subjob.atoms() == 1 || subjob.reserve().equals(need.reserve()))
                    .isTrue();
            assertThat(need.memory().upper()).isLessThanOrEqualTo(grant.capacity());
            assertThat(need.memory().promise()).isEqualTo(Promise.DEFAULT);
            assertThat(subjob.mostAtoms()).isBetween(subjob.atoms(), wanted);
            assertThat(subjob.mostEndAtom()).isEqualTo(firstAtom + subjob.mostAtoms());
            assertThat(subjob.mostMemory()).isLessThanOrEqualTo(grant.capacity());
            assertThat(subjob.atoms() == 1
                            || subjob.reserveBeyond()
                                            .beforeAtom()
                                            .compareTo(need.reserveAfterFirst().beforeAtom())
                                    >= 0)
                    .isTrue();
            assertThat(subjob.mostAtoms() > subjob.atoms()
                            || subjob.reserveBeyond().equals(subjob.reserve()))
                    .isTrue();
        });
    }

    @Property
    void itMayRunAsManyAtomsAsItsMemorySufficesForHoweverShortTheTime(
            @ForAll("steadyProfiles") SteppedProfile profile,
            @ForAll("grants") Grant grant,
            @ForAll @LongRange(min = 1, max = 200) long wanted) {
        Optional<Subjob> fitted = Subjob.fit(grant, START, 0, wanted, profile, Promise.DEFAULT);
        fitted.filter(it -> it.reserve().times() > 1 && it.mostAtoms() < wanted)
                .ifPresent(it -> assertThat(profile.footprint(KIND, it.mostAtoms() + 1, Promise.DEFAULT)
                                .memory()
                                .upper())
                        .isGreaterThan(grant.capacity()));
    }

    @Property
    void aSubjobIsTheLongestThatFits(
            @ForAll("steadyProfiles") SteppedProfile profile,
            @ForAll("grants") Grant grant,
            @ForAll @LongRange(min = -1000, max = 1000) long now,
            @ForAll @LongRange(min = 1, max = 200) long wanted) {
        Optional<Subjob> fitted = Subjob.fit(grant, START.plusNanos(now), 0, wanted, profile, Promise.DEFAULT);
        long atoms = fitted.map(Subjob::atoms).orElse(0L);
        if (atoms < wanted) {
            Instant starts = START.plusNanos(Math.max(0, now));
            Footprint next = profile.footprint(KIND, atoms + 1, Promise.DEFAULT);
            assertThat(starts.plus(next.lease()).isAfter(grant.ends())
                            || next.memory().upper().exceeds(grant.capacity()))
                    .isTrue();
        }
    }

    @Property
    void whereNothingFitsWithTheUsualReserveASingleAtomIsTakenWithTheBareOne(
            @ForAll("steadyProfiles") SteppedProfile profile, @ForAll("grants") Grant grant) {
        Footprint one = profile.footprint(KIND, 1, Promise.DEFAULT);
        Duration length = Duration.between(grant.starts(), grant.ends());
        boolean fits = !one.memory().upper().exceeds(grant.capacity());
        Optional<Subjob> fitted = Subjob.fit(grant, START, 0, 5, profile, Promise.DEFAULT);
        if (fits && one.lease().compareTo(length) > 0 && one.bareLease().compareTo(length) <= 0) {
            assertThat(fitted.orElseThrow().atoms()).isEqualTo(1);
            assertThat(fitted.orElseThrow().reserve().times()).isEqualTo(1);
        } else {
            assertThat(fitted.stream().filter(it -> it.reserve().times() == 1)).isEmpty();
        }
    }

    @Property
    void nothingFitsOnceTheGrantHasEndedAndNonsenseIsRefused(
            @ForAll("steadyProfiles") SteppedProfile profile, @ForAll("grants") Grant grant) {
        assertThat(Subjob.fit(grant, grant.ends().plusNanos(1), 0, 5, profile, Promise.DEFAULT))
                .isEmpty();
        assertThatThrownBy(() -> Subjob.fit(grant, START, -1, 5, profile, Promise.DEFAULT))
                .hasMessageContaining("was asked for 5 from -1");
        assertThatThrownBy(() -> Subjob.fit(grant, START, 0, 0, profile, Promise.DEFAULT))
                .hasMessageContaining("was asked for 0 from 0");
    }

    @Property(tries = 100)
    void theLastAtomThatMayRunHasANumberHoweverManyWereWanted(
            @ForAll("grants") Grant grant, @ForAll @LongRange(min = 0) long firstAtom) {
        SteppedProfile needsNoMemory = new SteppedProfile(0, 1, 0, 0);
        Optional<Subjob> fitted = Subjob.fit(grant, START, firstAtom, Long.MAX_VALUE, needsNoMemory, Promise.DEFAULT);
        fitted.ifPresent(it -> assertThat(it.mostEndAtom()).isBetween(Math.max(firstAtom, 1), Long.MAX_VALUE));
    }

    @Provide
    Arbitrary<Profile> anyProfiles() {
        return Arbitraries.oneOf(
                steadyProfiles().map(profile -> profile),
                Arbitraries.longs().map(ErraticProfile::new),
                Arbitraries.longs().between(0, 1000).map(BoastfulProfile::new));
    }

    @Provide
    Arbitrary<SteppedProfile> steadyProfiles() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 100),
                        Arbitraries.longs().between(0, 50),
                        Arbitraries.longs().between(0, 100),
                        Arbitraries.longs().between(0, 5))
                .as(SteppedProfile::new);
    }

    @Provide
    Arbitrary<Grant> grants() {
        return Combinators.combine(
                        Arbitraries.longs().between(1, 1500),
                        Arbitraries.longs().between(1, 400))
                .as((length, capacity) -> new Grant(
                        "grant-1",
                        "window-1",
                        new Slice("slice-1", KIND, Bytes.of(400)),
                        Bytes.of(capacity),
                        START,
                        START.plus(Reserve.KEPT_FREE).plusNanos(length),
                        new FencingToken(1),
                        Duration.ofSeconds(10)));
    }

    /** Neither bound grows with the number of atoms. */
    private record ErraticProfile(long seed) implements Profile {

        @Override
        public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return new MemoryBound(Bytes.of(random(phase, atoms).nextLong(400)), promise, 0, "erratic");
        }

        @Override
        public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
            Duration length = Duration.ofNanos(random(phase, atoms).nextLong(400));
            return new TimeBound(length, length, promise, 0, "erratic");
        }

        private SplittableRandom random(Phase phase, long atoms) {
            return new SplittableRandom(seed ^ phase.name().hashCode() ^ (atoms * 0x9E3779B97F4A7C15L));
        }
    }

    /** Claims to fit more than was asked, whatever it needs. */
    private record BoastfulProfile(long claimed) implements Profile {

        @Override
        public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return new MemoryBound(Bytes.of(atoms), promise, 0, "boastful");
        }

        @Override
        public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
            return new TimeBound(Duration.ofNanos(atoms), Duration.ZERO, promise, 0, "boastful");
        }

        @Override
        public long mostAtoms(SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
            return claimed;
        }
    }
}
