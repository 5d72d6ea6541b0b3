package org.atomizable.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;

class MaterializedProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Property
    void noMaterializedSubjobExceedsItsWindowOrItsCapacity(
            @ForAll @Size(min = 1, max = 100) List<@IntRange(min = 1, max = 50_000) Integer> atomMicros,
            @ForAll @IntRange(min = 1, max = 2000) int peakMebi,
            @ForAll @IntRange(min = 1, max = 2000) int capacityMebi,
            @ForAll @IntRange(min = 1, max = 20_000) int windowMillis,
            @ForAll @IntRange(min = 0, max = 20_000) int lateMillis,
            @ForAll @LongRange(min = 1, max = 100_000) long atomsLeft) {
        JobProfile profile = profile(atomMicros, peakMebi);
        Slice slice = new Slice("s", KIND, Bytes.gibi(2));
        Grant grant = new Grant(
                "g",
                "w",
                slice,
                Bytes.mebi(capacityMebi),
                START,
                START.plusMillis(windowMillis),
                new FencingToken(1),
                Duration.ofSeconds(1));
        Instant now = START.plusMillis(lateMillis);

        Optional<Subjob> built = Materialized.of(grant, now, 0, atomsLeft, profile, Promise.DEFAULT)
                .match(it -> Optional.of(it.subjob()), it -> Optional.empty());

        built.ifPresent(subjob -> {
            assertThat(subjob.starts()).isAfterOrEqualTo(now);
            assertThat(subjob.starts().plus(subjob.footprint().time())).isBeforeOrEqualTo(grant.ends());
            assertThat(subjob.footprint().memory().upper()).isLessThanOrEqualTo(grant.capacity());
            assertThat(subjob.atoms()).isBetween(1L, atomsLeft);
        });
        if (peakMebi > capacityMebi || lateMillis >= windowMillis) {
            assertThat(built).isEmpty();
        }
    }

    @Property
    void whatFitsIsBuiltAndWhatDoesNotIsHandedBackWithAReason(
            @ForAll @IntRange(min = 1, max = 20_000) int windowMillis,
            @ForAll @LongRange(min = 0, max = 1000) long atomsLeft) {
        JobProfile profile = profile(List.of(1000, 2000, 3000), 100);
        Grant grant = new Grant(
                "g",
                "w",
                new Slice("s", KIND, Bytes.gibi(2)),
                Bytes.gibi(1),
                START,
                START.plusMillis(windowMillis),
                new FencingToken(1),
                Duration.ofSeconds(1));
        Optional<Subjob> fitting =
                atomsLeft == 0 ? Optional.empty() : Subjob.fit(grant, START, 7, atomsLeft, profile, Promise.DEFAULT);

        String became = Materialized.of(grant, START, 7, atomsLeft, profile, Promise.DEFAULT)
                .match(it -> "built " + it.subjob(), Materialized.HandBack::because);

        String otherwise = atomsLeft == 0
                ? "the job is finished"
                : "nothing fits what is left of the grant, by the current profile";
        assertThat(became).isEqualTo(fitting.map(it -> "built " + it).orElse(otherwise));
    }

    private static JobProfile profile(List<Integer> atomMicros, int peakMebi) {
        Bytes peak = Bytes.mebi(peakMebi);
        List<Sample> steady = atomMicros.stream()
                .map(it -> new Sample(KIND, Phase.STEADY, Duration.ofNanos(it * 1000L), peak))
                .toList();
        List<Sample> others = IntStream.range(0, 3)
                .boxed()
                .flatMap(i -> List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT).stream())
                .map(phase -> new Sample(KIND, phase, Duration.ofMillis(5), peak))
                .toList();
        return JobProfile.declared(Optional.empty()).with(others).with(steady);
    }
}
