package org.atomizable.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;

class CandidatesProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Window WINDOW = window(6000);

    private static Window window(int millis) {
        return new Window(
                "w",
                new Slice("s", KIND, Bytes.gibi(9)),
                Bytes.gibi(9),
                Instant.parse("2026-01-01T00:00:00Z"),
                Duration.ofMillis(millis));
    }

    /** Restore and checkpoint take 100 ms each. */
    private static JobProfile profile(int atomMillis) {
        Stream<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .flatMap(phase -> Stream.generate(() -> new Sample(
                                KIND, phase, Duration.ofMillis(phase.hasAtoms() ? atomMillis : 100), Bytes.mebi(500)))
                        .limit(8));
        return JobProfile.declared(Optional.empty()).with(samples.toList());
    }

    private static List<Candidate> candidates(Window window, JobProfile profile, long first, long left, double grain) {
        Feasible feasible =
                Feasible.in(window, Duration.ZERO, left, profile, Promise.DEFAULT, new OverheadLimit(grain), true);
        Assume.that(feasible.atoms() > 0);
        return Candidates.of(window, first, feasible, left, atom -> profile, Promise.DEFAULT, grain);
    }

    @Property
    void everyCandidateFitsItsWindowAndNoneDoesNoMoreThanAnotherWithinItsTime(
            @ForAll @IntRange(min = 300, max = 20_000) int windowMillis,
            @ForAll @IntRange(min = 1, max = 900) int atomMillis,
            @ForAll @IntRange(min = 0, max = 1000) int first,
            @ForAll @IntRange(min = 1, max = 2000) int left,
            @ForAll @DoubleRange(min = 0.01, max = 1) double grain) {
        Window window = window(windowMillis);
        JobProfile profile = profile(atomMillis);
        List<Candidate> candidates = candidates(window, profile, first, left, grain);
        assertThat(candidates).hasSizeBetween(1, Candidates.MOST);
        assertThat(candidates).extracting(Candidate::id).doesNotHaveDuplicates();
        for (Candidate one : candidates) {
            assertThat(one.starts()).isAfterOrEqualTo(window.opens());
            assertThat(one.starts().plus(one.length())).isBeforeOrEqualTo(window.closes());
            assertThat(one.footprint().time()).isLessThan(one.length());
            assertThat(one.firstAtom() + one.atoms()).isLessThanOrEqualTo(first + left);
            assertThat(candidates).noneMatch(other -> other != one && one.isWorseThan(other));
            one.after()
                    .ifPresent(id -> assertThat(candidates)
                            .filteredOn(it -> it.id().equals(id))
                            .allMatch(it -> !it.starts().plus(it.length()).isAfter(one.starts())
                                    && it.firstAtom() + it.atoms() == one.firstAtom())
                            .hasSize(1));
        }
    }

    @Test
    void aLongWindowIsBidForInPartsTooAndRoundAnotherJob() {
        assertThat(candidates(WINDOW, profile(10), 0, 10_000, 0.5))
                .extracting(Candidate::id)
                .containsExactly("whole", "half-1", "half-2", "third-1", "third-2", "third-3", "then-3");
    }

    @Test
    void partsThatWouldBeMostlyOverheadAreLeftOut() {
        assertThat(candidates(WINDOW, profile(10), 0, 10_000, 0.05))
                .extracting(Candidate::id)
                .containsExactly("whole");
    }

    @Test
    void theLastAtomsOfAJobAreBidForAtTheWindowsEndTooButOnlyOnceInEachPlace() {
        List<Candidate> candidates = candidates(WINDOW, profile(10), 97, 3, 1);
        assertThat(candidates).extracting(Candidate::atoms).containsOnly(3L);
        assertThat(candidates).extracting(Candidate::id).containsExactly("whole", "half-2", "third-2");
    }
}
