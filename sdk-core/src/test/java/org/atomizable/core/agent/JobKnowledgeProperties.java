package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.core.plan.Materialized;
import org.atomizable.core.plan.OverheadLimit;
import org.atomizable.profiler.profile.Assurance;
import org.atomizable.profiler.profile.JobProfile;

class JobKnowledgeProperties {

    /** As much overhead as a tenth of a whole window at first. */
    private static final AgentOptions STRICT = AgentOptions.DEFAULT.limitingOverhead(new OverheadLimit(0.02));

    private static final Instant NOW = Slices.NOW;

    /** A job whose every phase takes 100 ms and {@code peakMebi} of memory. */
    private static JobKnowledge knowledge(int peakMebi) {
        JobProfile profile = JobProfile.declared(Optional.empty()).with(Slices.samples(5, 100, peakMebi));
        return JobKnowledge.of(JobSpec.of("job", 100), profile, 0, NOW);
    }

    private static List<Sample> ofPhase(Phase phase, int count, int millis, int peakMebi) {
        return Stream.generate(() -> new Sample(Slices.KIND, phase, Duration.ofMillis(millis), Bytes.mebi(peakMebi)))
                .limit(count)
                .toList();
    }

    private static Slice slice(int index, int mebi) {
        return new Slice("s" + index, Slices.KIND, Bytes.mebi(mebi));
    }

    @Property
    void aJobFitsNowhereExactlyIfNoLongestWindowOfAnySliceHasAnAnswerFromAStarvingJob(
            @ForAll @IntRange(min = 1, max = 1000) int peakMebi,
            @ForAll @IntRange(min = 1, max = 3000) int longestMillis,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 2000) Integer> slicesMebi) {
        List<Slice> slices = Stream.iterate(0, i -> i < slicesMebi.size(), i -> i + 1)
                .map(i -> slice(i, slicesMebi.get(i)))
                .toList();
        Duration longest = Duration.ofMillis(longestMillis);
        JobKnowledge knowledge = knowledge(peakMebi).in(new Places(slices, longest));

        boolean answered = slices.stream()
                .map(slice -> new Window("w", slice, slice.memory(), NOW, longest))
                .map(window -> knowledge.answer(window, NOW.plusSeconds(3600), true, AgentOptions.DEFAULT))
                .anyMatch(Answer.Signal.class::isInstance);

        Optional<String> nowhere = knowledge.fitsNowhere(new Places(slices, longest), AgentOptions.DEFAULT);
        assertThat(nowhere.isEmpty()).isEqualTo(answered);
        nowhere.ifPresent(why -> assertThat(why).contains("job", "1g.10gb"));
    }

    @Property(tries = 200)
    void timesOfASlowHourAreForgottenWhereEveryWindowStaysTooShort(
            @ForAll @IntRange(min = 1, max = 40) int slow,
            @ForAll @IntRange(min = 1, max = 8) int newer,
            @ForAll @IntRange(min = 0, max = 3) int tooSmallSlices) {
        JobProfile profile = JobProfile.declared(Optional.empty()).with(Slices.samples(slow, 20_000, 100));
        profile = profile.with(Slices.samples(newer, 100, 100));
        JobKnowledge knowledge = JobKnowledge.of(JobSpec.of("job", 100), profile, 0, NOW);
        Slice enough = slice(0, 1000);
        Slice tooSmall = slice(1, 50);
        Window wide = new Window("w", enough, enough.memory(), NOW, Duration.ofSeconds(8));
        Window small = new Window("s", tooSmall, tooSmall.memory(), NOW, Duration.ofSeconds(8));

        int offered = 0;
        for (Answer answer = knowledge.answer(wide, NOW, true, AgentOptions.DEFAULT);
                !(answer instanceof Answer.Signal) && offered < 81;
                offered++) {
            for (int i = 0; i < tooSmallSlices; i++) {
                knowledge = knowledge.answered(
                        small, knowledge.answer(small, NOW, true, AgentOptions.DEFAULT), AgentOptions.DEFAULT);
            }
            knowledge = knowledge.answered(wide, answer, AgentOptions.DEFAULT);
            answer = knowledge.answer(wide, NOW, true, AgentOptions.DEFAULT);
        }

        // Where most times were short, it hopes for such a time before.
        assertThat(offered).isBetween(slow > newer ? 20 : 3, 80);
        assertThat(knowledge.answer(small, NOW, true, AgentOptions.DEFAULT)).isInstanceOf(Answer.Silence.class);
    }

    /** Windows are as long as they are. Where a machine was slow until now, only a new look tells whether it still is. */
    @Property(tries = 50)
    void aJobAllOfWhoseTimesAreLongerThanEveryWindowLooksAnewBeforeLong(
            @ForAll @IntRange(min = 1, max = 40) int slow, @ForAll @IntRange(min = 750, max = 3000) int windowMillis) {
        JobProfile profile = JobProfile.declared(Optional.empty()).with(Slices.samples(slow, windowMillis, 100));
        JobKnowledge knowledge = JobKnowledge.of(JobSpec.of("job", 100), profile, 50, NOW);
        Slice slice = slice(0, 1000);
        Window window = new Window("w", slice, slice.memory(), NOW, Duration.ofMillis(windowMillis));

        int offered = 0;
        while (knowledge.answer(window, NOW, true, AgentOptions.DEFAULT) instanceof Answer.Silence silence
                && offered < 200) {
            knowledge = knowledge.answered(window, silence, AgentOptions.DEFAULT);
            offered++;
        }

        assertThat(offered).isBetween(20, 103);
        assertThat(knowledge.needs(window, AgentOptions.DEFAULT))
                .as("peaks are not forgotten")
                .isBetween(Bytes.mebi(100), slice.memory());
    }

    @Property(tries = 100)
    void whereAllWindowsAreShortTheJobComesToTakeThemAndWhereTheyAreLongAgainItIsAsStrictAsBefore(
            @ForAll @IntRange(min = 2500, max = 4000) int shortMillis) {
        JobProfile profile = JobProfile.declared(Optional.empty())
                .with(ofPhase(Phase.RESTORE, 10, 400, 100))
                .with(ofPhase(Phase.CHECKPOINT, 10, 400, 100))
                .with(ofPhase(Phase.WARM_UP, 10, 10, 100))
                .with(ofPhase(Phase.STEADY, 500, 10, 100));
        JobKnowledge knowledge = JobKnowledge.of(JobSpec.of("job", 1_000_000), profile, 0, NOW);
        Slice slice = slice(0, 1000);
        Window brief = new Window("b", slice, slice.memory(), NOW, Duration.ofMillis(shortMillis));
        Window lengthy = new Window("l", slice, slice.memory(), NOW, Duration.ofSeconds(60));

        int offered = 0;
        while (knowledge.answer(brief, NOW, true, STRICT) instanceof Answer.Silence silence && offered < 100) {
            knowledge = knowledge.answered(brief, silence, STRICT);
            offered++;
        }
        assertThat(offered).isBetween(10, 40);
        for (int i = 0; i < 5; i++) {
            Answer answer = knowledge.answer(brief, NOW, true, STRICT);
            assertThat(answer).isInstanceOf(Answer.Signal.class);
            knowledge = knowledge.answered(brief, answer, STRICT);
        }
        for (int i = 0; i < 4; i++) {
            Answer answer = knowledge.answer(lengthy, NOW, true, STRICT);
            knowledge = knowledge.answered(lengthy, answer, STRICT);
        }
        assertThat(knowledge.answer(brief, NOW, true, STRICT)).isInstanceOf(Answer.Silence.class);
    }

    @Example
    void whereWindowsAreTooShortForAColdWorkerOneIsSpentOnMakingItWarm() {
        JobProfile profile = knowledge(100)
                .profile()
                .with(ofPhase(Phase.START_UP, 3, 30_000, 100))
                .with(ofPhase(Phase.COLD_RESTORE, 3, 30_000, 100));
        JobKnowledge knowledge = JobKnowledge.of(JobSpec.of("job", 100), profile, 0, NOW);
        Slice slice = slice(0, 1000);
        Window window = new Window("w", slice, slice.memory(), NOW, Duration.ofSeconds(20));
        assertThat(knowledge.answer(window, NOW, true, AgentOptions.DEFAULT)).isInstanceOf(Answer.Signal.class);

        for (int i = 0; i < 3; i++) {
            Answer answer = knowledge.answer(window, NOW, false, AgentOptions.DEFAULT);
            assertThat(answer).isInstanceOf(Answer.Silence.class);
            knowledge = knowledge.answered(window, answer, AgentOptions.DEFAULT);
        }

        assertThat(knowledge.answer(window, NOW, false, AgentOptions.DEFAULT)).isInstanceOf(Answer.Signal.class);
    }

    @Example
    void aDeclarationThatNoWindowHoldsIsLoweredToTheLargestOfThemUntilOneDoes() {
        JobSpec spec = JobSpec.of("job", 100).withMemory(Bytes.mebi(2000));
        JobKnowledge knowledge = JobKnowledge.of(spec, JobProfile.of(spec).with(Slices.samples(5, 100, 800)), 0, NOW);
        Window small = window(1000);
        knowledge = offered(window(700), 10, offered(small, 9, knowledge));
        assertThat(knowledge.answer(small, NOW, true, AgentOptions.DEFAULT)).isInstanceOf(Answer.Silence.class);
        knowledge = offered(small, 1, knowledge);
        assertThat(knowledge.answer(small, NOW, true, AgentOptions.DEFAULT)).isInstanceOf(Answer.Signal.class);
        knowledge = offered(window(900), 19, knowledge);
        assertThat(knowledge.needs(small, AgentOptions.DEFAULT)).isEqualTo(Bytes.mebi(1000));
        knowledge = offered(window(900), 1, knowledge);
        assertThat(knowledge.needs(small, AgentOptions.DEFAULT)).isEqualTo(Bytes.mebi(900));
        knowledge = offered(window(850), 20, knowledge);
        assertThat(knowledge.needs(small, AgentOptions.DEFAULT))
                .as("the largest peak and a tenth is more")
                .isEqualTo(Bytes.mebi(2000));
        knowledge = offered(window(2000), 1, offered(small, 20, knowledge));
        assertThat(knowledge.answer(small, NOW, true, AgentOptions.DEFAULT)).isInstanceOf(Answer.Silence.class);
    }

    @Example
    void aJobOfWhichOneSubjobWasSeenTakesTheLargestSliceThatThereIs() {
        JobKnowledge once = JobKnowledge.of(
                JobSpec.of("job", 100),
                JobProfile.declared(Optional.empty()).with(Slices.samples(1, 100, 800)),
                0,
                NOW);
        assertThat(once.needs(window(1000), AgentOptions.DEFAULT))
                .isEqualTo(Bytes.mebi(800).times(2.2));
        Places places = new Places(List.of(slice(0, 900), slice(1, 1000)), Duration.ofHours(1));
        assertThat(once.fitsNowhere(places, AgentOptions.DEFAULT)).isEmpty();
        assertThat(once.in(places).needs(window(900), AgentOptions.DEFAULT)).isEqualTo(Bytes.mebi(1000));
    }

    private static Window window(int mebi) {
        return new Window("w" + mebi, slice(mebi, mebi), Bytes.mebi(mebi), NOW, Duration.ofSeconds(60));
    }

    private static JobKnowledge offered(Window window, int times, JobKnowledge knowledge) {
        JobKnowledge after = knowledge;
        for (int i = 0; i < times; i++) {
            after = after.answered(window, after.answer(window, NOW, true, AgentOptions.DEFAULT), AgentOptions.DEFAULT);
        }
        return after;
    }

    @Property
    void whatIsSignalledCouldBeBuilt(
            @ForAll @IntRange(min = 1, max = 1000) int peakMebi,
            @ForAll @IntRange(min = 1, max = 20_000) int millis,
            @ForAll @IntRange(min = 1, max = 2000) int sliceMebi) {
        Slice slice = slice(0, sliceMebi);
        Window window = new Window("w", slice, slice.memory(), NOW, Duration.ofMillis(millis));

        Answer answer = knowledge(peakMebi).answer(window, NOW, true, AgentOptions.DEFAULT);

        if (answer instanceof Answer.Signal signal) {
            assertThat(signal.best().ends()).isBeforeOrEqualTo(window.closes());
            assertThat(signal.best().footprint().memory().upper()).isLessThanOrEqualTo(slice.memory());
            assertThat(signal.best().atoms()).isBetween(1L, 100L);
        }
    }

    private static Assurance assuranceOfTime(int coldSamples, boolean warm) {
        List<Sample> cold = Slices.samples(coldSamples, 10, 10).stream()
                .map(it -> new Sample(it.kind(), it.phase().cold(), it.took(), it.peak()))
                .toList();
        JobProfile profile = JobProfile.declared(Optional.empty())
                .with(Slices.samples(2000, 10, 10))
                .with(cold);
        JobKnowledge knowledge = JobKnowledge.of(JobSpec.of("job", 5), profile, 0, NOW);
        Subjob subjob = knowledge
                .materialize(Slices.grant(10), NOW, warm, AgentOptions.DEFAULT)
                .match(Materialized.Built::subjob, handBack -> {
                    throw new AssertionError(handBack.because());
                });
        return knowledge.grounds(subjob, warm, AgentOptions.DEFAULT).time();
    }

    @Example
    void whatProvesABoundOfAWarmWorkerDoesNotProveThatOfAColdOne() {
        assertThat(assuranceOfTime(3, true)).isEqualTo(Assurance.PROVED);
        assertThat(assuranceOfTime(3, false)).isNotEqualTo(Assurance.PROVED);
    }

    @Example
    void theBoundOfAColdWorkerIsProvedByEnoughColdStarts() {
        assertThat(assuranceOfTime(2000, false)).isEqualTo(Assurance.PROVED);
    }
}
