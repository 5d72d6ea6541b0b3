package org.atomizable.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.bug.Bugs;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.check.Trial;
import org.atomizable.testkit.rule.ContractViolation;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class AtomizableContractTest {

    /** Run by the tests below, and not by the build. */
    @Disabled
    static class Right implements AtomizableContract {
        @Override
        public Atomizable newJob() {
            return new Regression();
        }

        @Override
        public Trial trial() {
            return AtomizableContract.super.trial().within(Duration.ofSeconds(1));
        }
    }

    @Disabled
    static class Forgetful implements AtomizableContract {
        @Override
        public Atomizable newJob() {
            return new Bugs.OptimizerForgotten();
        }
    }

    @Test
    void eachContractIsATestWithASentenceForAName() {
        Map<String, Optional<Throwable>> results = Executed.testsOf(Right.class);

        assertThat(results)
                .containsOnlyKeys(
                        "twoRunsEndInTheSameBits",
                        "aRestoredJobSavesWhatItWasRestoredFrom",
                        "aCutBeforeAnyAtomChangesNoBit",
                        "nothingChangesBetweenAtoms",
                        "everyAtomEndsWithinTheLimit",
                        "memoryDoesNotGrowFromAtomToAtom",
                        "subjobsEndWithinTheirWindowsAndMemory",
                        "faultsChangeNoBit");
        assertThat(results.values()).allMatch(Optional::isEmpty);
    }

    @Test
    void aWrongJobFailsTheTestsOfTheRulesThatItBreaksAndNoOther() {
        Map<String, Optional<Throwable>> results = Executed.testsOf(Forgetful.class);

        assertThat(results.get("aCutBeforeAnyAtomChangesNoBit")).containsInstanceOf(ContractViolation.class);
        assertThat(results.get("faultsChangeNoBit")).containsInstanceOf(ContractViolation.class);
        assertThat(results.get("twoRunsEndInTheSameBits")).isEmpty();
        assertThat(results.get("everyAtomEndsWithinTheLimit")).isEmpty();
    }
}
