package org.atomizable.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.core.run.JobSource;
import org.atomizable.testkit.bug.Bugs;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.Rule;
import org.junit.jupiter.api.Test;

/** Each classic mistake is found, and named. */
class ClassicBugsTest {

    private static ContractViolation violation(ThrowingCallable check) {
        ContractViolation found = catchThrowableOfType(ContractViolation.class, check);
        assertThat(found).as("a contract violation").isNotNull();
        return found;
    }

    private static ContractViolation ofResume(JobSource job) {
        return violation(() -> Contracts.assertExactResume(job));
    }

    @Test
    void aCorrectJobKeepsEveryRule() {
        assertThatCode(() -> {
                    Contracts.assertExactResume(Regression::new);
                    Contracts.assertStateRoundTrips(Regression::new);
                    Contracts.assertRepeatable(Regression::new);
                    Contracts.assertStillBetweenAtoms(Regression::new);
                    Contracts.assertBoundedAtoms(Regression::new);
                    Contracts.assertSteadyMemory(Regression::new);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void theLastBatchOfAnEpoch() {
        ContractViolation found = ofResume(Bugs.LastBatch::new);
        assertThat(found.cause()).isEqualTo(Cause.DATA_POSITION_WRONG);
        assertThat(found)
                .hasMessageContaining("before atom 3")
                .hasMessageContaining("LastBatch.position is 2, and was 0")
                .hasMessageContaining("Contracts.assertExactResume(job, 3L)");
    }

    @Test
    void anAtomOfUnboundedLength() {
        // Long enough for the first atom, also where a machine is busy.
        ContractViolation found =
                violation(() -> Contracts.assertBoundedAtoms(Bugs.Unbounded::new, Duration.ofSeconds(3)));
        assertThat(found.cause()).isEqualTo(Cause.UNBOUNDED_ATOM);
        assertThat(found).hasMessageContaining("atom 1 has not ended").hasMessageContaining("Bugs.java");
    }

    @Test
    void memoryThatGrowsFromAtomToAtom() {
        ContractViolation found = violation(() -> Contracts.assertSteadyMemory(Bugs.Growing::new));
        assertThat(found.cause()).isEqualTo(Cause.MEMORY_GROWS);
        assertThat(found)
                .hasMessageContaining("Growing.history is 24 elements")
                .hasMessageContaining("most of the growth is gone");
        assertThatCode(() -> Contracts.assertSteadyMemory(Bugs.Staged::new))
                .as("growth that is declared")
                .doesNotThrowAnyException();
    }

    @Test
    void aThreadThatWritesAfterItsAtom() {
        ContractViolation found = ofResume(Bugs.LateThread::new);
        assertThat(found.rule()).isEqualTo(Rule.STILL_BETWEEN_ATOMS);
        assertThat(found.cause()).isEqualTo(Cause.THREAD_OUTLIVES_ITS_ATOM);
        assertThat(found).hasMessageContaining("late writer");
    }

    @Test
    void aSaveThatChangesTheJob() {
        ContractViolation found = ofResume(Bugs.SaveFlushes::new);
        assertThat(found.rule()).isEqualTo(Rule.SAVE_CHANGES_NOTHING);
        assertThat(found.cause()).isEqualTo(Cause.SAVE_HAS_EFFECTS);
    }
}
