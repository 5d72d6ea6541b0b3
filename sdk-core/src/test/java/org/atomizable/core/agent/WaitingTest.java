package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.window.Window;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;

class WaitingTest {

    private static final Duration DAY = Duration.ofDays(1);

    private final Waiting waiting = new Waiting(Slices.NOW);
    private Instant now = Slices.NOW;

    /** An atom takes 30 s and 2 GiB. */
    private final JobKnowledge knowledge = JobKnowledge.of(
            JobSpec.of("slow", 100),
            JobProfile.declared(Optional.empty())
                    .with(Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                            .flatMap(it -> Stream.generate(() -> sample(it)).limit(5))
                            .toList()),
            0,
            Slices.NOW);

    private static Sample sample(Phase phase) {
        Duration took =
                phase == Phase.STEADY || phase == Phase.WARM_UP ? Duration.ofSeconds(30) : Duration.ofMillis(50);
        return new Sample(Slices.KIND, phase, took, Bytes.gibi(2));
    }

    private void offered(int gibi, long seconds) {
        Window window = Slices.window(gibi, now, Duration.ofSeconds(seconds));
        Answer answer = knowledge.answer(window, now, true, AgentOptions.DEFAULT);
        waiting.answered(window, answer, knowledge.oneAtom(window, AgentOptions.DEFAULT), now);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void afterAMinuteItIsSaidThatWindowsAreTooShortAndWhichWouldHelp() {
        for (int i = 0; i < 6; i++) {
            offered(10, 8);
            assertThat(waiting.due(now)).isEmpty();
            pass(Duration.ofSeconds(10));
        }

        assertThat(waiting.due(now)).get().satisfies(wait -> {
            assertThat(wait.lacks()).startsWith("time: one atom").contains("s can be used");
            assertThat(wait.offered()).contains("the longest of 6 windows with memory enough had 8.0 s");
            assertThat(wait.remedy()).contains("--longest-window");
            assertThat(wait.message()).contains("waiting for 60 s");
        });
    }

    @Test
    void whoCouldUseHardlyAnyWindowIsToldWhichWouldHelp() {
        offered(10, 600);
        for (int i = 0; i < 9; i++) {
            offered(10, 8);
        }
        pass(Duration.ofMinutes(1));

        assertThat(waiting.due(now)).get().satisfies(wait -> {
            assertThat(wait.lacks()).startsWith("time: one atom");
            assertThat(wait.remedy()).contains("--longest-window", "shorter atoms", "a smaller state");
        });
    }

    @Test
    void itGoesOnBeingSaidAtGrowingTimesAndAtLeastEveryHalfHour() {
        List<Long> said = new ArrayList<>();
        for (int i = 0; i < 6 * 60 * 5; i++) {
            pass(Duration.ofSeconds(10));
            waiting.due(now).ifPresent(wait -> said.add(wait.waited().toSeconds()));
        }
        assertThat(said).startsWith(60L, 120L, 240L, 480L);
        assertThat(said.get(said.size() - 1) - said.get(said.size() - 2)).isLessThanOrEqualTo(1800);
        assertThat(said).hasSizeGreaterThan(12);
    }

    @Test
    void whatLacksMemoryIsSaidSoAndNeverEndsAJob() {
        for (int i = 0; i < 10_000; i++) {
            offered(1, 600);
            pass(Duration.ofMinutes(1));
        }
        assertThat(waiting.due(now)).get().satisfies(wait -> {
            assertThat(wait.lacks()).startsWith("memory: one atom may need");
            assertThat(wait.offered()).contains("the largest of 10000 windows had " + Bytes.gibi(1));
        });
        assertThat(waiting.inVainFor(DAY)).isEmpty();
    }

    @Test
    void windowsWithMemoryEnoughThatAreTooShortForADayEndItAndItSaysWhatWouldHaveHelped() {
        long minutes = 0;
        while (waiting.inVainFor(DAY).isEmpty() && minutes < 3000) {
            offered(1, 600);
            offered(10, 8);
            pass(Duration.ofMinutes(1));
            minutes++;
        }
        assertThat(minutes).isBetween(24 * 60L, 24 * 60L + 2);
        assertThat(waiting.inVainFor(DAY))
                .get()
                .asString()
                .contains("24.0 h", "had 8.0 s", "What would help: windows of ");
    }

    @Test
    void timeInWhichNothingWasOfferedDoesNotCount() {
        for (int i = 0; i < 100; i++) {
            offered(10, 8);
            pass(Duration.ofHours(10));
        }
        assertThat(waiting.inVainFor(DAY)).isEmpty();
        assertThat(waiting.inVainFor(Duration.ofMinutes(98))).isPresent();
    }

    @Test
    void anAtomGainedBeginsTheTimeAnew() {
        for (int i = 0; i < 100; i++) {
            offered(10, 8);
            pass(Duration.ofMinutes(1));
        }
        waiting.gained();
        assertThat(waiting.inVainFor(Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    void whereNothingIsOfferedOrOthersAreGivenItThatIsSaid() {
        pass(Duration.ofMinutes(1));
        assertThat(waiting.due(now)).get().extracting(Wait::offered).isEqualTo("none was offered to it");
        offered(10, 600);
        pass(Duration.ofMinutes(1));
        assertThat(waiting.due(now)).get().extracting(Wait::lacks).isEqualTo("a grant");
        waiting.restart(now);
        waiting.rests("the disk is full", Duration.ofMinutes(5), now);
        pass(Duration.ofMinutes(1));
        assertThat(waiting.isResting(now)).isTrue();
        assertThat(waiting.due(now)).get().extracting(Wait::lacks).asString().contains("the disk is full");
        assertThat(waiting.isResting(now.plus(Duration.ofMinutes(4)))).isFalse();
    }

    @Test
    void answersThatCameTooLateAreToldAsThat() {
        for (int i = 0; i < 8; i++) {
            offered(10, 600);
            waiting.answerArrived(i < 5);
        }
        pass(Duration.ofMinutes(1));

        assertThat(waiting.due(now)).get().satisfies(wait -> {
            assertThat(wait.offered()).isEqualTo("3 of 8 answers came after the scheduler had decided");
            assertThat(wait.remedy()).contains("--answer-time").doesNotContain("larger share");
        });
    }

    @Test
    void aFewLateAnswersAreNotWhatItWaitsFor() {
        for (int i = 0; i < 8; i++) {
            offered(10, 600);
            waiting.answerArrived(i > 1);
        }
        pass(Duration.ofMinutes(1));

        assertThat(waiting.due(now))
                .get()
                .satisfies(wait -> assertThat(wait.offered()).contains("went to other jobs"));
    }
}
