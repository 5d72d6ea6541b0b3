package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.clear.ServiceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of every {@link SelectionPolicy}. It says nothing about the jobs that a policy should prefer. */
@ExtendWith(NeedsAssertJ.class)
public abstract class SelectionPolicyContract {

    private static final int DRAWS = 300;
    private static final int MOST_CANDIDATES = 8;
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Window WINDOW = new Window(
            "w", new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(9)), Bytes.gibi(9), NOON, Duration.ofSeconds(4));

    /** Returns the policy on trial. */
    protected abstract SelectionPolicy policy();

    @Test
    void itsNameIsLowerCaseWithoutSpaces() {
        assertThat(policy().name()).matches("[a-z0-9][a-z0-9_.-]*");
    }

    @Test
    void nobodyWinsIfNobodyWants() {
        assertThat(policy().select(WINDOW, List.of())).isEmpty();
    }

    @Test
    void somebodyWinsWheneverThereIsSomebody() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<SelectionCandidate> candidates = drawn(seed);
            assertThat(policy().select(WINDOW, candidates))
                    .as("the choice among %s", candidates)
                    .isPresent();
        }
    }

    @Test
    void theWinnerIsOneOfTheCandidates() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<SelectionCandidate> candidates = drawn(seed);
            policy().select(WINDOW, candidates)
                    .ifPresent(it -> assertThat(candidates).contains(it.winner()));
        }
    }

    @Test
    void theOrderOfTheCandidatesChangesNothing() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<SelectionCandidate> candidates = drawn(seed);
            List<SelectionCandidate> shuffled = new ArrayList<>(candidates);
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(policy().select(WINDOW, shuffled)).isEqualTo(policy().select(WINDOW, candidates));
        }
    }

    @Test
    void theSameQuestionHasTheSameAnswer() {
        SelectionPolicy policy = policy();
        for (int seed = 0; seed < DRAWS; seed++) {
            List<SelectionCandidate> candidates = drawn(seed);
            assertThat(policy.select(WINDOW, candidates)).isEqualTo(policy.select(WINDOW, candidates));
        }
    }

    @Test
    void theReasonIsToldInWords() {
        for (int seed = 0; seed < DRAWS; seed++) {
            policy().select(WINDOW, drawn(seed))
                    .ifPresent(it -> assertThat(it.why()).isNotBlank());
        }
    }

    /** Few different values, so that ties are common; ids differ, as those of jobs do. The list cannot be changed. */
    private static List<SelectionCandidate> drawn(int seed) {
        Random random = new Random(seed);
        List<SelectionCandidate> drawn = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(MOST_CANDIDATES); i++) {
            long age = random.nextInt(4);
            long useful = 1L + random.nextInt(3);
            drawn.add(new SelectionCandidate(
                    "job-" + i,
                    NOON.minusSeconds(age),
                    NOON.minusSeconds(age * 60),
                    random.nextInt(3),
                    random.nextBoolean() ? Optional.empty() : Optional.of(NOON.plusSeconds(1L + random.nextInt(100))),
                    1,
                    Duration.ofSeconds(useful),
                    Duration.ofSeconds(4),
                    random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(1L + random.nextInt(9)),
                    true,
                    ServiceRecord.FRESH,
                    0,
                    1));
        }
        Collections.shuffle(drawn, random);
        return List.copyOf(drawn);
    }
}
