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
    void randomStateThatIsNotSaved() {
        ContractViolation found = ofResume(Bugs.RandomNotSaved::new);
        assertThat(found.rule()).isEqualTo(Rule.EXACT_RESUME);
        assertThat(found.cause()).isEqualTo(Cause.RANDOM_STATE_NOT_SAVED);
        assertThat(found)
                .hasMessageContaining("random state not saved")
                .hasMessageContaining("RandomNotSaved.noise")
                .hasMessageContaining("Contracts.assertExactResume(job, 1L)");
    }

    @Test
    void optimizerStateThatIsForgotten() {
        ContractViolation found = ofResume(Bugs.OptimizerForgotten::new);
        assertThat(found.cause()).isEqualTo(Cause.OPTIMIZER_STATE_FORGOTTEN);
        assertThat(found).hasMessageContaining("OptimizerForgotten.momentum");
    }

    @Test
    void aDataPositionThatIsOffByThePrefetch() {
        ContractViolation found = ofResume(Bugs.PrefetchLost::new);
        assertThat(found.cause()).isEqualTo(Cause.DATA_POSITION_WRONG);
        assertThat(found).hasMessageContaining("PrefetchLost.ahead is 0 elements, and was 3 elements");
    }

    @Test
    void theLastBatchOfAnEpoch() {
        ContractViolation found = ofResume(Bugs.LastBatch::new);
        assertThat(found.cause()).isEqualTo(Cause.DATA_POSITION_WRONG);
        assertThat(found)
                .hasMessageContaining("before atom 3")
                .hasMessageContaining("LastBatch.position is 2, and was 0");
    }

    @Test
    void timeThatIsReadInAnAtom() {
        ContractViolation found = ofResume(Bugs.TimeRead::new);
        assertThat(found.rule()).isEqualTo(Rule.REPEATABLE);
        assertThat(found.cause()).isEqualTo(Cause.NOT_FOUND);
        assertThat(found).hasMessageContaining("TimeRead calls System.nanoTime()");
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
    void stateInAStatic() {
        ContractViolation found = ofResume(Bugs.StaticState::new);
        assertThat(found.rule()).isEqualTo(Rule.REPEATABLE);
        assertThat(found.cause()).isEqualTo(Cause.STATE_IN_A_STATIC);
        assertThat(found).hasMessageContaining("StaticState.steps");
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
    void aMapWithoutOrder() {
        ContractViolation found = ofResume(Bugs.MapOrder::new);
        assertThat(found.rule()).isEqualTo(Rule.REPEATABLE);
        assertThat(found.cause()).isEqualTo(Cause.MAP_WITHOUT_ORDER);
        assertThat(found).hasMessageContaining("MapOrder.outputs");
    }

    @Test
    void aRestoreThatAdds() {
        ContractViolation found = ofResume(Bugs.RestoreAdds::new);
        assertThat(found.rule()).isEqualTo(Rule.RESTORE_REPLACES);
        assertThat(found.cause()).isEqualTo(Cause.RESTORE_ADDS);
    }

    @Test
    void aSaveThatChangesTheJob() {
        ContractViolation found = ofResume(Bugs.SaveFlushes::new);
        assertThat(found.rule()).isEqualTo(Rule.SAVE_CHANGES_NOTHING);
        assertThat(found.cause()).isEqualTo(Cause.SAVE_HAS_EFFECTS);
    }

    @Test
    void randomNumbersWithoutASeed() {
        assertThat(ofResume(Bugs.Unseeded::new)).hasMessageContaining("Unseeded calls Math.random()");
    }
}
