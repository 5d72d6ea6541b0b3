package org.atomizable.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.agent.Slices;
import org.atomizable.profiler.profile.JobProfile;

class FirstLookProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Bytes CAPACITY = Bytes.gibi(10);
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final JobSpec SPEC = JobSpec.of("job", 1000);

    private static Profile plan(JobProfile profile, Duration left) {
        return plan(SPEC, profile, left);
    }

    private static Profile plan(JobSpec spec, JobProfile profile, Duration left) {
        return FirstLook.unlessKnown(
                profile,
                profile.from(spec, 0),
                FirstLook.beforeLargerStage(spec, 0, CAPACITY),
                KIND,
                CAPACITY,
                left,
                Duration.ZERO,
                LIMIT,
                false,
                Promise.DEFAULT);
    }

    private static Optional<Subjob> subjob(JobProfile profile, Duration left) {
        Grant grant = new Grant(
                "g",
                "w",
                new Slice("s", KIND, CAPACITY),
                CAPACITY,
                NOW,
                NOW.plus(left),
                new FencingToken(1),
                Duration.ofSeconds(1));
        return Subjob.fit(grant, NOW, 0, 1000, plan(profile, left), Promise.DEFAULT);
    }

    private static Sample stopped(Phase phase, Duration after) {
        return new Sample(KIND, phase, after, Bytes.ZERO, true);
    }

    @Property
    void allButHalfOfItsLengthIsKeptFreeBeforeAnyAtom(
            @ForAll @LongRange(min = 1000, max = 86_400_000) long leftMillis) {
        Duration left = Duration.ofMillis(leftMillis);
        Subjob subjob = subjob(JobProfile.of(SPEC), left).orElseThrow();
        Duration length = FirstLook.USUAL.compareTo(left) < 0 ? FirstLook.USUAL : left;

        Duration kept = left.minus(length.dividedBy(2));
        assertThat(subjob.reserve().beforeAtom()).isBetween(kept.minusMillis(1), kept.plusMillis(1));
        assertThat(subjob.reserveBeyond().beforeAtom())
                .isEqualTo(subjob.reserve().beforeAtom());
        assertThat(subjob.reserve().having(Duration.ofSeconds(3)).beforeAtom()).isGreaterThan(kept);
        assertThat(subjob.atoms()).isEqualTo(1);
        assertThat(subjob.mostAtoms()).isEqualTo(1000);
        assertThat(FirstLook.planned(subjob)).isTrue();
    }

    @Property
    void itEndsBeforeAStageThatItsSliceCannotHold(@ForAll @LongRange(min = 1, max = 999) long grown) {
        JobSpec spec = SPEC.withStage("small", 0, grown, Bytes.gibi(5)).withStage("large", grown, 1000, Bytes.gibi(15));
        JobProfile profile = JobProfile.of(spec);
        Profile look = plan(spec, profile, Duration.ofMinutes(1));

        assertThat(look.mostAtoms(KIND, CAPACITY, JobProfile.ANY_LENGTH, 1000, Promise.DEFAULT))
                .isEqualTo(grown);
        assertThat(look.mostAtoms(KIND, Bytes.gibi(20), JobProfile.ANY_LENGTH, 1000, Promise.DEFAULT))
                .isEqualTo(1000);
        assertThat(look.footprint(KIND, grown, Promise.DEFAULT).memory().upper())
                .isEqualTo(Bytes.gibi(5));
        assertThat(look.footprint(KIND, grown + 1, Promise.DEFAULT).memory().upper())
                .isEqualTo(Bytes.gibi(15));
    }

    @Property
    void aJobThatDeclaresNothingIsNotLookedAtInAStageThatDeclaresTooMuch(
            @ForAll @LongRange(min = 1, max = 999) long grown) {
        JobSpec spec = SPEC.withStage("small", 0, 1).withStage("large", grown, 1000, Bytes.gibi(15));
        Profile look = plan(spec, JobProfile.of(spec), Duration.ofMinutes(1));

        assertThat(look.mostAtoms(KIND, CAPACITY, JobProfile.ANY_LENGTH, 1000, Promise.DEFAULT))
                .isEqualTo(grown);
        assertThat(FirstLook.beforeLargerStage(spec, 0, Bytes.gibi(15))).isEqualTo(Long.MAX_VALUE);
    }

    @Property
    void whatIsKnownIsPlannedByThat(@ForAll @IntRange(min = 1, max = 20) int samples) {
        JobProfile profile = JobProfile.of(SPEC).with(Slices.samples(samples, 10, 10));

        assertThat(plan(profile, Duration.ofMinutes(1))).isSameAs(profile);
        assertThat(FirstLook.planned(subjob(profile, Duration.ofMinutes(1)).orElseThrow()))
                .isFalse();
    }

    @Property
    void aPhaseThatWasStoppedIsGivenSeveralTimesAsMuchTimeOrNone(
            @ForAll @LongRange(min = 1, max = 400_000) long stoppedMillis,
            @ForAll @LongRange(min = 1000, max = 3_600_000) long leftMillis) {
        Duration stopped = Duration.ofMillis(stoppedMillis);
        Duration left = Duration.ofMillis(leftMillis);
        JobProfile profile = JobProfile.of(SPEC).with(List.of(stopped(Phase.WARM_UP, stopped)));

        Optional<Subjob> subjob = subjob(profile, left);

        assertThat(subjob.isPresent()).isEqualTo(stopped.multipliedBy(4).compareTo(left) <= 0);
        subjob.ifPresent(it -> assertThat(it.footprint().lease()).isGreaterThanOrEqualTo(stopped.multipliedBy(4)));
    }

    @Property
    void aRestoreIsGivenTwiceTheTimeOfTheQuickestThatEndedAndFourTimesThatOfOneThatWasStopped(
            @ForAll @LongRange(min = 1, max = 400_000) long quickestMillis,
            @ForAll @LongRange(min = 0, max = 400_000) long moreMillis,
            @ForAll @LongRange(min = 1, max = 400_000) long stoppedMillis,
            @ForAll @LongRange(min = 1000, max = 3_600_000) long leftMillis) {
        Duration quickest = Duration.ofMillis(quickestMillis);
        Duration left = Duration.ofMillis(leftMillis);
        JobProfile profile = JobProfile.of(SPEC)
                .with(List.of(
                        new Sample(KIND, Phase.COLD_RESTORE, quickest.plusMillis(moreMillis), Bytes.ZERO),
                        new Sample(KIND, Phase.RESTORE, quickest, Bytes.ZERO),
                        stopped(Phase.RESTORE, Duration.ofMillis(stoppedMillis))));
        Duration needed = Duration.ofMillis(Math.max(2 * quickestMillis, 4 * stoppedMillis));

        Optional<Subjob> subjob = subjob(profile, left);

        assertThat(subjob.isPresent()).isEqualTo(needed.compareTo(left) <= 0);
        subjob.ifPresent(it -> assertThat(it.footprint().lease()).isGreaterThanOrEqualTo(needed));
    }

    @Property
    void everyPhaseOfAFirstLookHasTheSameBounds(
            @ForAll @LongRange(min = 1000, max = 3_600_000) long leftMillis,
            @ForAll @LongRange(min = 1, max = 1000) long atoms) {
        Profile look = plan(JobProfile.of(SPEC), Duration.ofMillis(leftMillis));
        Footprint whole = look.footprint(KIND, atoms, Promise.DEFAULT);

        assertThat(look.peak(KIND, Phase.STEADY, atoms, Promise.DEFAULT)).isEqualTo(whole.memory());
        assertThat(look.span(KIND, Phase.RESTORE, atoms, Promise.DEFAULT).upper())
                .isEqualTo(whole.time());
        assertThat(look.footprint(KIND, Map.of(Phase.STEADY, atoms), Promise.DEFAULT))
                .isEqualTo(whole);
        assertThat(look.mostAtoms(KIND, CAPACITY, whole.lease(), atoms, Promise.DEFAULT))
                .isEqualTo(1);
        assertThat(look.mostAtoms(KIND, CAPACITY, whole.lease().minusNanos(1), atoms, Promise.DEFAULT))
                .isZero();
        assertThat(look.mostAtoms(KIND, CAPACITY, whole.lease(), 0, Promise.DEFAULT))
                .isZero();
    }

    @Property
    void noFirstLookIsLongerThanTheLimit(@ForAll @LongRange(min = 1, max = 86_400_000) long stoppedMillis) {
        JobProfile profile =
                JobProfile.of(SPEC).with(List.of(stopped(Phase.RESTORE, Duration.ofMillis(stoppedMillis))));
        Subjob subjob = subjob(profile, Duration.ofDays(10)).orElseThrow();

        assertThat(subjob.footprint().lease()).isLessThanOrEqualTo(LIMIT);
    }

    @Example
    void itsMemoryIsWhatIsDeclaredOrElseTheSlice() {
        assertThat(subjob(JobProfile.of(SPEC), Duration.ofMinutes(1))
                        .orElseThrow()
                        .mostMemory())
                .isEqualTo(CAPACITY);
        JobProfile declared = JobProfile.of(SPEC.withMemory(Bytes.gibi(3)));
        assertThat(subjob(declared, Duration.ofMinutes(1)).orElseThrow().mostMemory())
                .isEqualTo(Bytes.gibi(3));
        assertThat(subjob(JobProfile.of(SPEC.withMemory(Bytes.gibi(11))), Duration.ofMinutes(1)))
                .isEmpty();
    }
}
