package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.profiler.profile.JobProfile;

class StandingProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** A job whose every phase takes 100 ms and {@code peakMebi} of memory. */
    private static Standing standing(int peakMebi) {
        List<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .flatMap(phase -> Stream.generate(
                                () -> new Sample(KIND, phase, Duration.ofMillis(100), Bytes.mebi(peakMebi)))
                        .limit(5))
                .toList();
        JobProfile profile = JobProfile.declared(Optional.empty()).with(samples);
        return new Standing(JobSpec.of("job", 100), profile, Progress.startingAt(0), NOW);
    }

    private static Slice slice(int index, int mebi) {
        return new Slice("s" + index, KIND, Bytes.mebi(mebi));
    }

    @Property
    void aJobFitsNowhereExactlyIfNoLongestWindowOfAnySliceHasAnAnswerFromAStarvingJob(
            @ForAll @IntRange(min = 1, max = 1000) int peakMebi,
            @ForAll @IntRange(min = 1, max = 3000) int longestMillis,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 2000) Integer> slicesMebi) {
        Standing standing = standing(peakMebi);
        List<Slice> slices = Stream.iterate(0, i -> i < slicesMebi.size(), i -> i + 1)
                .map(i -> slice(i, slicesMebi.get(i)))
                .toList();
        Duration longest = Duration.ofMillis(longestMillis);

        boolean answered = slices.stream()
                .map(slice -> new Window("w", slice, slice.memory(), NOW, longest))
                .map(window -> standing.answer(window, NOW.plusSeconds(3600), AgentOptions.DEFAULT))
                .anyMatch(Answer.Signal.class::isInstance);

        Optional<String> nowhere = standing.fitsNowhere(new Places(slices, longest), AgentOptions.DEFAULT);
        assertThat(nowhere.isEmpty()).isEqualTo(answered);
        nowhere.ifPresent(why -> assertThat(why).contains("job", "1g.10gb"));
    }

    @Property
    void whatIsSignalledCouldBeBuilt(
            @ForAll @IntRange(min = 1, max = 1000) int peakMebi,
            @ForAll @IntRange(min = 1, max = 20_000) int millis,
            @ForAll @IntRange(min = 1, max = 2000) int sliceMebi) {
        Slice slice = slice(0, sliceMebi);
        Window window = new Window("w", slice, slice.memory(), NOW, Duration.ofMillis(millis));

        Answer answer = standing(peakMebi).answer(window, NOW, AgentOptions.DEFAULT);

        if (answer instanceof Answer.Signal signal) {
            assertThat(signal.best().ends()).isBeforeOrEqualTo(window.closes());
            assertThat(signal.best().footprint().memory().upper()).isLessThanOrEqualTo(slice.memory());
            assertThat(signal.best().atoms()).isBetween(1L, 100L);
        }
    }
}
