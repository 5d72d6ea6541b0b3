package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

/** How many atoms fit, beside what one finds by trying each number of atoms. */
class SubjobBoundsTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Promise LOOSE = new Promise(0.2, 0.9, 0.2);
    private static final Bytes PLENTY = Bytes.gibi(1000);
    private static final int ATOMS = 10;
    private static final int MOST = 60;

    private static Sample sample(Phase phase, long millis, long mebi) {
        return new Sample(KIND, phase, Duration.ofMillis(millis), Bytes.mebi(mebi));
    }

    /** Subjobs of ten atoms, each of which takes 300 ms. */
    private static JobProfile subjobs(int count) {
        List<Sample> samples = new ArrayList<>(List.of(sample(Phase.RESTORE, 50, 30), sample(Phase.WARM_UP, 30, 20)));
        samples.addAll(Collections.nCopies(ATOMS - 1, sample(Phase.STEADY, 20, 20)));
        samples.add(sample(Phase.CHECKPOINT, 40, 40));
        return JobProfile.declared(Optional.empty())
                .withSubjobs(Collections.nCopies(count, ObservedSubjob.complete(samples)));
    }

    /** So that bounds by phases are far above what whole subjobs take. */
    private static JobProfile withSlowRestores(JobProfile profile) {
        return profile.with(Collections.nCopies(40, sample(Phase.RESTORE, 700, 30)));
    }

    /** Phases alone, no two samples of which are alike. */
    private static JobProfile phases(int count, int fullest) {
        SplittableRandom random = new SplittableRandom(7);
        List<Phase> phases = List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (Phase phase : phases) {
                int larger = phase.equals(phases.get(fullest)) ? 60 : 0;
                samples.add(sample(phase, random.nextLong(5, 50), larger + random.nextLong(20, 120)));
            }
        }
        return JobProfile.declared(Optional.empty()).with(samples);
    }

    private static List<JobProfile> profiles() {
        return List.of(
                subjobs(3),
                subjobs(20),
                subjobs(60),
                withSlowRestores(subjobs(20)),
                withSlowRestores(subjobs(60)),
                phases(5, 0),
                phases(300, 1),
                phases(300, 2),
                phases(300, 3));
    }

    private static List<Footprint> footprints(Profile profile) {
        List<Footprint> needs = new ArrayList<>();
        for (int atoms = 1; atoms <= MOST; atoms++) {
            needs.add(profile.footprint(KIND, atoms, LOOSE));
        }
        return needs;
    }

    private static long tried(List<Footprint> needs, Bytes capacity, Duration length) {
        boolean endless = length.compareTo(JobProfile.ANY_LENGTH) >= 0;
        return needs.stream()
                .takeWhile(it -> !it.memory().upper().exceeds(capacity)
                        && (endless || it.lease().compareTo(length) <= 0))
                .count();
    }

    @Test
    void asManyAtomsFitALeaseAsTryingEachNumberFinds() {
        for (JobProfile profile : profiles()) {
            List<Footprint> needs = footprints(profile);
            List<Duration> lengths = new ArrayList<>(List.of(Duration.ZERO, Duration.ofMillis(150)));
            for (Footprint need : needs) {
                // A bound is rounded up to nanoseconds.
                lengths.add(need.lease().plusNanos(2));
                lengths.add(need.lease().minusNanos(2));
                lengths.add(need.time().plus(Reserve.KEPT_FREE).plusNanos(2));
            }
            for (Duration length : lengths) {
                long found = tried(needs, PLENTY, length);
                assertThat(profile.mostAtoms(KIND, PLENTY, length, MOST, LOOSE))
                        .as("atoms in %s by %s", length, profile)
                        .isEqualTo(found);
                assertThat(profile.mostAtoms(KIND, PLENTY, length, 1, LOOSE)).isEqualTo(Math.min(1, found));
                assertThat(profile.mostAtoms(KIND, PLENTY, length, 0, LOOSE)).isZero();
            }
        }
    }

    @Test
    void asManyAtomsFitAMemoryAsTryingEachNumberFinds() {
        for (JobProfile profile : profiles()) {
            List<Footprint> needs = footprints(profile);
            for (Footprint need : needs) {
                long upper = need.memory().upper().count();
                for (long capacity : new long[] {upper - 1, upper, upper + 1}) {
                    for (Duration length : List.of(Duration.ofDays(100), JobProfile.ANY_LENGTH)) {
                        assertThat(profile.mostAtoms(KIND, Bytes.of(capacity), length, MOST, LOOSE))
                                .as("atoms in %s bytes by %s", capacity, profile)
                                .isEqualTo(tried(needs, Bytes.of(capacity), length));
                    }
                }
            }
        }
    }

    @Test
    void whereNothingLimitsThemAnyNumberOfAtomsFits() {
        JobProfile known = subjobs(60);
        assertThat(known.mostAtoms(KIND, PLENTY, JobProfile.ANY_LENGTH, Long.MAX_VALUE, LOOSE))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(known.mostAtoms(KIND, Bytes.mebi(1), JobProfile.ANY_LENGTH, Long.MAX_VALUE, LOOSE))
                .isZero();
        assertThat(known.mostAtoms(KIND, PLENTY, JobProfile.ANY_LENGTH, -1, LOOSE))
                .isZero();
    }

    @Test
    void subjobsLongerThanThoseSeenTakeAtMostTheseAndWhatMoreAtomsTake() {
        JobProfile known = withSlowRestores(subjobs(60));
        for (int more : new int[] {1, 2, 30}) {
            Duration further =
                    known.span(KIND, Phase.STEADY, more, LOOSE.sharedAmong(4)).upper();
            assertThat(known.footprint(KIND, ATOMS + more, LOOSE).time())
                    .isEqualTo(Duration.ofMillis(300).plus(further));
        }
        assertThat(withSlowRestores(subjobs(31))
                        .footprint(KIND, ATOMS + 1, LOOSE)
                        .time())
                .as("too few subjobs to extend them")
                .isGreaterThan(Duration.ofMillis(700));
    }

    @Test
    void withoutWholeSubjobsTheBoundIsTheSumOfItsPhases() {
        for (JobProfile profile : List.of(phases(5, 0), phases(300, 1), phases(300, 3))) {
            Profile union = new SubjobPartsTest.UnionOf(profile);
            for (int atoms = 1; atoms <= MOST; atoms++) {
                Footprint need = profile.footprint(KIND, atoms, LOOSE);
                Footprint byPhases = union.footprint(KIND, atoms, LOOSE);
                assertThat(need.memory().upper()).isEqualTo(byPhases.memory().upper());
                assertThat(need.time()).isEqualTo(byPhases.time());
                assertThat(need.lease()).isEqualTo(byPhases.lease());
            }
        }
    }

    @Test
    void theLeaseLeavesTheReserveBeforeTheLastAtomAndIsNoLongerThanByPhases() {
        for (JobProfile profile : profiles()) {
            Profile union = new SubjobPartsTest.UnionOf(profile);
            List<Footprint> needs = footprints(profile);
            for (int atoms = 2; atoms <= MOST; atoms++) {
                Footprint need = needs.get(atoms - 1);
                Duration byPhases = union.footprint(KIND, atoms, LOOSE).lease();
                Duration guarded =
                        needs.get(atoms - 2).time().plus(need.reserve().beforeAtom());
                Duration least = guarded.compareTo(byPhases) < 0 ? guarded : byPhases;
                Duration all = need.time().plus(Reserve.KEPT_FREE);
                assertThat(need.lease()).isEqualTo(all.compareTo(least) > 0 ? all : least);
            }
        }
    }
}
